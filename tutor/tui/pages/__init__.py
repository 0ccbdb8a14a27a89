"""Pages of a lesson: one widget for each thing that a page may want."""

from lessons.page import Ask, Change, Choose, Find, Onward, Page, Train, Write
from tutor.session import Session
from tutor.tui.pages.answers import AnswersPage
from tutor.tui.pages.ask import AskPage
from tutor.tui.pages.change import ChangePage
from tutor.tui.pages.choose import ChoosePage
from tutor.tui.pages.find import FindPage
from tutor.tui.pages.look import LookPage
from tutor.tui.pages.mended import MendedPage
from tutor.tui.pages.page import PageView
from tutor.tui.pages.read import ReadPage
from tutor.tui.pages.train import TrainPage
from tutor.tui.pages.write import WritePage
from tutor.tui.running import Running

WANTS: dict[type, type[PageView]] = {
    Ask: AskPage,
    Train: TrainPage,
    Find: FindPage,
    Choose: ChoosePage,
    Change: ChangePage,
    Write: WritePage,
}
KINDS: dict[str, type[PageView]] = {"run": TrainPage, "repair": MendedPage, "lab": MendedPage}


def page_view(session: Session, page: Page, running: Running | None = None) -> PageView:
    """The widget for a page: by what it wants; where it only wants to go on, by what there is to see.

    A run that is under way goes on in the page of its step.
    """
    if running and page.kind == "run":
        return TrainPage(session, page, running)
    if isinstance(page.want, Onward) and page.want.change:
        return AnswersPage(session, page)
    is_leafed = page.looks or page.cards
    kind = WANTS.get(type(page.want)) or (LookPage if is_leafed else KINDS.get(page.kind, ReadPage))
    return kind(session, page)
