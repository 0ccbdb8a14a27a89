"""The worked calculation runs, and answers each of its questions."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.lesson import WORKED, Experiment, Lesson, LessonError
from lessons.state import Answer
from lessons.verdicts import verdict


def prove_calculation(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The worked calculation runs, and answers each of its questions."""
    if lesson.worked is None:
        return
    from lessons.runs.trace import traced, value_of, worked_record

    try:
        traced(lesson.worked)
        record = {WORKED: worked_record(lesson.worked)}
        for name in lesson.worked.show:
            value_of(lesson.worked, name)
    except LessonError as error:
        yield Proof(lesson.id, "the calculation runs", str(error))
        return
    yield Proof(lesson.id, "the calculation runs")
    for question in lesson.worked.questions:
        found = verdict(question, Answer("0", 0.5), record, Experiment("", (), 0))
        yield Proof(
            lesson.id, f"step {question.id}", "" if found.truth else f"there is no {question.of} to ask for."
        )
