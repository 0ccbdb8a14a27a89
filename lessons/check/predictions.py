"""Predictions and reviews: each has one true answer, and its runs decide it."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence, record_of
from lessons.check.proof import Proof
from lessons.lesson import Experiment, Lesson, Question
from lessons.questions import kind_of
from lessons.runs.measured import Measured
from lessons.summaries import Record
from lessons.verdicts import in_terms


def prove_predictions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every prediction and every review is decided, in the same way on seeds that the lesson never uses."""
    asked = [(f"prediction {question.id}", question) for question in lesson.questions]
    asked += [(f"review {review.id}", review.question) for review in lesson.reviews]
    for what, question in asked:
        sweeps = evidence.own(question.experiment), evidence.held_back(question.experiment)
        yield Proof(lesson.id, what, undecided_on(question, *sweeps))


def undecided_on(question: Question, own: Measured, other: Measured) -> str:
    """What is wrong with a question, or nothing."""
    kind, records = kind_of(question), [record_of([own]), record_of([other])]
    experiment: Experiment = own.experiment
    truths = [kind.truth(question, record, experiment) for record in records]
    if truths[0] is None or truths[1] is None:
        return undecided(question, records[0])
    if not kind.is_right(question, in_terms(question, truths[0]), in_terms(question, truths[1])):
        return f"its truth depends on the seeds: {truths[0]} on its own, {truths[1]} on others."
    return ""


def undecided(question: Question, record: Record) -> str:
    """Which question its runs do not decide, and what they measured."""
    measured = record[question.experiment].get(question.metric, {})
    medians = [f"{arm} {found.get('median', found.get('word', 'never'))}" for arm, found in measured.items()]
    return f"its runs do not decide it: {question.metric} of {question.experiment} is {', '.join(medians)}."
