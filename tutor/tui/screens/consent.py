"""Before a pack's code runs for the first time: whose it is, what it will do, and whether it may."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from lessons.course import Pack
from progress.inert import inert
from tutor.consent import consent_words
from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, tutor_of


class ConsentScreen(ModalScreen[bool], Covered[bool]):
    """Over the map: y lets the code run, n and Escape do not. Enter decides nothing by mistake."""

    CSS_PATH = PAGES
    BINDINGS = [("y,s", "answer(True)", ""), ("n,escape", "answer(False)", ""), ("q", "app.quit", "")]

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.pack = pack

    def compose(self) -> ComposeResult:
        text = tutor_of(self).text
        with VerticalScroll(id="help"):
            yield Static(f"{inert(consent_words(self.pack, text), lines=True)}\n", markup=False)
            yield Static(text("pack.keys"), classes="note", markup=False)

    def action_answer(self, agreed: bool) -> None:
        self.dismiss(agreed)
