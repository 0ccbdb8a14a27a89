"""Somebody new is asked where to begin: at most three questions, then a lesson that is proposed."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.placement import PlacementQuestion
from tutor.placing import Placing
from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, tutor_of
from tutor.tui.widgets.bars import KeyLine
from tutor.tui.widgets.marked import MarkedList


class PlacementScreen(ModalScreen[str], Covered[str]):
    """Over the welcome: it gives the id of the lesson to begin with; Escape gives none, and shows the map."""

    CSS_PATH = PAGES
    BINDINGS = [("escape", "leave", ""), ("b", "back", ""), ("q", "app.quit", "")]
    help_key = "placement.help"

    def __init__(self, placing: Placing) -> None:
        super().__init__()
        self.placing = placing

    def compose(self) -> ComposeResult:
        with Vertical(id="placement"):
            yield Static(id="placement-ask", markup=False)
            yield MarkedList(id="placement-answers")
        yield KeyLine(tutor_of(self).text("placement.keys"))

    def on_mount(self) -> None:
        self.query_one("#placement-answers").focus()
        self.show()

    def show(self) -> None:
        """The question that it has come to, or the lesson that the answers lead to."""
        here, text = self.placing.here, tutor_of(self).text
        if isinstance(here, PlacementQuestion):
            asked = here.ask[text.language]
            answers = [option.words[text.language] for option in here.options]
        else:
            asked = self.placing.proposal(tutor_of(self).learner, text)
            answers = [text("placement.begin"), text("placement.map")]
        self.query_one("#placement-ask", Static).update(asked)
        table = self.query_one("#placement-answers", OptionList)
        table.set_options(Option(answer) for answer in answers)
        table.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(self.placing.here, PlacementQuestion):
            self.placing = self.placing.answered(event.option_index)
            self.show()
        else:
            self.dismiss(self.placing.here if event.option_index == 0 else "")

    def action_back(self) -> None:
        self.placing = self.placing.before()
        self.show()

    def action_leave(self) -> None:
        self.dismiss("")
