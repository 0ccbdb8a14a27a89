"""Reviews: lessons of three steps, one concept after the other."""

from functools import cached_property

from lessons.course.lesson.page import Train
from lessons.course.lesson.state import Act
from progress.schedule import ReviewCard
from tutor.review_session import ReviewSession
from tutor.tui.screens.lesson import GOING, LessonScreen
from tutor.tui.widgets.panes import Panes


class ReviewScreen(LessonScreen):
    """The reviews that are due when it opens, one concept at a time."""

    def __init__(self, cards: tuple[ReviewCard, ...], number: int = 0) -> None:
        super().__init__(None)
        self.cards, self.number, self.is_last = cards, number, number + 1 == len(cards)

    @cached_property
    def session(self) -> ReviewSession:
        return ReviewSession(self.tutor.learner, self.cards[self.number], self.text, self.is_last)

    def title_words(self) -> str:
        concept = self.tutor.learner.course.concepts[self.cards[self.number].concept][self.text.language]
        return f" {self.text('review.title', number=self.number + 1, count=len(self.cards), idea=concept)}"

    async def do(self, act: Act) -> None:
        """Do an act; where it no longer counts, say so and go to the next concept."""
        await super().do(act)
        if not self.session.counts:
            self.notify(self.text("review.elsewhere"), severity="warning", markup=False)
            self.next_concept()

    async def go_on(self) -> None:
        """After the verdict comes the next concept; after the last one the map."""
        if self.session.is_at_end:
            self.next_concept()
        else:
            await super().go_on()

    def keys(self) -> str:
        """Return the keys, without a key that goes back: a review goes one way."""
        if self.session.is_at_end:
            more = any(panes.has_more() for panes in self.query(Panes))
            return self.text("review.keys_more" if more else "review.keys_done" if self.is_last else "review.keys_next")
        return self.text("review.keys_run") if isinstance(self.session.page.want, Train) else super().keys()

    def next_concept(self) -> None:
        if self.is_last:
            self.action_map()
        else:
            self.app.switch_screen(ReviewScreen(self.cards, self.number + 1))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action not in GOING
