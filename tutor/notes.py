"""The learner's notes: every lesson's predictions, what happened, the search, and their own words, as Markdown."""

from collections.abc import Iterator

from lessons.format import MODES
from lessons.lesson import Prose, Review
from lessons.measurements import question_name
from lessons.questions import is_usable, kind_of
from lessons.state import Answer
from lessons.verdict_words import short
from progress.calibration import read_judgement, undecided
from progress.errors import ProgressError
from progress.event import REVIEW, Event
from progress.notes import write_notes
from tutor.findings import finding_lines
from tutor.learner import Learner
from tutor.reports.learner_report import OwnLesson
from tutor.reports.lesson_markdown import RIGHT, UNDECIDED, WRONG, lesson_parts, said
from tutor.reports.markdown import bullets, literal
from tutor.reports.markdown import page as joined
from tutor.reports.words import concept_words, day, own_title
from tutor.words.text import Text


def write(learner: Learner, text: Text) -> None:
    """Bring the notes up to date. A folder that cannot be written is the journal's to report, not the notes'."""
    try:
        write_notes(learner.folder, notes(learner, text))
    except ProgressError:
        return


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
