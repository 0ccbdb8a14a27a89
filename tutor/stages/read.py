"""Read: what the layer does; then the edit as a diff, or, in a blind break, only the symptoms."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from tutor.stages.stage import StageView
from tutor.widgets.prose import BreakDiff, Prose


class ReadStage(StageView):
    """The lesson page."""

    BINDINGS = [("enter", "onwards", "")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="reading"):
            yield Prose(self.page.sections["read"])
            if self.place.mode == "open":
                yield Static(self.text("read.diff", file=self.place.lesson.broken.file), classes="heading")
                yield BreakDiff(self.place.lesson.broken)
                yield Prose(self.page.sections["edit"])
            else:
                yield Static(self.text("read.symptom"), classes="heading")
                yield Prose(self.page.sections["symptom"])

    def begin(self) -> None:
        self.query_one("#reading").focus()

    def keys(self) -> str:
        return self.text("read.keys")

    def action_onwards(self) -> None:
        self.post_message(self.Onwards())
