"""Pages of a lesson: one widget for each thing that a page may want."""

from typing import Any

from lessons.course.lesson.page import Ask, Change, Choose, Find, Measure, Onward, Page, Train, Write
from tutor.session import Session
from tutor.tui.pages.change import ChangePage
from tutor.tui.pages.find import FindPage
from tutor.tui.pages.look import LookPage
from tutor.tui.pages.measure import MeasurePage
from tutor.tui.pages.page import PageView
from tutor.tui.pages.questions import AnswersPage, AskPage, ChoosePage
from tutor.tui.pages.read import MendedPage, ReadPage
from tutor.tui.pages.train import TrainPage
from tutor.tui.pages.write import WritePage

WANTS: dict[type, type[PageView[Any]]] = {
    Ask: AskPage,
    Train: TrainPage,
    Find: FindPage,
    Choose: ChoosePage,
    Measure: MeasurePage,
    Change: ChangePage,
    Write: WritePage,
}
MADE: dict[str, type[PageView[Any]]] = {"run": TrainPage, "code": MendedPage}


def page_view(session: Session, page: Page) -> PageView[Any]:
    """Return the widget for a page: by what it wants; where it only wants to go on, by what there is to see."""
    if isinstance(page.want, Onward) and page.want.change:
        return AnswersPage(session, page)
    is_leafed = page.looks or page.cards
    kind = WANTS.get(type(page.want)) or (LookPage if is_leafed else MADE.get(page.shows, ReadPage))
    return kind(session, page)
