"""What the learner said about a run, a line a question: at first alone, and once the seeds are in beside the truth."""

from collections.abc import Sequence

from lessons.lesson import Lesson, Prose, Question
from lessons.measurements import metric_words
from lessons.page import Words
from lessons.questions import kind_of
from lessons.state import State
from lessons.text import Text
from lessons.verdict_words import short, truth_words
from lessons.verdicts import Verdict, verdicts


def prediction_lines(
    questions: Sequence[Question], lesson: Lesson, state: State, page: Prose, text: Text
) -> tuple[Words, ...]:
    """Each question that was answered, with its verdict as soon as there is one."""
    judged = {each.question.id: each for each in verdicts(lesson, state, tuple(questions))}
    return tuple(
        line(each, judged.get(each.id), lesson, state, page, text)
        for each in questions
        if each.id in state.answers
    )


def line(
    question: Question, verdict: Verdict | None, lesson: Lesson, state: State, page: Prose, text: Text
) -> Words:
    answer = state.answers[question.id]
    said = text(
        "run.you_said",
        question=page.sections.get(f"name {question.id}") or metric_words(question.metric, text),
        answer=short(kind_of(question).words(question, answer.value, page, text)),
        confidence=f"{100 * answer.confidence:.0f} %",
    )
    if verdict is None:
        return Words(f"· {said}", "note")
    truth = truth_words(verdict, lesson, state.record, page, text)
    if verdict.truth is None:
        return Words(f"· {said} · {truth}", "note")
    return Words(f"{said} · {text('run.runs_say', truth=truth)}", "right" if verdict.right else "wrong")
