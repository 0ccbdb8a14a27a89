"""Why: the cause, what it teaches, where it leads; and a box for the learner's own words."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static, TextArea

from lessons.cascade import State
from tutor.stages.stage import Draft, StageView
from tutor.widgets.editor import Editor
from tutor.widgets.prose import Prose


class WhyStage(StageView):
    """The last page of a lesson."""

    BINDINGS = [("tab", "write", ""), ("ctrl+s", "keep", ""), ("escape", "leave", "")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="reading"):
            for section in ("cause", "why", "next"):
                yield Static(self.text(f"why.{section}"), classes="heading")
                yield Prose(self.page.sections[section])
        yield Static(self.text("why.reflection"), classes="heading")
        box = Editor(self.state.reflection, id="reflection", soft_wrap=True, tab_behavior="focus")
        box.cursor_blink = False
        yield box
        yield Static(id="kept")

    def begin(self) -> None:
        self.query_one("#reading").focus()

    def keys(self) -> str:
        return self.text("why.keys_box" if self.query_one("#reflection").has_focus else "why.keys")

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_descendant_blur(self) -> None:
        self.call_later(self.show_keys)

    def action_write(self) -> None:
        target = "#reading" if self.query_one("#reflection").has_focus else "#reflection"
        self.query_one(target).focus()

    def action_leave(self) -> None:
        """Escape leaves the box first, then the lesson."""
        if self.query_one("#reflection").has_focus:
            self.query_one("#reading").focus()
        else:
            self.post_message(self.Left())

    def draft(self) -> Draft | None:
        """What was written and not kept yet."""
        words = self.query_one("#reflection", TextArea).text.strip()
        return ("reflection", {"text": words}) if words != self.state.reflection else None

    def action_keep(self) -> None:
        self.keep_draft()
        self.happened("finished")

    def update_state(self, state: State) -> None:
        super().update_state(state)
        if state.finished:
            self.query_one("#kept", Static).update(f"✓ {self.text('why.saved')}")
            self.query_one("#reading").focus()
