"""How far a run has come, in words and as a bar; or, in the same place, what Enter would do."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from tutor.tui.widgets.line import Line

BAR = 12  # cells


class ProgressRow(Horizontal):
    """One row of words, and a bar while something runs."""

    def compose(self) -> ComposeResult:
        yield Line(id="progress")
        yield Static(id="bar")

    def say(self, words: str) -> None:
        """Words alone: nothing runs."""
        self.query_one("#progress", Line).show(words, bold=True)
        self.query_one("#bar").display = False

    def show(self, share: float, words: str) -> None:
        self.query_one("#progress", Line).show(words)
        bar = self.query_one("#bar", Static)
        bar.display = True
        bar.update("█" * int(share * BAR) + "░" * (BAR - int(share * BAR)), layout=False)
