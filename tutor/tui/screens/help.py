"""Help: what to do here, and the keys that work everywhere."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tutor.tui.screens.framed import tutor_of


class HelpScreen(ModalScreen[None]):
    """Over the current screen, closed by Escape."""

    BINDINGS = [("escape,question_mark,enter,q", "close", "")]

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here = here

    def compose(self) -> ComposeResult:
        text = tutor_of(self).text
        with VerticalScroll(id="help"):
            yield Static(text("help.title"), classes="heading")
            yield Static(self.here)
            yield Static(text("help.keys"), classes="note", markup=False)
            yield Static(text("help.close"), classes="note")

    def action_close(self) -> None:
        self.dismiss()


class NoticeScreen(ModalScreen[None]):
    """Something the learner must know before they begin: Enter goes on, q quits."""

    BINDINGS = [("enter,escape", "close", ""), ("q", "app.quit", "")]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(self.words, markup=False)

    def action_close(self) -> None:
        self.dismiss()
