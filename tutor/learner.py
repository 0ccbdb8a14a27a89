"""One learner at work: their journal, seen through the rules of the cascade. Screens read and record through here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.cascade import Answer, State, advance, verdicts
from lessons.grading import Verdict
from lessons.schema import Course, Lesson, Mode
from progress.event import RECALL, REVIEW, Event
from progress.history import RESET, UNDO, renamed, resets_in_force, that_count
from progress.journal import Journal, local_time

if TYPE_CHECKING:
    from lessons.diagnosis import Pointing
    from progress.schedule import Card

MODES: tuple[Mode, ...] = ("open", "blind")


@dataclass(frozen=True)
class Place:
    """A lesson in one of its modes: what the course map lists, and what is opened."""

    lesson: Lesson
    mode: Mode


class Learner:
    """A name, a folder, a journal, and the state of every lesson folded from it."""

    def __init__(self, name: str, folder: Path, journal: Journal, course: Course) -> None:
        self.name, self.folder, self.journal, self.course = name, folder, journal, course
        self._states: dict[tuple[str, str], State] = {}
        self._folded = 0
        self._cards: tuple[Card, ...] = ()
        self._cards_after = -1  # how many events had been folded when they were made
        self.preferences: dict[str, str] = {}
        self.last: Place | None = None

    def state(self, place: Place) -> State:
        """Where the learner stands in this lesson and mode."""
        self._fold()
        return self._states.get((place.lesson.id, place.mode), State(mode=place.mode))

    def record(self, kind: str, place: Place, **payload: Any) -> State:
        """Something happened. It is on disk before this returns; then the new state is given back."""
        self.journal.append(kind, place.lesson.id, mode=place.mode, **payload)
        return self.state(place)

    def point(self, place: Place, file: str, line: int) -> "Pointing":
        """The learner points at a line; how near it is, is on the disk before anything is said."""
        from lessons.diagnosis import point

        found = point(place.lesson, file, line)
        self.record("pointed", place, file=file, line=line, found=found.found)
        return found

    def record_verdicts(self, place: Place, experiment: str) -> None:
        """Once an experiment's seeds are in, each prediction on it is right or not: how sure, and how rightly so."""
        state = self.state(place)
        for question, verdict in verdicts(place.lesson, state):
            if question.experiment == experiment:
                answer = state.answers[question.id]
                self.record(
                    "verdict",
                    place,
                    question=question.id,
                    right=verdict.right,
                    confidence=answer.confidence,
                    answer=answer.value,
                    truth=verdict.truth or "",
                )

    def record_answer(self, card: "Card", sibling: str, answer: Answer) -> None:
        """A review's answer is given: from here on it is not asked for again."""
        self.journal.append(RECALL, card.lesson, **said(card, sibling, answer))

    def record_review(self, card: "Card", sibling: str, answer: Answer, verdict: Verdict) -> None:
        """A run has judged the answer."""
        values = said(card, sibling, answer)
        self.journal.append(REVIEW, card.lesson, **values, right=verdict.right, truth=verdict.truth or "")

    def card_now(self, card: "Card") -> "Card | None":
        """The card as it is now; None if its lesson was reset meanwhile."""
        idea = (card.lesson, card.concept)
        return next((each for each in self.cards() if (each.lesson, each.concept) == idea), None)

    def prefer(self, name: str, value: str) -> None:
        """Remember a choice of the learner's: their language, light or dark."""
        self.journal.append("preference", None, name=name, value=value)

    def preference(self, name: str, otherwise: str) -> str:
        self._fold()
        return self.preferences.get(name, otherwise)

    def places(self) -> list[Place]:
        """Every lesson in every mode, in the order of the course."""
        return [Place(lesson, mode) for lesson in self.course.in_order() for mode in MODES]

    def where_to_continue(self) -> Place | None:
        """The lesson last worked on, unless it is done; else the first that is not."""
        self._fold()
        if self.last and not self.state(self.last).finished:
            return self.last
        return next((place for place in self.places() if not self.state(place).finished), None)

    def events(self) -> tuple[Event, ...]:
        """Everything that counts now: lessons under their present names, without what was reset."""
        return that_count(renamed(self.journal.events, self.course.renamed))

    def has_finished(self) -> bool:
        """Whether any lesson is done, in any mode."""
        self._fold()
        return any(state.finished for state in self._states.values())

    def cards(self) -> tuple["Card", ...]:
        """The ideas that come back, what is due first in front. Without a finished lesson there are none."""
        if not self.has_finished():
            return ()  # FSRS need not even be imported
        from progress.schedule import schedule

        if self._cards_after != self._folded:
            ideas = {lesson.id: lesson.ideas() for lesson in self.course.in_order()}
            self._cards, self._cards_after = schedule(self.events(), ideas), self._folded
        return self._cards

    def today(self) -> date:
        """By the clock of the learner's machine."""
        return local_time().date()

    def due(self, now: datetime | None = None) -> tuple["Card", ...]:
        """The ideas whose day has come, and those whose answer still waits for its run."""
        now = now or local_time()
        return tuple(card for card in self.cards() if card.due <= now or self.waits_for_a_run(card))

    def waits_for_a_run(self, card: "Card") -> bool:
        """Whether an answer was given to something that this version can run."""
        sibling = self.course.lessons[card.lesson].sibling(str((card.answered or {}).get("sibling")))
        return sibling is not None and sibling.concept == card.concept

    def reset(self, lesson: Lesson | None) -> None:
        """Begin a lesson anew, or all of them. Nothing is deleted: `undo_reset` brings everything back."""
        self.journal.append("reset", lesson.id if lesson else None)

    def undo_reset(self) -> bool:
        """Take the latest reset back. False: there is none."""
        resets = resets_in_force(self.journal.events)
        if resets:
            self.journal.append("undo", None, event=resets[-1].id)
        return bool(resets)

    def _fold(self) -> None:
        """Take in what has been added to the journal since the last time."""
        events = self.journal.events
        fresh = events[self._folded :]
        if len(events) < self._folded or any(event.kind in (RESET, UNDO) for event in fresh):
            self._states = {}
            fresh = self.events()
        self._take(renamed(fresh, self.course.renamed))
        self._folded = len(events)

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind == "preference":
                self.preferences[str(event.payload.get("name"))] = str(event.payload.get("value"))
                continue
            lesson = self.course.lessons.get(event.lesson or "")
            mode = event.payload.get("mode", "open")
            if lesson is None or mode not in MODES or event.kind in (RECALL, REVIEW):
                continue  # a review is no place to come back to
            state = self._states.get((lesson.id, mode), State(mode=mode))
            self._states[lesson.id, mode] = advance(lesson, state, event.kind, event.payload)
            self.last = Place(lesson, mode)


def said(card: "Card", sibling: str, answer: Answer) -> dict[str, Any]:
    """What the events of one review have in common."""
    return {
        "concept": card.concept,
        "sibling": sibling,
        "round": card.round,
        "answer": answer.value,
        "confidence": answer.confidence,
    }
