"""The instruments over a lesson that shows its break: on the very run, and nothing of it is kept."""

from textual.app import ComposeResult
from textual.containers import Container

from lessons.course.lesson.state import Looked
from tutor.session import Session
from tutor.tui.pages import page_view
from tutor.tui.pages.page import PageView
from tutor.tui.screens.frame import OverScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.panes import swap


class InstrumentsScreen(OverScreen[None]):
    """Choose an instrument, and see its reading beside what is normal."""

    BINDINGS = [("i,q,escape", "close"), ("question_mark,f1", "app.help")]
    title_key, keys_key, help_key = "instruments.title", "instruments.keys_over", "help.instruments"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield Container(self.view(), id="page")
        yield KeyLine()

    async def on_page_view_did(self, message: PageView.Did) -> None:
        message.stop()
        if isinstance(message.act, Looked):
            self.session.instruments.keep(message.act, self.text)
            await swap(self.query_one("#page"), self.view())

    def view(self) -> PageView:
        return page_view(self.session, self.session.instruments.page(self.text))

    def on_page_view_onwards(self, message: PageView.Onwards) -> None:
        message.stop()
        self.action_close()
