"""Predictions and reviews: each has one true answer, whatever seeds of its kind are drawn, and by a margin."""

from collections.abc import Callable, Iterator

from lessons.check.evidence import Evidence, record_of
from lessons.check.proof import Proof
from lessons.check.questions.answers import SEVERAL, popular_is_true, true_on
from lessons.check.questions.asked import Asked, asked
from lessons.check.questions.changes import (
    is_off_the_border,
    is_one_way,
    is_the_same,
    keeps_its_sign,
    leaves_room,
)
from lessons.check.questions.margins import margin
from lessons.check.questions.regions import out_of_reach
from lessons.check.questions.steady import (
    IN_WORDS,
    is_no_anecdote,
    is_said_by_most_seeds,
    is_the_same_elsewhere,
    is_the_same_on_resamples,
    share_of_resamples,
)
from lessons.check.questions.tolerances import NONE, Found, Problem, refuses_and_accepts
from lessons.check.questions.undecided import undecided
from lessons.lesson import Lesson, Question
from lessons.runs.measured import Measured


def prove_predictions(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every prediction and every review has one answer: on its seeds, on others, and on 95 % of resamples."""
    for each in asked(lesson):
        name = each.question.experiment
        yield proof_of(each, lesson, (evidence.own(name), evidence.held_back(name)))


def proof_of(each: Asked, lesson: Lesson, found: Found) -> Proof:
    question = each.question
    for check in CHECKS:
        problem, mend = check(question, found)
        if problem:
            return each.proof(lesson, problem, mend)
    truth = true_on(question, found[0])
    return each.proof(lesson, advice=popular_is_true(question, truth), shown=shown(question, found, truth))


def is_decided(question: Question, found: Found) -> Problem:
    """Exactly one answer is true, on its own seeds and on others."""
    for each in found:
        truth = true_on(question, each)
        if not truth:
            return undecided(question, each), ""
        if SEVERAL in truth and question.kind == "choice":
            return f"{truth} are both right. Part their regions.", ""
    return NONE


def is_within_reach(question: Question, found: Found) -> Problem:
    """No option lies beyond all that was measured."""
    return out_of_reach(question, found), ""


CHECKS: tuple[Callable[[Question, Found], Problem], ...] = (
    is_decided,
    is_no_anecdote,
    keeps_its_sign,
    is_the_same_elsewhere,
    is_said_by_most_seeds,
    is_the_same_on_resamples,
    is_off_the_border,
    leaves_room,
    is_the_same,
    is_one_way,
    refuses_and_accepts,
    is_within_reach,
)


def shown(question: Question, found: Found, truth: str) -> str:
    """The truth with its margin, and on how many resamples it holds."""
    own = found[0]
    if question.kind in IN_WORDS:
        said = " and ".join(f"{share_of_word(question, each, truth):.0%}" for each in found)
        return f"{truth} on {said} of the seeds, its own and those held back"
    near = margin(question, record_of([own]), own.experiment, truth)
    on, there = (f"{share_of_resamples(question, each, truth, len(own.seeds)):.0%}" for each in found)
    first, second = (plainly(question, true_on(question, each)) for each in found)
    return f"{first}{f': {near}' if near else ''}; on {on} of resamples; held back {second}, on {there}"


def share_of_word(question: Question, found: Measured, truth: str) -> float:
    values = found.of(question.metric, question.arm)
    return sum(value == truth for value in values) / len(values)


def plainly(question: Question, truth: str) -> str:
    """A truth with as many digits as people read."""
    if question.kind != "number":
        return truth
    return f"{float(truth):.4g} ± {question.within:g}"
