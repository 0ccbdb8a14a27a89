"""The learner's notes as Markdown: every lesson's predictions, what happened, the search, their words, and findings.

The written part stands between two marks. What the learner writes before or after them stays; what they change
between them is kept in a dated copy beside the notes before that part is written anew.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from weakref import WeakKeyDictionary

from lessons.course.asking.question_words import answer_words, is_usable, question_name
from lessons.course.lesson.state import Answer
from lessons.course.lesson.values import MODES
from lessons.judge.workspace import decoded
from progress import calibration, disk
from progress.event import REVIEW, Event
from progress.journal import Journal
from tutor.learner import Learner
from tutor.reports.findings import finding_lines
from tutor.reports.learner_report import RIGHT, UNDECIDED, WRONG, OwnLesson, lesson_parts, said
from tutor.reports.words import bullets, concept_name, day, literal, own_title, page
from tutor.words.text import Text

BEGIN = "<!-- lynx-tutor writes from here ({digest}); your own words are safe above and below -->"
END = "<!-- lynx-tutor writes to here -->"
WRITTEN = re.compile(r"<!-- lynx-tutor writes from here \(([0-9a-f]{12})\)[^\n]*-->\n(.*?)" + re.escape(END), re.DOTALL)


class NotesWriter:
    """Writes one learner's notes in a thread: the newest state once, however many acts ask for it meanwhile."""

    def __init__(self, learner: Learner) -> None:
        self.pool = ThreadPoolExecutor(1, "notes")
        self.snapshot = SimpleNamespace(events=())  # of the journal, for the reader in the thread
        self.reader = Learner(learner.name, learner.folder, cast(Journal, self.snapshot), learner.course)
        self.newest: Future[None] = Future()

    def work(self, events: tuple[Event, ...], text: Text) -> None:
        self.snapshot.events = events
        with suppress(OSError):  # a folder that cannot be written is the journal's to report
            write_notes(self.reader.folder, notes(self.reader, text))


writers: WeakKeyDictionary[Learner, NotesWriter] = WeakKeyDictionary()


def write(learner: Learner, text: Text) -> None:
    """Bring the notes up to date soon. The process does not end before that is done."""
    if learner not in writers:
        writers[learner] = NotesWriter(learner)
    writer = writers[learner]
    writer.newest.cancel()  # where it has not begun
    try:
        writer.newest = writer.pool.submit(writer.work, learner.journal.events, text)
    except RuntimeError:  # the system lets no thread begin
        del writers[learner]
        writer.work(learner.journal.events, text)


def wait(learner: Learner) -> None:
    """Return once the notes are up to date. Raises what writing them raised."""
    if learner in writers:
        writers[learner].newest.result()


def notes(learner: Learner, text: Text) -> str:
    """Write the whole of `breaks.md`."""
    parts = [f"# {text('notes.title')}", text("notes.intro")]
    states, order = learner.fold.states, list(learner.course.lessons)
    for place in sorted(states, key=lambda place: (order.index(place.lesson.id), MODES.index(place.mode))):
        lesson = OwnLesson(place, states[place])
        if lesson.state.opened:
            title = own_title(place, lesson.state, learner.course, text)
            parts += [f"## {literal(title)}", *(list(lesson_parts(lesson, text)) or [text("notes.unanswered")])]
    lines = list(review_lines(learner, text))
    parts += [f"## {text('notes.reviews')}" if lines else "", bullets(lines)]
    found = list(finding_lines(learner.events(), text))
    return page([*parts, f"## {text('notes.findings')}" if found else "", bullets(found)])


def review_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Write a line a review, oldest first. What this version does not know, or no longer understands, is left out."""
    for event in learner.events():
        lesson = learner.course.lessons.get(event.lesson or "")
        review = lesson.review(str(event.payload.get("sibling"))) if lesson and event.kind == REVIEW else None
        answer, judgement = str(event.payload.get("answer")), calibration.read_judgement(event.payload)
        if lesson and review and judgement and is_usable(review.question, answer):
            prose, question, (sure, is_right) = lesson.prose[text.language], review.question, judgement
            given = said(question, Answer(answer, sure), prose, text)
            mark, happened = UNDECIDED, text("observe.undecided")
            if not calibration.undecided(event.payload):
                mark = RIGHT if is_right else WRONG
                happened = answer_words(question, str(event.payload.get("truth", "")), prose, text)
            concept = literal(concept_name(review.concept, learner.course, text))
            name = literal(question_name(question, lesson, prose, text))
            yield (
                f"{mark} {day(event.time.date())}, {concept}. **{name}**: {given}; "
                f"{text('export.happened')}: {literal(happened)}"
            )


def write_notes(folder: Path, text: str) -> Path:
    """Bring `notes/breaks.md` up to date with `text`; OSError if it cannot be written."""
    path = folder / "notes" / "breaks.md"
    old = disk.read_plain_file(path) if os.path.lexists(path) else b""
    before, changed, after = own_words(old)
    if changed:
        disk.replace_file(path.with_name(f"breaks-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.md"), old)
    body = text.replace(END, "").rstrip("\n") + "\n"
    new = f"{before}{BEGIN.format(digest=digest_of(body))}\n{body}{END}{after}".encode()
    if new != old:
        disk.replace_file(path, new)
    return path


def own_words(old: bytes) -> tuple[str, bool, str]:
    """Return the learner's words before and after the written part, and whether a copy of the whole must be kept."""
    try:
        text, _ = decoded(old)
    except ValueError:
        return "", True, ""
    match = WRITTEN.search(text)
    if match is None:
        return (text.rstrip("\n") + "\n\n" if text.strip() else ""), bool(text.strip()), ""
    return text[: match.start()], digest_of(match[2]) != match[1], text[match.end() :]


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
