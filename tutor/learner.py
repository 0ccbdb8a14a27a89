"""One learner at work: a name, a folder, a journal, a draft. Sessions record through here."""

import re
import shlex
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.course.course import Course, Heading, LessonMode
from lessons.course.lesson.values import LessonError, Mode
from progress import claim, disk, history
from progress.event import FINDING, MODE, PREFERENCE, RECALL, RESET, REVIEW, UNDO, VERDICT, VISIT, Event
from progress.home import default_learner, home_folder, learners
from progress.journal import Journal, local_time
from progress.sentence import ProgressError, inert
from tutor.fold import Fold, Opening, understood
from tutor.kiosk import is_kiosk
from tutor.words.text import Text

if TYPE_CHECKING:
    from lessons.course.asking.verdicts import Verdict
    from lessons.course.lesson.lesson import Lesson, Review
    from lessons.course.lesson.state import Act, Answer, State
    from lessons.engine.job import Job
    from progress.schedule import ReviewCard

FOLDER = "drafts"
WISH = "first"  # the preference that names the question that was asked, and the lesson that its answer leads to
HANDFUL = 5  # reviews at a time: about as many minutes
COMMAND = re.compile(r"`(lynx-tutor(?: [^`]+)?)`")


class Draft:
    """The file of one lesson. Where it cannot be written the words are on the screen, and in the journal later."""

    def __init__(self, folder: Path, place: LessonMode) -> None:
        self.path = folder / FOLDER / f"{place.key}.md"
        self.words = ""  # that were kept here last

    def keep(self, words: str) -> None:
        """Put the words in the file, whole or not at all."""
        if words != self.words:
            self.words = words
            with suppress(OSError):
                disk.replace_file(self.path, words.encode("utf-8", "replace"))

    def found(self) -> str:
        """Return the words left by a session that never closed the page, as its process was killed; else `""`."""
        try:
            return disk.read_plain_file(self.path).decode().strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def remove(self) -> None:
        with suppress(OSError):
            self.path.unlink()


MAX_OUTCOMES = 8  # of runs
Outcomes = deque[tuple["Job", bytes]]  # jobs, and what came of them, packed: whoever comes back trains none again
HalfAnswers = dict[str, tuple[str, float | None]]  # by question: what is chosen or typed, and how sure; not kept yet


