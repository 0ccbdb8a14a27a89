"""Before the tutor is left with things that could not be saved: write them elsewhere, try again, or leave them."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from progress.errors import ProgressError
from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, Tutor, tutor_of
from tutor.tui.widgets.editor import LineEditor
from tutor.unsaved import free_places, typed_place, written_words
from tutor.words.sentences import in_words


class UnsavedScreen(ModalScreen[None], Covered[None]):
    """The learner decides: nothing is written outside their folder unless they say so."""

    CSS_PATH = PAGES
    BINDINGS = [
        ("enter", "write", ""),
        ("r", "retry", ""),
        ("q", "leave", ""),
        ("escape", "stay", ""),
    ]
    AUTO_FOCUS = ""

    @property
    def tutor(self) -> Tutor:
        return tutor_of(self)

    def compose(self) -> ComposeResult:
        text = self.tutor.text
        self.places = iter(free_places(self.tutor.learner))
        with Vertical(id="unsaved"):
            yield Static(id="unsaved-words", markup=False)
            yield Static(text("app.unsaved_file"), markup=False)
            yield LineEditor(self.next_place(), id="unsaved-file")
            yield Static(text("app.unsaved_keys"), classes="note", markup=False)

    def on_mount(self) -> None:
        self.app.clear_notifications()  # one about the same trouble would lie over the keys
        self.show_trouble()

    def next_place(self) -> str:
        return str(next(self.places, ""))

    def show_trouble(self, trouble: str = "") -> None:
        """How much is unsaved, and why; or why the latest attempt failed."""
        self.query_one("#unsaved-words", Static).update(self.tutor.unsaved_words(trouble))

    def action_write(self) -> None:
        box = self.query_one("#unsaved-file", Input)
        learner, text = self.tutor.learner, self.tutor.text
        file = typed_place(box.value, learner)
        try:
            learner.journal.export_unsaved(file)
        except ProgressError as error:
            self.show_trouble(in_words(error.sentence, text))
            box.value = self.next_place() or box.value
            return
        self.tutor.go(written_words(learner, file, text))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_write()

    def action_retry(self) -> None:
        if self.tutor.learner.journal.retry():
            self.tutor.go()
        else:
            self.show_trouble(f"{self.tutor.trouble_words()} {self.tutor.text('app.unsaved_still')}")

    def action_leave(self) -> None:
        self.tutor.go(self.tutor.unsaved_words())

    def action_stay(self) -> None:
        """Out of the file's name first, then back to where the learner was."""
        if self.focused:
            self.set_focus(None)
        else:
            self.dismiss()
