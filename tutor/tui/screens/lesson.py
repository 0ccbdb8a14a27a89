"""A lesson: its steps above, one page at a time; and reviews, which are lessons of three steps."""

import asyncio

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from lessons.acts import Act
from lessons.course import LessonMode
from lessons.drawings import make_ready
from lessons.glossary import Term
from lessons.page import Page
from progress.schedule import Card
from tutor import plots
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.tui.late import is_whole
from tutor.tui.pages import page_view
from tutor.tui.pages.find import FindPage
from tutor.tui.pages.page import PageView
from tutor.tui.pages.train import TrainPage
from tutor.tui.pages.write import WritePage
from tutor.tui.running import Running
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.screens.source import SourceScreen
from tutor.tui.widgets.bars import KeyLine, StepBar, TitleLine
from tutor.tui.widgets.swap import swap
from tutor.words.course import title_of


class LessonScreen(FramedScreen):
    """One lesson in one mode, opened at the step where it was left."""

    BINDINGS = [
        ("n", "next", ""),
        ("b", "back", ""),
        ("escape", "map", ""),
        ("c", "source", ""),
        *[(f"{number % 10}", f"go({number - 1})", "") for number in range(1, 11)],
    ]

    def __init__(self, place: LessonMode | None, session: Session | None = None) -> None:
        super().__init__()
        self.place, self.begun = place, session
        self.running: Running | None = None  # a run that another screen began
        self.news = 0  # of the journal, that are shown

    def recreated(self) -> "LessonScreen":
        """The same session goes on, with what is half done; a run that is under way goes on, too."""
        self.keep_drafts()
        screen = self.with_session(self.session)
        screen.running = next((view.handed_over() for view in self.query(TrainPage)), None)
        return screen

    def with_session(self, session: Session) -> "LessonScreen":
        return LessonScreen(self.place, session)

    @property
    def session(self) -> Session:
        """Opened when it is first asked for: a key may come before the page does."""
        if self.begun is None:
            self.begun = self.opened()
        return self.begun

    def opened(self) -> Session:
        assert self.place is not None
        return Session(self.tutor.learner, self.place, self.text)

    @property
    def help_key(self) -> str:  # type: ignore[override]
        return f"help.{self.session.step.kind}"

    def compose(self) -> ComposeResult:
        self.session.text = self.text
        yield TitleLine(self.title_words(), f"{self.who()} ")
        yield StepBar(self.text, self.session.steps, self.session.state)
        yield Container(id="page")
        yield KeyLine()

    def title_words(self) -> str:
        session = self.session
        return f" {title_of(session.place, self.tutor.learner.course, self.text, session.state)}"

    async def on_mount(self) -> None:
        self.news = self.tutor.learner.journal.news
        if words := self.session.take_over_words():
            self.notify(words, severity="warning", timeout=10, markup=False)
        asyncio.get_running_loop().run_in_executor(None, plots.make_ready)
        await asyncio.to_thread(make_ready, self.session.place.lesson)
        await self.show(self.session.page)

    async def show(self, page: Page) -> None:
        """Put a page on the screen; where the widget that is there can show it, it stays."""
        self.tell_trouble()
        for line in self.query(TitleLine):
            line.show(self.title_words(), f"{self.who()} ")
        for bar in self.query(StepBar):
            bar.show(self.session.state)
        for view in self.views():
            if view.fits(page):
                await view.show(page)
                return
        for box in self.query("#page"):  # which is gone where the learner has left in the same moment
            running, self.running = self.running, None
            await swap(box, page_view(self.session, page, running))

    def views(self) -> list[PageView]:
        """The page that is on the screen, once it is whole and as long as it is."""
        return [view for view in self.query(PageView) if view.is_mounted and is_whole(view)]

    # What other windows do.

    async def on_screen_resume(self, event: events.ScreenResume) -> None:
        await self.look_elsewhere()

    async def look_elsewhere(self) -> None:
        """Show what was done elsewhere, once this page is not at work."""
        for view in self.views():
            if not view.is_at_work():
                view.look_elsewhere()
                await self.catch_up(view)

    def gone_elsewhere(self) -> str:
        """That a newer window goes on with this lesson; nothing while it is this one."""
        return self.session.gone_elsewhere() if self.is_mounted else ""

    async def catch_up(self, view: PageView) -> None:
        """Show what was done elsewhere; what is typed here stays, or is kept."""
        news = self.tutor.learner.journal.news
        if news == self.news:
            return
        self.news = news
        if self.session.begins_anew():
            self.notify(self.text("lesson.reset_elsewhere"), severity="warning", markup=False)
        if view.page != self.session.page:
            self.keep_drafts()
            await self.show(self.session.page)

    # Where the learner goes.

    async def action_go(self, number: int) -> None:
        """To a step: one that was reached before, or the next if this one is done."""
        before = self.session.state.here
        self.keep_drafts()
        page = self.session.go(number)
        if self.session.state.here != before:
            await self.show(page)
        else:
            self.tell_what_is_missing(number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while there is a step that it leads to."""
        here = self.session.state.here if action in ("next", "back", "go") else 0
        number = {"next": here + 1, "back": here - 1}.get(action, parameters[0] if parameters else here)
        return action not in ("next", "back", "go") or (
            number != here and number in range(len(self.session.steps.all))
        )

    async def action_next(self) -> None:
        await self.action_go(self.session.state.here + 1)

    async def action_back(self) -> None:
        await self.action_go(self.session.state.here - 1)

    def keep_drafts(self) -> None:
        """What is half done on this page, before it goes from the screen."""
        for view in self.views():
            if act := view.draft():
                self.session.do(act)

    def close_session(self) -> None:
        self.session.close()

    def action_map(self) -> None:
        self.keep_drafts()
        self.close_session()
        self.tutor.show_map(self)

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        return self.session.terms, self.session.terms_here

    def action_source(self) -> None:
        """The real source of what the lesson is about."""
        self.app.push_screen(SourceScreen(self.session, pointing=False))

    # What pages announce. Textual calls such a handler of every class: what a review does otherwise has its own name.

    async def on_page_view_did(self, message: PageView.Did) -> None:
        message.stop()
        await self.do(message.act)

    async def do(self, act: Act) -> None:
        await self.show(self.session.do(act))

    async def on_page_view_asked(self, message: PageView.Asked) -> None:
        message.stop()
        await self.show(self.session.look_again(message.question))

    def on_page_view_keys_changed(self, message: PageView.KeysChanged) -> None:
        for line in self.query(KeyLine):
            line.show(self.keys(message.words))

    def keys(self, words: str) -> str:
        """The words for the key line, of those that the page gives: before the first step there is none."""
        items = words.split(" · ")
        return " · ".join(item for item in items if self.session.state.here or not item.startswith("b "))

    async def on_page_view_onwards(self, message: PageView.Onwards) -> None:
        message.stop()
        await self.go_on()

    async def go_on(self) -> None:
        before = self.session.state.here
        page = self.session.onward()
        if self.session.state.here != before:
            await self.show(page)
        else:
            self.tell_what_is_missing(before + 1)

    def tell_what_is_missing(self, number: int) -> None:
        """Why a step cannot be entered yet, in one row; once, however often it is asked."""
        if words := self.session.why_not_yet(number):
            self.app.clear_notifications()
            self.notify(words, timeout=3, markup=False)

    def on_page_view_left(self) -> None:
        self.action_map()

    def on_write_page_play_wanted(self, message: WritePage.PlayWanted) -> None:
        message.stop()
        self.keep_drafts()
        self.tutor.play(lesson=self.session.place.lesson.id)

    def on_find_page_point_wanted(self, message: FindPage.PointWanted) -> None:
        message.stop()
        self.app.push_screen(SourceScreen(self.session, pointing=True), self.pointed)

    async def pointed(self, result: object) -> None:
        """Back from the source: show what was found."""
        await self.show(self.session.page)


class ReviewScreen(LessonScreen):
    """What is due when it opens, one concept at a time."""

    help_key = "help.review"

    def __init__(self, cards: tuple[Card, ...], number: int = 0, session: Session | None = None) -> None:
        super().__init__(None, session)
        self.cards, self.number = cards, number

    def with_session(self, session: Session) -> "ReviewScreen":
        return ReviewScreen(self.cards, self.number, session)

    @property
    def review(self) -> ReviewSession:
        assert isinstance(self.session, ReviewSession)
        return self.session

    def opened(self) -> Session:
        return ReviewSession(self.tutor.learner, self.cards[self.number], self.text)

    def title_words(self) -> str:
        concept = self.tutor.learner.course.concepts[self.cards[self.number].concept][self.text.language]
        return f" {self.text('review.title', number=self.number + 1, count=len(self.cards), idea=concept)}"

    async def do(self, act: Act) -> None:
        """An answer that no longer counts is said so, and the next concept comes."""
        await super().do(act)
        if not self.review.counts:
            self.notify(self.text("review.elsewhere"), severity="warning", markup=False)
            self.next_concept()

    async def go_on(self) -> None:
        """After the verdict comes the next concept; after the last one the map."""
        if self.session.step.kind == "observe":
            self.next_concept()
        else:
            await self.show(self.session.onward())

    def keys(self, words: str) -> str:
        """A review goes one way: no key leads back."""
        kind = self.session.step.kind
        if kind == "observe":
            last = self.number + 1 == len(self.cards)
            return self.text("review.keys_done" if last else "review.keys_next")
        return self.text("review.keys_run") if kind == "run" else words

    def next_concept(self) -> None:
        if self.number + 1 < len(self.cards):
            self.app.switch_screen(ReviewScreen(self.cards, self.number + 1))
        else:
            self.action_map()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """A review goes one way."""
        return action not in ("next", "back", "go")