class Learner:
    """A learner's journal, and the state of every lesson folded from it."""

    def __init__(self, name: str, folder: Path, journal: Journal, course: Course) -> None:
        self.name, self.folder, self.journal, self.course = name, folder, journal, course
        self.half_answers: dict[str, HalfAnswers] = {}  # by lesson and mode, as long as the tutor is open
        self.compared: dict[str, str] = {}  # the last metric and number of seeds, as long as the tutor is open
        self.outcomes: Outcomes = deque(maxlen=MAX_OUTCOMES)  # of the last runs, as long as the tutor is open
        self._fold = Fold(course)
        self._cards: tuple[ReviewCard, ...] = ()
        self._cards_after: tuple[Event, ...] | None = None  # the events from which they were made

    @cached_property
    def has_chosen_name(self) -> bool:
        """Return True if the name tells something: it is asked for, is not the account's, or others learn here."""
        is_other = is_kiosk() or self.name != default_learner()
        return is_other or bool({*learners(self.folder.parent.parent)} - {self.name})

    @property
    def fold(self) -> Fold:
        """Return the journal, folded up to now."""
        self._fold.catch_up(self.journal.events)
        return self._fold

    def state(self, place: LessonMode) -> "State":
        return self.fold.state(place.lesson.id, place.mode)

    def begun(self) -> tuple[LessonMode, ...]:
        """Return the lessons that were begun and can be loaded, in each mode, in the course's order."""
        order = [(heading.id, mode) for heading, mode in self.course.openings()]
        return tuple(sorted(self.fold.states, key=lambda place: order.index((place.lesson.id, place.mode))))

    def record(self, act: "Act", place: LessonMode, is_visit: bool = False) -> None:
        """Write an act to the journal; one of a visit does not change what is next. It is on the disk by then."""
        from tutor.records import as_event

        kind, payload = as_event(act)
        visit = {VISIT: True} if is_visit else {}
        self.journal.append(kind, place.lesson.id, **{MODE: place.mode}, **payload, **visit)

    def prefer(self, name: str, value: str) -> None:
        self.journal.append(PREFERENCE, None, name=name, value=value)

    def preference(self, name: str, otherwise: str) -> str:
        return self.fold.preferences.get(name, otherwise)

    @property
    def wish(self) -> str:
        """Return the id of the lesson that the learner asked for first; `""` once it was opened, or without one."""
        name = self.preference(WISH, "").partition("/")[2]
        return name if name in self.course.headings and name not in self.fold.seen else ""

    def opening_to_continue(self) -> Opening | None:
        """Return the lesson last worked on, unless it is done; else what was asked for, or the first that is not done.

        None is loaded for it. The very first one, for beginners, comes last once any lesson is done.
        """
        fold = self.fold
        if fold.last and fold.last not in fold.finished:
            return fold.last
        if self.wish:
            return self.wish, "open"
        names = list(self.course.headings)
        last = names.index(fold.last[0]) if fold.last and fold.last[0] in names else 0
        order = sorted((*names[last:], *names[:last]), key=lambda name: bool(fold.done) and name == names[0])
        left = [name for name in order if name not in fold.done]
        return (left[0], self.way_into(self.course.headings[left[0]])) if left else None

    def way_into(self, heading: Heading) -> Mode:
        """Return the mode in which a lesson was last worked on, else one that was begun; `open` to begin with."""
        fold = self.fold
        if fold.last and fold.last[0] == heading.id:
            return "blind" if fold.last[1] == "blind" else "open"
        begun = [mode for mode in heading.modes if (heading.id, mode) in fold.events]
        unfinished = [mode for mode in begun if (heading.id, mode) not in fold.finished]
        return next(iter((*unfinished, *begun)), "open")

    def left_open(self) -> LessonMode | None:
        """Return the lesson in which the last session ended without a word: a dropped line, or a kill."""
        last = self.fold.last
        try:
            return self.fold.place(last) if last and claim.was_left(self.folder, ".".join(last)) else None
        except LessonError:  # the map says why
            return None

    def events(self) -> tuple[Event, ...]:
        """Return everything that counts now: lessons under their present names, without what was reset."""
        return history.that_count(history.renamed(understood(self.journal.events), self.course.renamed))

    def knows_edit(self, lesson: str) -> bool:
        """Return True if what a break edits is no secret: it was opened with the edit shown, or solved blind."""
        return (lesson, "open") in self.fold.events or (lesson, "blind") in self.fold.finished

    def is_new(self) -> bool:
        """Return True if no lesson was ever opened, not even one that was reset since."""
        return not any(event.lesson for event in self.journal.events)

    def has_finished_all(self) -> bool:
        """Return True if every lesson is done, in one mode at least."""
        return set(self.course.headings) <= self.fold.done

    def cards(self) -> tuple["ReviewCard", ...]:
        """Return the concepts that come back, the first due in front; `()` before a lesson is finished."""
        if not self.fold.done:
            return ()  # FSRS need not even be imported
        from progress.schedule import schedule

        if self._cards_after is not self.fold.taken:
            known = ((name, self.course.lessons.get(name)) for name in self.fold.done)
            concepts = {name: lesson.concepts() for name, lesson in known if lesson}
            self._cards, self._cards_after = schedule(self.events(), concepts), self.fold.taken
        return self._cards

    def today(self) -> date:
        return local_time().date()

    def due(self) -> tuple["ReviewCard", ...]:
        """Return the reviews that are due: answers that wait for a run, sure mistakes, the most overdue."""
        now = local_time()
        due = [card for card in self.cards() if card.is_due(now) or self.waiting_review(card)]
        return tuple(sorted(due, key=lambda card: (not self.waiting_review(card), -card.missed, card.due)))

    def waiting_review(self, card: "ReviewCard") -> "Review | None":
        """Return the review whose answer was given and waits for its run, if this version can run it."""
        review = self.course.lessons[card.lesson].review(str((card.answered or {}).get("sibling")))
        return review if review and review.concept == card.concept else None

    def card_now(self, card: "ReviewCard") -> "ReviewCard | None":
        """Return the card as it is now; None if its lesson was reset meanwhile."""
        concept = (card.lesson, card.concept)
        return next((each for each in self.cards() if (each.lesson, each.concept) == concept), None)

    def record_answer(self, card: "ReviewCard", review: "Review", answer: "Answer", **verdict: object) -> None:
        """Record the answer to a review, which is not asked for again; or what a run said of it: `right`, `truth`."""
        values = {"concept": card.concept, "sibling": review.id, "round": card.round, "answer": answer.value}
        if answer.confidence is not None:
            values["confidence"] = answer.confidence
        self.journal.append(REVIEW if verdict else RECALL, card.lesson, **values, **verdict)

    def keep_finding(self, text: str, settings: Mapping[str, Any], figures: Mapping[str, float]) -> None:
        """Record a finding of play. It belongs to no lesson: no reset takes it away."""
        self.journal.append(FINDING, None, text=text, settings=settings, figures=figures)

    def record_bet(self, line: str, found: "Verdict") -> None:
        """Record what the runs said of a bet on a comparison of one's own, unless they could not decide it."""
        if found.truth:
            sure = {"confidence": found.answer.confidence} if found.answer.confidence else {}
            told = {"answer": found.answer.value, **sure, "right": found.right, "truth": found.truth}
            self.journal.append(VERDICT, None, question=line, **told)

    def reset(self, lesson: "Lesson | None") -> None:
        """Begin a lesson anew, or all of them. No event is deleted: `undo_reset` brings everything back."""
        self.journal.append(RESET, lesson.id if lesson else None)

    def undo_reset(self) -> bool:
        """Take the latest reset back; return False if there is no reset."""
        resets = history.resets_in_force(self.journal.events)
        if resets:
            self.journal.append(UNDO, None, event=resets[-1].id)
        return bool(resets)


