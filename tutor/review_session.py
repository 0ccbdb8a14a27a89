"""A concept that is due, asked once more as something new: a lesson of three steps, with a journal of its own form."""

from collections.abc import Iterator
from dataclasses import replace

from lessons.course.asking.verdicts import verdicts
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Review
from lessons.course.lesson.page import Page, Train, Words
from lessons.course.lesson.state import Act, Answer, Locked, Moved, Predicted, State, Swept
from lessons.course.steps import flow, recipes
from progress.event import is_misdated
from progress.journal import local_time
from progress.schedule import ReviewCard
from tutor.figures import figured
from tutor.learner import Learner
from tutor.session import Session
from tutor.words.text import Text, counted, when_words


class BriefSession(Session):
    """A question, its run, and what came of it: a lesson of three steps, and no journal of its own."""

    now: State

    @property
    def state(self) -> State:
        return replace(self.now, looking=self.looking)

    def record(self, act: Act) -> None:
        self.now = flow.advance(self.steps, self.now, act)

    def following(self, act: Act) -> Iterator[Act]:
        """Yield the acts that lead from an answer straight to its run, and from a run to its verdict."""
        if isinstance(act, Predicted):
            yield Moved("run")
            yield Locked("run")
        if isinstance(act, Swept):
            yield Moved("observe")


class ReviewSession(BriefSession):
    """One card. What is answered is kept; the rest is of this moment."""

    def __init__(self, learner: Learner, card: ReviewCard, text: Text, is_last: bool = False) -> None:
        self.card, self.counts, self.is_last = card, True, is_last
        of_pack = learner.course.pack_of(card.lesson) is not None
        lesson = figured(learner.course.lessons[card.lesson], of_pack, text)
        review = learner.waiting_review(card) or recipes.review_of(lesson, card.concept, card.round)
        assert review is not None  # a card is made only for a concept that has reviews
        self.review: Review = review
        self.now = State(opened=True)
        super().__init__(learner, LessonMode(lesson), text, recipes.a_review(lesson, review))
        self.edits = review.edits
        if learner.waiting_review(card) and card.answered:  # an answer waits for its run
            sure = card.answered.get("confidence")
            sure = float(sure) if isinstance(sure, int | float) else None
            for act in (Predicted(self.review.id, str(card.answered.get("answer")), sure), Moved("run")):
                self.now = flow.advance(self.steps, self.now, act)

    @property
    def page(self) -> Page:
        """Return the page; the one with the verdict says when the concept comes back."""
        page = super().page
        now = self.learner.card_now(self.card) if self.is_at_end else None
        if now is None:
            return page
        when = when_words(self.text, now.due, self.learner.today())
        words = [self.text("review.back", when=when)]
        if is_misdated(self.card.reviewed, local_time()):
            words.insert(0, self.text("review.misdated", date=f"{self.card.reviewed.astimezone():%Y-%m-%d}"))
        if self.is_last:  # of a handful
            left = len(self.learner.due())
            words.append(counted(self.text, "review.enough", left) if left else self.text("review.all"))
        return replace(page, blocks=(Words(" ".join(words), "note"), *page.blocks))

    def record(self, act: Act) -> None:
        """Keep an answer, and what a run made of it, as reviews are kept."""
        if isinstance(act, Predicted):
            self.learner.record_answer(self.card, self.review, Answer(act.answer, act.confidence))
            now = self.learner.card_now(self.card)
            self.counts = now is not None and now.round == self.card.round  # not reviewed elsewhere, nor reset
        super().record(act)
        if isinstance(act, Swept):
            for verdict in verdicts(self.place.lesson, self.now, (self.review.question,)):
                truth = verdict.truth or ""
                self.learner.record_answer(self.card, self.review, verdict.answer, right=verdict.right, truth=truth)

    def run_title(self, want: Train) -> str:
        """Return "": its question is of one run, which needs no name."""
        return ""

    def seeds(self, want: Train) -> tuple[int, ...]:
        return recipes.seeds_of(self.review, self.card.round)
