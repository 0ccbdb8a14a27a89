"""When a concept comes back: FSRS over what the learner remembered, as a pure fold of the events.

A lesson's concepts become cards when it is finished; how its predictions went is the first rating. Each review after
that is rated by whether it was right, and how sure the learner was. The schedule itself is kept nowhere.
Source: Ye, Su & Cao, 2022 (FSRS), by way of the scheduler of the `fsrs` package.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from progress.calibration import read_judgement, undecided
from progress.event import FINISHED, RECALL, REVIEW, VERDICT, Event

if TYPE_CHECKING:
    import fsrs

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4  # FSRS's ratings
UNSURE, SURE = 0.7, 0.9  # a right answer below the one was hard; from the other on, it was easy

Concepts = Mapping[str, Mapping[str, Sequence[str]]]  # lesson → concept → the lesson's questions about it


@dataclass(frozen=True, slots=True)
class Card:
    """One concept of one lesson: when it is due, and how many reviews it has had.

    `answered` is an answer of this round that no run has judged yet: the payload of its `recall` event.
    """

    lesson: str
    concept: str
    due: datetime
    round: int
    answered: Mapping[str, Any] | None


def schedule(events: Iterable[Event], concepts: Concepts) -> tuple[Card, ...]:
    """Return every card, what is due first in front. `events` are those that count, in order."""
    fold = Fold(concepts)
    for event in events:
        if event.lesson and event.lesson in concepts:
            fold.take(event.lesson, event)
    return tuple(sorted((memory.card() for memory in fold.memories.values()), key=lambda card: card.due))


class Memory:
    """What FSRS knows of one concept."""

    def __init__(self, lesson: str, concept: str) -> None:
        self.lesson, self.concept = lesson, concept
        self.round = 0
        self.answered: Mapping[str, Any] | None = None
        self.fsrs: fsrs.Card | None = None

    def rate(self, rating: int, time: datetime) -> None:
        """Take in how well it was remembered. A clock that went backwards counts as having stood still."""
        import fsrs

        card = self.fsrs or fsrs.Card(card_id=0)
        when = max(time.astimezone(UTC), card.last_review or time.astimezone(UTC))
        self.fsrs, _ = scheduler().review_card(card, fsrs.Rating(rating), when)

    def card(self) -> Card:
        assert self.fsrs is not None
        return Card(self.lesson, self.concept, self.fsrs.due, self.round, self.answered)


class Fold:
    """The memories so far, and how each question of a lesson went the first time."""

    def __init__(self, concepts: Concepts) -> None:
        self.concepts = concepts
        self.ratings: dict[tuple[str, str], int] = {}
        self.memories: dict[tuple[str, str], Memory] = {}

    def take(self, lesson: str, event: Event) -> None:
        """Take in one more event. What makes no sense, such as the year 9999, changes nothing."""
        steps: dict[str, Callable[[str, Event], None]] = {
            VERDICT: self.verdict,
            FINISHED: self.finished,
            RECALL: self.recalled,
            REVIEW: self.reviewed,
        }
        try:
            if step := steps.get(event.kind):
                step(lesson, event)
        except OverflowError:
            return

    def verdict(self, lesson: str, event: Event) -> None:
        if (rating := rating_of(event)) and not undecided(event.payload):
            self.ratings.setdefault((lesson, str(event.payload.get("question"))), rating)

    def finished(self, lesson: str, event: Event) -> None:
        for concept, questions in self.concepts[lesson].items():
            if (lesson, concept) not in self.memories:
                memory = Memory(lesson, concept)
                ratings = [self.ratings[lesson, name] for name in questions if (lesson, name) in self.ratings]
                memory.rate(first_rating(ratings), event.time)
                self.memories[lesson, concept] = memory

    def recalled(self, lesson: str, event: Event) -> None:
        memory = self.memories.get((lesson, str(event.payload.get("concept"))))
        if memory and event.payload.get("round") == memory.round:
            memory.answered = event.payload

    def reviewed(self, lesson: str, event: Event) -> None:
        """End a round, once, also where two machines did the same one; undecided, it says nothing."""
        memory = self.memories.get((lesson, str(event.payload.get("concept"))))
        rating = rating_of(event)
        if memory and rating and event.payload.get("round") == memory.round:
            if not undecided(event.payload):
                memory.rate(rating, event.time)
            memory.round, memory.answered = memory.round + 1, None


def rating_of(event: Event) -> int | None:
    """Return FSRS's rating of an answer that was judged; None if the event does not say."""
    judgement = read_judgement(event.payload)
    if judgement is None:
        return None
    confidence, right = judgement
    if not right:
        return AGAIN
    return HARD if confidence < UNSURE else EASY if confidence >= SURE else GOOD


def first_rating(ratings: Sequence[int]) -> int:
    """Rate a whole lesson's predictions about one concept: mostly wrong, partly wrong, or as hard as the hardest."""
    wrong = ratings.count(AGAIN)
    if 2 * wrong > len(ratings):
        return AGAIN
    return HARD if wrong else min(ratings, default=GOOD)


@cache
def scheduler() -> "fsrs.Scheduler":
    """Return a scheduler of whole days, without anything random: the same events give the same days."""
    import fsrs

    return fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
