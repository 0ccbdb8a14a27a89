"""The learner's notes: every lesson's predictions, what happened, and their own words, as Markdown for people."""

from collections.abc import Iterator

from lessons.cascade import State, answer_given
from lessons.grading import grade
from progress.calibration import undecided
from progress.errors import ProgressError
from progress.event import REVIEW
from progress.inert import inert
from progress.notes import write_notes
from tutor.learner import Learner, Place
from tutor.reports.markdown_page import literal
from tutor.text import Text
from tutor.wording import answer_words, both_sides, plain_truth, truth_words


def write(learner: Learner, text: Text) -> None:
    """Bring the notes up to date. A folder that cannot be written is the journal's to report, not the notes'."""
    if learner.journal.folder is None:
        return
    try:
        write_notes(learner.folder, page(learner, text))
    except ProgressError:
        return


def page(learner: Learner, text: Text) -> str:
    """The whole of `breaks.md`."""
    parts = [f"# {text('notes.title')}", text("notes.intro")]
    for place in learner.places():
        state = learner.state(place)
        if state.opened:
            parts += section(place, state, text)
    if lines := list(review_lines(learner, text)):
        parts += [f"## {text('notes.reviews')}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def section(place: Place, state: State, text: Text) -> Iterator[str]:
    prose = place.lesson.prose[text.language]
    mode = f" ({text('mode.blind')})" if place.mode == "blind" else ""
    yield f"## {prose.title}{mode}"
    yield f"### {text('notes.predictions')}"
    yield "\n".join(prediction_lines(place, state, text)) or text("notes.unanswered")
    count = len(place.lesson.hints)
    yield text("notes.hints", rungs=state.rungs, count=count, attempts=state.attempts)
    if state.reflection:
        yield f"### {text('notes.reflection')}"
        yield state.reflection


def review_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Each review, oldest first. What this version does not know any more is left out."""
    for event in learner.events():
        lesson = learner.course.lessons.get(event.lesson or "")
        sibling = (
            lesson.sibling(str(event.payload.get("sibling"))) if lesson and event.kind == REVIEW else None
        )
        answer = answer_given(sibling, event.payload) if sibling else None
        if lesson is None or sibling is None or answer is None:
            continue
        prose, question = lesson.prose[text.language], sibling.question
        mark, happened = "✓" if event.payload.get("right") is True else "✗", ""
        if undecided(event.payload):
            mark, happened = "○", text("observe.undecided")
        truth = str(event.payload.get("truth", ""))
        yield text(
            "notes.review",
            mark=mark,
            day=event.time.date().isoformat(),
            idea=learner.course.concepts[sibling.concept][text.language],
            question=f"{text(f'metric.{question.metric}')}, {sibling.experiment.task}",
            answer=literal(answer_words(text, prose, question, answer.value)),
            sure=round(answer.confidence * 100),
            happened=happened or literal(plain_truth(text, prose, question, truth)),
        )


def prediction_lines(place: Place, state: State, text: Text) -> Iterator[str]:
    prose = place.lesson.prose[text.language]
    for question in place.lesson.questions_for(place.mode):
        answer = state.answers.get(question.id)
        if answer is None:
            continue
        mark, happened = "○", text("notes.unanswered")
        if question.experiment in state.record:
            verdict = grade(question, answer.value, state.record)
            mark = "○" if verdict.truth is None else "✓" if verdict.right else "✗"
            happened = (
                f"{truth_words(text, prose, question, verdict)} ({both_sides(text, question, verdict)})"
            )
        yield text(
            "notes.line",
            mark=mark,
            question=f"{text(f'metric.{question.metric}')}, {question.experiment}",
            answer=literal(answer_words(text, prose, question, answer.value)),
            sure=round(answer.confidence * 100),
            happened=inert(happened),
        )
