"""One learner at work: a name, a folder, a journal, and what follows from it. Sessions record through here."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from lessons.course import Course, Heading, LessonMode
from lessons.format import LessonError, Mode
from progress.claim import was_left
from progress.event import FINDING, MODE, PREFERENCE, RECALL, RESET, REVIEW, UNDO, Event
from progress.history import read_history, resets_in_force
from progress.journal import Journal, local_time
from tutor.fold import Fold, Opening
from tutor.understood import understood

if TYPE_CHECKING:
    from lessons.acts import Act
    from lessons.lesson import Lesson, Review
    from lessons.play_acts import Found
    from lessons.state import Answer, State
    from lessons.verdicts import Verdict
    from progress.schedule import Card


class Learner:
    """What a learner has done, and the state of every lesson folded from it."""

    def __init__(self, name: str, folder: Path, journal: Journal, course: Course) -> None:
        self.name, self.folder, self.journal, self.course = name, folder, journal, course
        self._fold = Fold(course)
        self._cards: tuple[Card, ...] = ()
        self._cards_after: tuple[Event, ...] | None = None  # the events from which they were made

    @property
    def fold(self) -> Fold:
        """The journal, folded up to now."""
        self._fold.catch_up(self.journal.events)
        return self._fold

    def state(self, place: LessonMode) -> "State":
        return self.fold.state(place)

    def record(self, act: "Act", place: LessonMode) -> None:
        """Write an act to the journal. It is on the disk before this returns."""
        from tutor.records import as_event

        kind, payload = as_event(act)
        self.journal.append(kind, place.lesson.id, **{MODE: place.mode}, **payload)

    def prefer(self, name: str, value: str) -> None:
        """Remember a choice of the learner's: their language, light or dark."""
        self.journal.append(PREFERENCE, None, name=name, value=value)

    def preference(self, name: str, otherwise: str) -> str:
        return self.fold.preferences.get(name, otherwise)

    def opening_to_continue(self) -> Opening | None:
        """The lesson last worked on, unless it is done; else the first that is not. None is loaded for it."""
        fold = self.fold
        if fold.last and fold.last not in fold.finished:
            return fold.last
        done = {lesson for lesson, _ in fold.finished}
        left = [heading for heading, _ in self.course.openings() if heading.id not in done]
        return (left[0].id, self.way_into(left[0])) if left else None

    def way_into(self, heading: Heading) -> Mode:
        """The mode in which a lesson was last worked on, else one that was begun; `open` to begin with."""
        fold = self.fold
        if fold.last and fold.last[0] == heading.id:
            return "blind" if fold.last[1] == "blind" else "open"
        begun = [mode for mode in heading.modes if (heading.id, mode) in fold.events]
        unfinished = [mode for mode in begun if (heading.id, mode) not in fold.finished]
        return next(iter((*unfinished, *begun)), "open")

    def where_to_continue(self) -> LessonMode | None:
        opening = self.opening_to_continue()
        return self.fold.place(opening) if opening else None

    def left_open(self) -> LessonMode | None:
        """Return the lesson in which the last session ended without a word: a dropped line, or a kill."""
        last = self.fold.last
        try:
            return self.fold.place(last) if last and was_left(self.folder, ".".join(last)) else None
        except LessonError:  # the map says why
            return None

    def events(self) -> tuple[Event, ...]:
        """Everything that counts now: lessons under their present names, without what was reset."""
        return read_history(understood(self.journal.events), self.course.renamed).counting

    def knows_edit(self, lesson: str) -> bool:
        """Whether what a break edits is no secret: it was opened with the edit shown, or solved blind."""
        return (lesson, "open") in self.fold.events or (lesson, "blind") in self.fold.finished

    def is_new(self) -> bool:
        """Whether no lesson was ever opened, not even one that was reset since."""
        return not any(event.lesson for event in self.journal.events)

    def has_finished_all(self) -> bool:
        """Whether every lesson is done, in one mode at least."""
        return set(self.course.headings) <= {lesson for lesson, _ in self.fold.finished}

    def has_finished(self) -> bool:
        """Whether any lesson is done, in any mode."""
        return bool(self.fold.finished)

    # Reviews.

    def cards(self) -> tuple["Card", ...]:
        """The concepts that come back, what is due first in front. Without a finished lesson there are none."""
        if not self.has_finished():
            return ()  # FSRS need not even be imported
        from progress.schedule import schedule

        if self._cards_after is not self.fold.taken:
            finished = {lesson: self.course.lessons.get(lesson) for lesson, _ in self.fold.finished}
            concepts = {name: lesson.concepts() for name, lesson in finished.items() if lesson}
            self._cards, self._cards_after = schedule(self.events(), concepts), self.fold.taken
        return self._cards

    def today(self) -> date:
        """By the clock of the learner's machine."""
        return local_time().date()

    def due(self, now: datetime | None = None) -> tuple["Card", ...]:
        """The concepts whose day has come, and those whose answer still waits for its run."""
        now = now or local_time()
        return tuple(card for card in self.cards() if card.due <= now or self.waiting_review(card))

    def waiting_review(self, card: "Card") -> "Review | None":
        """The review whose answer was given and waits for its run, if this version can run it."""
        review = self.course.lessons[card.lesson].review(str((card.answered or {}).get("sibling")))
        return review if review and review.concept == card.concept else None

    def card_now(self, card: "Card") -> "Card | None":
        """The card as it is now; None if its lesson was reset meanwhile."""
        concept = (card.lesson, card.concept)
        return next((each for each in self.cards() if (each.lesson, each.concept) == concept), None)

    def record_answer(self, card: "Card", review: "Review", answer: "Answer") -> None:
        """A review's answer is given: from here on it is not asked for again."""
        self.journal.append(RECALL, card.lesson, **answered(card, review, answer))

    def record_review(self, card: "Card", review: "Review", verdict: "Verdict") -> None:
        """A run has judged the answer."""
        values = answered(card, review, verdict.answer)
        self.journal.append(REVIEW, card.lesson, **values, right=verdict.right, truth=verdict.truth or "")

    def keep_finding(self, found: "Found") -> None:
        """Keep a line about something seen at play. It belongs to no lesson: no reset takes it away."""
        self.journal.append(
            FINDING, None, text=found.text, settings=found.settings or {}, figures=found.figures or {}
        )

    # Beginning anew.

    def reset(self, lesson: "Lesson | None") -> None:
        """Begin a lesson anew, or all of them. Nothing is deleted: `undo_reset` brings everything back."""
        self.journal.append(RESET, lesson.id if lesson else None)

    def undo_reset(self) -> bool:
        """Take the latest reset back. False: there is none."""
        resets = resets_in_force(self.journal.events)
        if resets:
            self.journal.append(UNDO, None, event=resets[-1].id)
        return bool(resets)


def answered(card: "Card", review: "Review", answer: "Answer") -> dict[str, object]:
    """What the events of one review have in common."""
    return {
        "concept": card.concept,
        "sibling": review.id,
        "round": card.round,
        "answer": answer.value,
        "confidence": answer.confidence,
    }
