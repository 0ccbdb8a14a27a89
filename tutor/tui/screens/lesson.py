"""A lesson: its steps above, one page at a time."""

import asyncio
from functools import cached_property

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import Term
from lessons.course.lesson.page import Page
from lessons.course.lesson.state import Act, Swept
from tutor import plots
from tutor.session import Session
from tutor.tui.live_run import Batch
from tutor.tui.pages import page_view
from tutor.tui.pages.find import FindPage
from tutor.tui.pages.page import PageView
from tutor.tui.pages.write import WritePage
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.screens.instruments import InstrumentsScreen
from tutor.tui.screens.source import SourceScreen
from tutor.tui.steady import is_whole
from tutor.tui.widgets.bars import KeyLine, StepBar, TitleLine
from tutor.tui.widgets.lists import NumberedList
from tutor.tui.widgets.panes import swap
from tutor.words.text import title_of

GOING = ("next", "back", "go")  # actions that lead to another step


class LessonScreen(FramedScreen):
    """One lesson in one mode, opened at the step where it was left."""

    BINDINGS = [
        ("n", "next"),
        ("b", "back"),
        ("escape", "map"),
        ("c", "source"),
        ("i", "instruments"),
        *[(f"{number % 10}", f"go({number - 1})") for number in range(1, 11)],
    ]
    news = 0  # of the journal, that are shown
    has_told = False  # that a batch is in, which is not on the screen
    has_refused = False  # a step that is not open yet, and said why

    def __init__(self, place: LessonMode | None) -> None:
        super().__init__()
        self.place = place

    @cached_property
    def session(self) -> Session:
        """Opened when it is first asked for: a key may come before the page does."""
        assert self.place
        return Session(self.tutor.learner, self.place, self.text)

    @property
    def help_key(self) -> str:  # type: ignore[override]
        return self.session.page.help

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield StepBar(self.session)
        yield Container(id="page")
        yield KeyLine()

    def title_words(self) -> str:
        session = self.session
        return f" {title_of(session.place, self.tutor.learner.course, self.text, session.state)}"

    async def begin(self) -> None:
        self.news = self.tutor.learner.journal.news
        for words in self.session.opening_words():
            self.notify(words, severity="warning", timeout=10, markup=False)
        asyncio.get_running_loop().run_in_executor(None, plots.make_ready)
        await self.show(self.session.page)

    async def compose_again(self) -> None:
        """Go on in another language, with what is half done; a page that cannot, such as an editor, is made anew."""
        self.keep_drafts()
        self.session.text = self.text
        anew = not any([await view.speak() for view in self.views()])
        await self.show(self.session.page, anew)

    async def show(self, page: Page, anew: bool = False) -> None:
        """Put a page on the screen; where the widget that is there can show it, it stays."""
        self.take_back()
        if self.has_refused:  # which may no longer be so
            self.has_refused = False
            self.app.call_later(self.app.clear_notifications)
        self.tell_trouble()
        self.refresh_bindings()
        views = [] if anew else self.views()
        if fitting := next((view for view in views if view.fits(page)), None):
            await fitting.show(page)
            return
        for box in self.query("#page"):  # which is gone where the learner has left in the same moment
            await swap(box, page_view(self.session, page))

    def views(self) -> list[PageView]:
        """Return the page that is on the screen, once it is whole and as long as it is."""
        return [view for view in self.query(PageView) if view.is_mounted and is_whole(view)]

    async def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.take_back()
        await self.look_elsewhere()

    async def look_elsewhere(self) -> None:
        """Show what was done elsewhere, once this page is not at work; what is typed here stays, or is kept."""
        news = self.tutor.learner.journal.news
        for view in self.views():
            if view.is_at_work():
                continue
            view.look_elsewhere()
            if news == self.news:
                continue
            self.news = news
            if self.session.begins_anew():
                self.notify(self.text("lesson.reset_elsewhere"), severity="warning", markup=False)
            if view.page != self.session.page:
                self.keep_drafts()
                await self.show(self.session.page)

    def gone_elsewhere(self) -> str:
        return self.session.gone_elsewhere() if self.is_mounted else ""

    async def action_go(self, number: int) -> None:
        """Go to a step: one that was reached before, or the next if this one is done."""
        before = self.session.state.here
        self.keep_drafts()
        await self.arrive(self.session.go(number), before, number)

    async def arrive(self, page: Page, before: int, number: int) -> None:
        """Show the page of another step; where it cannot be entered yet, say why, in one row, and once."""
        if self.session.state.here != before:
            await self.show(page)
        elif words := self.session.why_not_yet(number):
            if going := Batch.of(self.app, self.session):
                words = self.text("run.next_waits", left=going.frame.left if going.frame else "")
            self.tell_words(words)
            self.has_refused = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while there is a step that it leads to; digits of a numbered list are that list's."""
        if action not in GOING:
            return action != "instruments" or self.session.may_measure
        here = self.session.state.here
        number = {"next": here + 1, "back": here - 1}.get(action, parameters[0] if parameters else here)
        rows = self.focused.option_count if action == "go" and isinstance(self.focused, NumberedList) else 0
        return number != here and number in range(rows, len(self.session.steps.all))

    async def action_next(self) -> None:
        await self.action_go(self.session.state.here + 1)

    async def action_back(self) -> None:
        await self.action_go(self.session.state.here - 1)

    def keep_drafts(self) -> None:
        for view in self.views():
            if act := view.draft():
                self.session.do(act)

    def close_session(self) -> None:
        self.session.close()

    def action_map(self) -> None:
        self.keep_drafts()
        self.close_session()
        super().action_map()

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        return self.session.terms, self.session.terms_here

    def action_instruments(self) -> None:
        self.app.push_screen(InstrumentsScreen(self.session))

    def action_source(self) -> None:
        self.app.push_screen(SourceScreen(self.session, pointing=False))

    def keys(self) -> str:
        """Return the keys of the page; at the first step without the key that goes back."""
        items = "".join(view.keys() for view in self.views()).split(" · ")
        return " · ".join(item for item in items if self.session.state.here or not item.startswith("b "))

    # What pages announce. Textual calls such a handler of every class: what a review does otherwise has its own name.

    async def on_page_view_did(self, message: PageView.Did) -> None:
        message.stop()
        await self.do(message.act)
        if self.app.screen is not self:
            self.tell_come(message.act, "Esc")

    async def do(self, act: Act) -> None:
        await self.show(self.session.do(act))

    def take(self, place: LessonMode, act: Swept) -> bool:
        if self.session.steps.review or place.key != self.session.place.key:
            return False
        self.session.do(act)
        self.tell_trouble()
        self.refresh_bindings()
        self.tell_come(act, str((self.session.steps.trained_in(act.experiment) + 1) % 10))
        return True

    def tell_come(self, act: Act, key: str) -> None:
        """Say that a batch is in to whoever reads something else meanwhile, and which key leads back."""
        if isinstance(act, Swept):
            self.has_told = True
            self.notify(self.text("run.came", seeds=act.seeds, key=key), timeout=10, markup=False)

    def take_back(self) -> None:
        """Take away what was told of a batch, now that it is seen."""
        if self.has_told and self.app.screen is self and self.session.step.trains:
            self.has_told = False
            self.app.clear_notifications()

    async def on_page_view_asked(self, message: PageView.Asked) -> None:
        message.stop()
        await self.show(self.session.look_again(message.question))

    async def on_page_view_onwards(self, message: PageView.Onwards) -> None:
        message.stop()
        await self.go_on()

    async def go_on(self) -> None:
        before = self.session.state.here
        await self.arrive(self.session.onward(), before, before + 1)

    def on_page_view_left(self) -> None:
        self.action_map()

    def on_write_page_play_wanted(self, message: WritePage.PlayWanted) -> None:
        message.stop()
        self.keep_drafts()
        self.tutor.play(lesson=self.session.place.lesson.id)

    def on_write_page_next_wanted(self, message: WritePage.NextWanted) -> None:
        message.stop()
        self.app.call_later(self.tutor.open_next)  # which takes this screen away

    def on_find_page_point_wanted(self, message: FindPage.PointWanted) -> None:
        message.stop()
        self.app.push_screen(SourceScreen(self.session, pointing=True), self.pointed)

    async def pointed(self, result: object) -> None:
        """Back from the source: show what was found."""
        await self.show(self.session.page)


class VisitScreen(LessonScreen):
    """A lesson that a page below names: whoever leaves it, or is done with it, is back on that page."""

    is_alone = False

    @cached_property
    def session(self) -> Session:
        assert self.place
        return Session(self.tutor.learner, self.place, self.text, is_visit=True)

    def on_write_page_next_wanted(self, message: WritePage.NextWanted) -> None:
        message.prevent_default()
        message.stop()
        self.action_map()
