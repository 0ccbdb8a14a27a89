"""Predictions and reviews: each has one true answer, whatever seeds of its kind are drawn, and by a margin."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence, record_of
from lessons.check.proof import Proof
from lessons.check.questions.answers import popular_is_true, true_on
from lessons.check.questions.margins import margin
from lessons.check.questions.reading import Asked, asked
from lessons.check.questions.steadiness import CHECKS, IN_WORDS, Found, share_of_resamples
from lessons.lesson import Lesson, Question


def prove_predictions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every prediction and every review has one answer: on its seeds, on others, and on 95 % of resamples."""
    for each in asked(lesson):
        name = each.question.experiment
        yield proof_of(each, lesson, (evidence.own(name), evidence.held_back(name)))


def proof_of(each: Asked, lesson: Lesson, found: Found) -> Proof:
    if problem := next(filter(None, (check(each.question, found) for check in CHECKS)), ""):
        return each.proof(lesson, problem)
    truth = true_on(each.question, found[0])
    advice = popular_is_true(each.question, truth)
    return each.proof(lesson, advice=advice, shown=shown(each.question, found, truth))


def shown(question: Question, found: Found, truth: str) -> str:
    """Return the truth with its margin, and on how many resamples it holds."""
    own, other = found
    if question.kind in IN_WORDS:
        return f"{truth} on most of the seeds, its own and those held back"
    near = margin(question, record_of([own]), own.experiment, truth)
    on, there = (f"{share_of_resamples(question, each, truth, len(own.seeds)):.0%}" for each in found)
    first, second = (plainly(question, true_on(question, each)) for each in (own, other))
    return f"{first}{f': {near}' if near else ''}; on {on} of resamples; held back {second}, on {there}"


def plainly(question: Question, truth: str) -> str:
    """Return a truth with as many digits as people read."""
    return f"{float(truth):.4g} ± {question.within:g}" if question.kind == "number" else truth
