"""A line for a finding, and above it what it is about. Hidden until it is wanted."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tutor.tui.widgets.editor import LineEditor
from tutor.words.text import Text

LONGEST = 500  # letters


class FindingBox(Vertical):
    """One line. Enter and Escape are its screen's."""

    def __init__(self, text: Text) -> None:
        super().__init__(id="finding")
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text("play.finding"), classes="heading")
        yield LineEditor(id="finding-line", max_length=LONGEST)
        yield Static(id="finding-about", classes="note", markup=False)

    @property
    def line(self) -> LineEditor:
        return self.query_one(LineEditor)

    @property
    def words(self) -> str:
        return self.line.value.strip()

    def ask(self, about: str) -> None:
        """Show the box with the cursor in it."""
        self.query_one("#finding-about", Static).update(about)
        self.display = True
        self.line.cursor_blink = False
        self.line.focus()

    def close(self) -> None:
        self.line.value = ""
        self.display = False
