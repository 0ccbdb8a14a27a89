"""Whether the tolerance of a typed number is fair: some answer is right, and most are wrong."""

from collections.abc import Sequence

import numpy as np

from lessons.check.questions.answers import accepted, around, sought, true_on, unanswerable
from lessons.check.questions.regions import plain
from lessons.check.resampling import compared, pair_of, resampled, statistic
from lessons.lesson import Question
from lessons.runs.measured import Measured
from lessons.summaries import Value

SURE = 0.95  # of the resamples
HALF = 0.5  # of all answers

Found = tuple[Measured, Measured]  # on a question's own seeds, and on seeds that are held back
Problem = tuple[str, str]  # what is wrong, and what to write instead
NONE: Problem = "", ""


def refuses_and_accepts(question: Question, found: Found) -> Problem:
    """Some answer that can be typed is right, and most are wrong."""
    if question.kind != "number":
        return NONE
    truth = float(true_on(question, found[0]))
    if problem := unanswerable(question, truth):
        return problem, wider(question, found)
    whole = sought(question, found[0], truth)
    share = accepted(around(truth, question.within), whole)
    if share < HALF:
        return NONE
    return (
        f"within = {question.within:g} accepts {share:.0%} of all answers between {plain(whole)}: "
        f"it is {truth:.4g}. Expected less than half.",
        wider(question, found),
    )


def wider(question: Question, found: Found) -> str:
    """A margin for a typed number that its resamples keep to, and that half of all answers do not."""
    truth = true_on(question, found[0])
    if question.kind != "number" or not truth:
        return ""
    values = [statistic(question.summary, resampled(each_values(question, each))) for each in found]
    if not all(np.isfinite(each).all() for each in values):
        return ""
    off = max(float(np.quantile(abs(each - float(truth)), SURE)) for each in values)
    within = max(1.5 * off, 0.05 * abs(float(truth)))
    return f"within = {float(f'{within:.1g}'):g}" if within else ""


def each_values(question: Question, found: Measured) -> Sequence[Value]:
    name = pair_of(question, found.experiment) if question.against else question.arm
    return compared(question, found)[name]
