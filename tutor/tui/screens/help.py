"""What lies over a screen to be read: the keys that it has, a notice, whether a pack may run, that nothing is due."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from lessons.course import Pack
from progress.inert import inert
from tutor.consent import consent_words
from tutor.tui.key_rows import KeyRow, shown
from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, FramedScreen, tutor_of
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.panes import Column


class HelpScreen(ModalScreen[None], Covered[None]):
    """Over the current screen, closed by Escape."""

    CSS_PATH = PAGES
    BINDINGS = [("escape,question_mark,f1,enter,q", "close", "")]

    def __init__(self, here: str, rows: Sequence[KeyRow]) -> None:
        super().__init__()
        self.here, self.rows = here, rows

    def compose(self) -> ComposeResult:
        text = tutor_of(self).text
        with VerticalScroll(id="help"):
            if self.here:
                yield Static(self.here, classes="here", markup=False)
            yield Static(text("help.title"), classes="heading")
            yield from self.table(row for row in self.rows if not row.everywhere)
            yield Static(text("help.everywhere"), classes="heading")
            yield from self.table(row for row in self.rows if row.everywhere)
            yield Static(text("help.close"), classes="note")

    def table(self, rows: Iterable[KeyRow]) -> Iterable[Horizontal]:
        """The keys, and beside them what they do."""
        text = tutor_of(self).text
        for row in rows:
            keys = Static(shown(row.keys, text), classes="keys", markup=False)
            yield Horizontal(keys, Static(row.words, markup=False))

    def action_close(self) -> None:
        self.dismiss()


class NoticeScreen(ModalScreen[None], Covered[None]):
    """Something the learner must know before they begin: Enter goes on, q quits."""

    is_alone = False
    CSS_PATH = PAGES
    BINDINGS = [("enter,escape", "close", ""), ("q", "app.quit", "")]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static(self.words, markup=False)

    def action_close(self) -> None:
        self.dismiss()


class NoReviewScreen(FramedScreen):
    """Nothing is due: when the next concept comes back."""

    BINDINGS = [("enter,escape,b", "map", "")]
    help_key = "help.review"

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('review.title_none')}", f"{self.who()} ")
        yield Column(Static(self.words, classes="note", markup=False), id="own-title")
        yield KeyLine(self.text("review.keys_none"))

    def action_map(self) -> None:
        self.tutor.show_map(self)


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
