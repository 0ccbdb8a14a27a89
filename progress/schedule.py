"""Schedule when a concept comes back: FSRS over what the learner remembered, as a pure fold of the events.

A lesson's concepts become cards when it is finished; how its predictions went is the first rating. Each review after
that is rated by whether it was right, and how sure the learner was. The schedule itself is kept nowhere.
Source: Ye, Su & Cao, 2022 (FSRS), by way of the scheduler of the `fsrs` package.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

import fsrs

from progress.calibration import read_judgement, undecided
from progress.event import FINISHED, FIRST_DAY, RECALL, REVIEW, VERDICT, Event, is_misdated

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4  # FSRS's ratings
UNSURE, SURE = 0.7, 0.9  # a right answer below the one was hard; from the other on, it was easy

Concepts = Mapping[str, Mapping[str, Sequence[str]]]  # lesson → concept → the lesson's questions about it


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """One concept of one lesson: when it is due, and how many reviews it has had.

    `answered` is an answer of this round that no run has judged yet: the payload of its `recall` event.
    """

    lesson: str
    concept: str
    due: datetime
    round: int
    answered: Mapping[str, Any] | None
    missed: float  # how sure the last answer was, if it was wrong
    reviewed: datetime

    def is_due(self, now: datetime) -> bool:
        """Return True if it comes back now: its day is here, or the clock of its last review was wrong."""
        return self.due <= now or is_misdated(self.reviewed, now)


@dataclass
class Memory:
    """The memory of one concept: FSRS's card, its rounds, and an answer that waits for its run."""

    card: fsrs.Card | None = None
    round: int = 0
    answered: Mapping[str, Any] | None = None
    missed: float = 0.0

    def rate(self, rating: int, time: datetime) -> None:
        """Take in how well it was remembered. A last time that a wrong clock told counts as this one."""
        card, when = self.card or fsrs.Card(card_id=0), time.astimezone(UTC)
        if card.last_review and not FIRST_DAY <= card.last_review <= when:
            card.last_review = when
        self.card, _ = scheduler().review_card(card, fsrs.Rating(rating), when)


def schedule(events: Iterable[Event], concepts: Concepts) -> tuple[ReviewCard, ...]:
    """Return every card, what is due first in front. `events` are those that count, in order."""
    ratings: dict[tuple[str, str], tuple[int, float]] = {}  # of each question of a lesson, the first time
    memories: dict[tuple[str, str], Memory] = {}  # of each concept of a lesson
    for event in events:
        lesson = event.lesson or ""
        with suppress(OverflowError):  # what makes no sense, such as the year 9999, changes nothing
            if event.kind == VERDICT and (rating := rating_of(event)) and not undecided(event.payload):
                ratings.setdefault((lesson, str(event.payload.get("question"))), (rating, missed_by(event)))
            elif event.kind == FINISHED:
                for concept, questions in concepts.get(lesson, {}).items():
                    asked = [ratings[lesson, name] for name in questions if (lesson, name) in ratings]
                    if (lesson, concept) not in memories:
                        begun = Memory(missed=max((missed for _, missed in asked), default=0.0))
                        begun.rate(first_rating([rating for rating, _ in asked]), event.time)
                        memories[lesson, concept] = begun
            elif memory := memories.get((lesson, str(event.payload.get("concept")))):
                take_review(memory, event)
    cards = [
        ReviewCard(*place, memory.card.due, memory.round, memory.answered, memory.missed, memory.card.last_review)
        for place, memory in memories.items()
        if memory.card and memory.card.last_review
    ]
    return tuple(sorted(cards, key=lambda card: card.due))


def take_review(memory: Memory, event: Event) -> None:
    """Take in an answer, or end a round: once, also if two machines did the same. An undecided one is not rated."""
    if event.payload.get("round") != memory.round:
        return
    rating = rating_of(event)
    if event.kind == RECALL:
        memory.answered = event.payload
    elif event.kind == REVIEW and rating:
        if not undecided(event.payload):
            memory.rate(rating, event.time)
            memory.missed = missed_by(event)
        memory.round, memory.answered = memory.round + 1, None


def rating_of(event: Event) -> int | None:
    """Return FSRS's rating of an answer that was judged; None if the event does not say."""
    judgement = read_judgement(event.payload)
    if judgement is None:
        return None
    confidence, right = judgement
    if not right:
        return AGAIN
    if confidence is None:
        return GOOD
    return HARD if confidence < UNSURE else EASY if confidence >= SURE else GOOD


def missed_by(event: Event) -> float:
    """Return the confidence of a wrong answer; 0 for a right one."""
    confidence, right = read_judgement(event.payload) or (None, True)
    return 0.0 if right else confidence or 0.0


def first_rating(ratings: Sequence[int]) -> int:
    """Rate a whole lesson's predictions about one concept: mostly wrong, partly wrong, or as hard as the hardest."""
    wrong = ratings.count(AGAIN)
    if 2 * wrong > len(ratings):
        return AGAIN
    return HARD if wrong else min(ratings, default=GOOD)


@cache
def scheduler() -> fsrs.Scheduler:
    """Return a scheduler of whole days, without anything random: the same events give the same days."""
    return fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
