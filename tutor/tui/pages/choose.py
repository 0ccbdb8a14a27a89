"""One of several to choose: with the keys, or by a click. The first answer counts."""

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from lessons.acts import Accused
from lessons.page import Choose
from lessons.plain_text import plain_text
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.marked import MarkedList


class ChoosePage(PageView):
    """What is asked, and a row for each answer."""

    BINDINGS = [("escape", "leave", "")]

    @property
    def want(self) -> Choose:
        assert isinstance(self.page.want, Choose)
        return self.page.want

    def compose(self) -> ComposeResult:
        rows = [Option(Content(plain_text(words))) for words in self.want.options.values()]
        yield self.placed(*self.widgets(), MarkedList(*rows, id="choices"), takes_focus=False)

    def begin(self) -> None:
        """Nothing is chosen: Enter alone is no answer."""
        choices = self.query_one("#choices", OptionList)
        choices.highlighted = None
        choices.focus()

    def keys(self) -> str:
        return str(self.text("accuse.keys"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.did(Accused(list(self.want.options)[event.option_index]))

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter" and self.query_one("#choices", OptionList).highlighted is None:
            self.notify(self.text("predict.choose_first"), timeout=3, markup=False)

    def action_leave(self) -> None:
        self.post_message(self.Left())
