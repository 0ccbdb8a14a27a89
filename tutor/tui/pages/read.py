"""A page that only wants to be read; or the answers of a round, to go on from or to change."""

from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from lessons.page import Onward, Table
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import row_contents, widgets_of
from tutor.tui.widgets.panes import Panes
from tutor.tui.widgets.rows import Rows


class ReadPage(PageView):
    """Blocks, and Enter goes on. Where answers may still change, each is a row to choose."""

    BINDINGS = [("enter", "onwards", "")]

    def compose(self) -> ComposeResult:
        if not self.change:
            yield from super().compose()
            return
        *before, table = self.page.blocks
        assert isinstance(table, Table)
        headings, *rows = row_contents(table, self.room)
        answers = Rows(Option(headings, disabled=True), *map(Option, rows), id="answers")
        yield self.placed(*widgets_of(before, self.room), answers, takes_focus=False)

    @property
    def change(self) -> tuple[str, ...]:
        return self.page.want.change if isinstance(self.page.want, Onward) else ()

    def begin(self) -> None:
        if self.change:
            self.query_one("#answers").focus()
        else:
            super().begin()

    def keys(self) -> str:
        if self.change:
            return str(self.text("predict.keys_review"))
        key = "read.keys" if self.page.kind == "read" else "predict.keys_locked"
        more = any(panes.has_more() for panes in self.query(Panes))
        return str(self.text("read.keys_more" if more else key))

    def on_mount(self) -> None:
        super().on_mount()
        for box in (self.panes, self.reading):
            for what in ("scroll_y", "virtual_size"):
                self.watch(box, what, self.show_keys_later, init=False)

    def on_resize(self) -> None:
        self.show_keys_later()

    def show_keys_later(self) -> None:
        """Once it is known again how much text there is room for."""
        self.call_after_refresh(self.show_keys)

    def action_onwards(self) -> None:
        """Down, where the text goes on below; at its end, on."""
        if not self.panes.leaf(1):
            self.post_message(self.Onwards())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter goes on."""
        event.stop()
        self.post_message(self.Onwards())

    def on_key(self, event: events.Key) -> None:
        """Space changes the answer under the cursor."""
        if event.key == "space" and self.change:
            event.stop()
            self.change_answer(self.query_one(Rows).highlighted or 1)

    def on_rows_clicked(self, message: Rows.Clicked) -> None:
        """A click changes the answer under the mouse."""
        message.stop()
        self.change_answer(message.row)

    def change_answer(self, row: int) -> None:
        self.session.look_again(self.change[row - 1])
        self.post_message(self.Changed())
