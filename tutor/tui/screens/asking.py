"""Screens that ask for one line below their page: a finding, a path, a number, an explanation."""

from textual.widget import Widget
from textual.widgets import Input

from tutor.tui.screens.frame import FramedScreen
from tutor.tui.widgets.play import LineBox

FINDING = "finding"


class AskingScreen(FramedScreen):
    """A screen with a box for a line. Enter takes what was typed, Escape leaves it."""

    asks = ""  # what for
    below: Widget | None = None  # that has the keys once the box is closed

    @property
    def box(self) -> LineBox:
        return self.query_one(LineBox)

    @property
    def is_writing(self) -> bool:
        return any(box.display for box in self.query(LineBox))

    def ask(self, what: str, heading: str, about: str, words: str = "") -> None:
        """Ask for a line, which may begin with some words, and say below what it is about."""
        if not self.is_writing:
            self.below = self.focused
        self.asks = what
        self.box.ask(heading, about, words)
        self.refresh_bindings()

    def ask_finding(self, about: str) -> None:
        self.ask(FINDING, self.text("play.finding"), about)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.asks == FINDING or not self.box.words:
            self.keep_drafts()
        else:
            self.take_line(self.asks, self.box.words)

    def take_line(self, what: str, words: str) -> None:
        """Take a line that is no finding."""

    def keep_finding(self, words: str) -> str:
        """Keep a finding, and say where."""
        raise NotImplementedError

    def keep_drafts(self) -> None:
        """Keep a finding that was typed, and close the box."""
        super().keep_drafts()
        if self.is_writing:
            if self.asks == FINDING and self.box.words:
                self.notify(self.keep_finding(self.box.words), markup=False)
            self.close_box()

    def close_box(self) -> None:
        self.box.close()
        self.set_focus(self.below)
        self.refresh_bindings()

    def action_map(self) -> None:
        """Out of the box; then out of the screen."""
        if self.is_writing:
            self.close_box()
        else:
            super().action_map()