def command(learner: Learner, *words: str) -> str:
    """Return a command about this learner's own file, quoted for the shell. It names them, whoever else there is."""
    return shlex.join(["lynx-tutor", *words, *options(learner, is_named=True)])


def options(learner: Learner, is_named: bool = False) -> list[str]:
    """Return the options with which a command reaches this learner; `[]` where the machine finds them itself."""
    home = learner.folder.parent.parent
    name = [] if learner.name == default_learner() and not is_named else ["--learner", learner.name]
    with suppress(ProgressError):  # nobody's home is known
        if home == home_folder():
            return name
    return [*name, "--home", inert(str(home))]


class OwnText(Text):
    """The words for one learner: each command in them is one about this learner's file."""

    def __init__(self, language: str, learner: Learner) -> None:
        super().__init__(language)
        self.learner = learner
        self.languages: dict[str, OwnText] = {language: self}

    def __reduce__(self) -> tuple[type[Text], tuple[str]]:
        """Give another process the words alone: it knows no learner."""
        return Text, (self.language,)

    def __call__(self, key: str, /, **values: object) -> str:
        words = super().__call__(key, **values)
        return COMMAND.sub(self.completed, words) if "`lynx-tutor" in words else words

    def completed(self, found: re.Match[str]) -> str:
        more = shlex.join(options(self.learner))
        return found[0] if found[1].endswith(more) else f"`{found[1]} {more}`"  # a value was completed before

    def in_language(self, language: str) -> "OwnText":
        """Return the same in another language, and the very same again on the way back: what was found out is kept."""
        if language not in self.languages:
            other = OwnText(language, self.learner)
            self.languages = other.languages = self.languages | other.languages
        return self.languages[language]
