"""The learner's notes: every lesson's predictions, what happened, the search, and their own words, as Markdown."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import cast
from weakref import WeakKeyDictionary

from lessons.format import MODES
from lessons.lesson import Prose, Review
from lessons.measurements import question_name
from lessons.questions import is_usable, kind_of
from lessons.state import Answer
from lessons.verdict_words import short
from progress.calibration import read_judgement, undecided
from progress.errors import ProgressError
from progress.event import REVIEW, Event
from progress.journal import Journal
from progress.notes import write_notes
from tutor.findings import finding_lines
from tutor.learner import Learner
from tutor.reports.learner_report import OwnLesson
from tutor.reports.lesson_markdown import RIGHT, UNDECIDED, WRONG, lesson_parts, said
from tutor.reports.markdown import bullets, literal
from tutor.reports.markdown import page as joined
from tutor.reports.words import concept_words, day, own_title
from tutor.words.text import Text


@dataclass
class Snapshot:
    """The events of a journal at one moment, for a reader in a thread of its own."""

    events: tuple[Event, ...] = ()


class Writer:
    """Writes one learner's notes in a thread: the newest state once, however many acts ask for it meanwhile."""

    def __init__(self, learner: Learner) -> None:
        self.snapshot, self.lock = Snapshot(), Lock()
        self.reader = Learner(learner.name, learner.folder, cast(Journal, self.snapshot), learner.course)
        self.wanted: tuple[tuple[Event, ...], Text] | None = None
        self.thread: Thread | None = None

    def write(self, events: tuple[Event, ...], text: Text) -> None:
        with self.lock:
            self.wanted = events, text
            if self.thread is None or not self.thread.is_alive():  # an error may have ended it
                self.thread = Thread(target=self.work, name="notes")
                self.thread.start()

    def work(self) -> None:
        while wanted := self.take():
            self.snapshot.events, text = wanted
            with suppress(ProgressError):  # a folder that cannot be written is the journal's to report
                write_notes(self.reader.folder, notes(self.reader, text))

    def take(self) -> tuple[tuple[Event, ...], Text] | None:
        with self.lock:
            wanted, self.wanted = self.wanted, None
            if wanted is None:
                self.thread = None
            return wanted


writers: WeakKeyDictionary[Learner, Writer] = WeakKeyDictionary()


def write(learner: Learner, text: Text) -> None:
    """Bring the notes up to date soon. The process does not end before that is done."""
    if learner not in writers:
        writers[learner] = Writer(learner)
    writers[learner].write(learner.journal.events, text)


def wait(learner: Learner) -> None:
    """Return once the notes are up to date."""
    writer = writers.get(learner)
    while writer and (thread := writer.thread) and thread.is_alive():
        thread.join()


def notes(learner: Learner, text: Text) -> str:
    """Write the whole of `breaks.md`."""
    parts = [f"# {text('notes.title')}", text("notes.intro")]
    states, order = learner.fold.states, list(learner.course.lessons)
    for place in sorted(states, key=lambda place: (order.index(place.lesson.id), MODES.index(place.mode))):
        lesson = OwnLesson(place, states[place])
        if lesson.state.opened:
            title = own_title(place, lesson.state, learner.course, text)
            parts += [
                f"## {literal(title)}",
                *(list(lesson_parts(lesson, text)) or [text("notes.unanswered")]),
            ]
    lines = list(review_lines(learner, text))
    parts += [f"## {text('notes.reviews')}" if lines else "", bullets(lines)]
    found = list(finding_lines(learner, text))
    return joined([*parts, f"## {text('notes.findings')}" if found else "", bullets(found)])


def review_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Write a line a review, oldest first. What this version does not know any more is left out."""
    for event in learner.events():
        lesson = learner.course.lessons.get(event.lesson or "")
        review = lesson.review(str(event.payload.get("sibling"))) if lesson and event.kind == REVIEW else None
        answer = answer_of(review, event) if review else None
        if lesson and review and answer:
            page, question = lesson.prose[text.language], review.question
            concept = literal(concept_words(review.concept, learner.course, text))
            name = literal(question_name(question, lesson, page, text))
            mark, happened = outcome(review, event, page, text)
            yield (
                f"{mark} {day(event.time.date())}, {concept}. **{name}**: {said(question, answer, page, text)}; "
                f"{text('export.happened')}: {literal(happened)}"
            )


def answer_of(review: Review, event: Event) -> Answer | None:
    """Read what was answered; None where it makes no sense."""
    answer, judgement = str(event.payload.get("answer")), read_judgement(event.payload)
    return Answer(answer, judgement[0]) if judgement and is_usable(review.question, answer) else None


def outcome(review: Review, event: Event, page: Prose, text: Text) -> tuple[str, str]:
    """Give the mark of a review, and what happened in the terms of its question."""
    if undecided(event.payload):
        return UNDECIDED, text("observe.undecided")
    question, truth = review.question, str(event.payload.get("truth", ""))
    mark = RIGHT if event.payload.get("right") is True else WRONG
    return mark, short(kind_of(question).words(question, truth, page, text))
