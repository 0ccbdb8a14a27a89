"""The learner's notes: every lesson's predictions, what happened, and their own words, as Markdown for people."""

from collections.abc import Iterator

from lessons.cascade import State
from lessons.grading import grade
from progress.errors import ProgressError
from progress.notes import write_notes
from tutor.learner import Learner, Place
from tutor.text import Text
from tutor.wording import answer_words, both_sides, truth_words


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


def prediction_lines(place: Place, state: State, text: Text) -> Iterator[str]:
    prose = place.lesson.prose[text.language]
    for question in place.lesson.questions_for(place.mode):
        answer = state.answers.get(question.id)
        if answer is None:
            continue
        mark, happened = "○", text("notes.unanswered")
        if question.experiment in state.record:
            verdict = grade(question, answer.value, state.record)
            mark = "✓" if verdict.right else "✗"
            happened = (
                f"{truth_words(text, prose, question, verdict)} ({both_sides(text, question, verdict)})"
            )
        yield text(
            "notes.line",
            mark=mark,
            question=f"{text(f'metric.{question.metric}')}, {question.experiment}",
            answer=answer_words(text, prose, question, answer.value),
            sure=round(answer.confidence * 100),
            happened=happened,
        )
