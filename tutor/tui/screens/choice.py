"""A question over a screen, with a row for each answer."""

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, tutor_of
from tutor.tui.widgets.bars import KeyLine
from tutor.tui.widgets.marked import MarkedList
from tutor.words.text import Text

Choice = tuple[str, Mapping[str, str]]  # what is asked, and the answers: what each gives, and its words


class ChoiceScreen(ModalScreen[str], Covered[str]):
    """Give the answer that was chosen; Escape gives none."""

    CSS_PATH = PAGES
    BINDINGS = [("escape", "leave", ""), ("q", "app.quit", ""), ("question_mark,f1", "app.help", "")]
    help_key = "choice.help"
    keys_key = "choice.keys"

    def __init__(self, asked: Choice) -> None:
        super().__init__()
        self.asked = asked

    @property
    def text(self) -> Text:
        return tutor_of(self).text

    def compose(self) -> ComposeResult:
        with Vertical(id="choice"):
            yield Static(id="choice-ask", markup=False)
            yield MarkedList(id="choice-answers")
        yield KeyLine(self.text(self.keys_key))

    def on_mount(self) -> None:
        self.query_one("#choice-answers").focus()
        self.show(self.asked)

    def show(self, asked: Choice) -> None:
        self.asked = asked
        self.query_one("#choice-ask", Static).update(asked[0])
        table = self.query_one("#choice-answers", OptionList)
        table.set_options(map(Option, asked[1].values()))
        table.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.take(list(self.asked[1])[event.option_index])

    def take(self, answer: str) -> None:
        self.dismiss(answer)

    def action_leave(self) -> None:
        self.dismiss(None)


def ways_into(title: str, text: Text) -> Choice:
    """Ask how a break is to be met."""
    return f"{title}\n\n{text('choice.way')}", {mode: text(f"choice.{mode}") for mode in ("blind", "open")}
