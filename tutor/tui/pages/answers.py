"""The answers of a round, each a row to change; the last row goes on, and is where one begins."""

from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from lessons.page import Onward, Table
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import row_contents, widgets_of
from tutor.tui.widgets.marked import MarkedList


class AnswersPage(PageView):
    """Enter does what the row says: it changes an answer, or goes on. Space changes, too."""

    def compose(self) -> ComposeResult:
        *before, table = self.page.blocks
        assert isinstance(table, Table)
        headings, *rows = row_contents(table, self.room)
        answers = MarkedList(
            Option(headings, disabled=True),
            *map(Option, rows),
            None,
            self.want.row,
            id="answers",
            markup=False,
        )
        yield self.placed(*widgets_of(before, self.room), answers, takes_focus=False)

    @property
    def want(self) -> Onward:
        assert isinstance(self.page.want, Onward)
        return self.page.want

    def begin(self) -> None:
        answers = self.query_one("#answers", OptionList)
        answers.focus()
        answers.highlighted = answers.option_count - 1

    def keys(self) -> str:
        return str(self.text("predict.keys_review"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self.change(event.option_index):
            self.post_message(self.Onwards())

    def on_key(self, event: events.Key) -> None:
        """Space changes the answer under the cursor."""
        if event.key == "space" and self.change(self.query_one("#answers", OptionList).highlighted):
            event.stop()

    def change(self, row: int | None) -> bool:
        """Ask the question of a row again. False where the row has none."""
        if row is None or not 0 < row <= len(self.want.change):
            return False
        self.post_message(self.Asked(self.want.change[row - 1]))
        return True
