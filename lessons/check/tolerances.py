"""Whether a question's tolerance is fair: its truth is off the border, and most answers are wrong."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lessons.check.answers import accepted, around, sought, true_on, truth_of, unanswerable
from lessons.check.evidence import record_of
from lessons.check.margins import margin
from lessons.check.regions import plain
from lessons.check.resampling import as_row, compared, pair_of, resampled, statistic
from lessons.lesson import Question
from lessons.questions.measured import by_arm
from lessons.runs.measured import Measured
from lessons.summaries import Value

LARGE = 0.25  # of the reference: a real change as large as this is not the same
SURE = 0.95  # of the resamples
HALF = 0.5  # of all answers

Found = tuple[Measured, Measured]  # on a question's own seeds, and on seeds that are held back
Problem = tuple[str, str]  # what is wrong, and what to write instead
NONE: Problem = "", ""


def is_off_the_border(question: Question, found: Found) -> Problem:
    """The number that decides does not lie on the border of a margin."""
    for each in found:
        near = margin(question, record_of([each]), each.experiment, true_on(question, each))
        if near and near.is_none and question.kind != "choice" and question.same_within:
            problem = f"{near.name} is {near.value:.6g}, just on the border {near.border:.6g} of its margin."
            return f"{problem} Ask with another margin.", ""
    return NONE


def is_told_as_it_is(question: Question, found: Found) -> Problem:
    """What is told as the same is not plainly different."""
    if question.kind == "direction" and true_on(question, found[0]) == "same":
        return is_the_same(question, found[0])
    if question.kind == "trend":
        return is_one_way(question, found[0])
    return NONE


def is_the_same(question: Question, found: Measured) -> Problem:
    """A change that nearly every resample shows, and that is large, is no "same"."""
    values = found.compared(question.metric, question.compare, question.arm, question.against)
    middle = 1.0 if question.compare == "ratio" else 0.0
    size = 1.0 if question.compare == "ratio" else reference(question, found)
    shifts = statistic("median", resampled(values)) - middle
    shift = float(statistic("median", as_row(values))) - middle
    always = max((shifts > 0).mean(), (shifts < 0).mean()) >= SURE
    if not always or abs(shift) <= LARGE * size:
        return NONE
    return (
        f'"same" is true only because same_within = {question.same_within:g} is so wide: '
        f"the {question.compare} is {shift + middle:.4g}, and on {SURE:.0%} of resamples it is on that side.",
        f"same_within = {LARGE * size / 2:.1g}",
    )


def reference(question: Question, found: Measured) -> float:
    """What a difference is large beside: the larger of the two arms."""
    rows = [as_row(found.values[arm][question.metric]) for arm in (question.arm, question.against)]
    return max(abs(float(statistic("median", row))) for row in rows)


def is_one_way(question: Question, found: Measured) -> Problem:
    """A trend does not turn on its way by more than its margin."""
    record, experiment = record_of([found]), found.experiment
    truth, twice = true_on(question, found), 2 * question.same_within
    for count in range(2, len(question.arms)):
        for arms in (question.arms[:count], question.arms[count - 1 :]):
            part = truth_of(replace(question, arms=arms, same_within=twice), record, experiment)
            if part not in (truth, "flat", None):
                path = by_arm(question, record) or {}
                said = ", ".join(f"{value:.4g}" for value in path.values())
                return f"{truth} is not the whole of it: from {arms[0]} to {arms[-1]} it {part} ({said}).", ""
    return NONE


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


def keeps_its_sign(question: Question, found: Found) -> Problem:
    """A ratio is one of numbers above 0."""
    if not question.against or question.compare != "ratio":
        return NONE
    for arm in (question.arm, question.against):
        row = as_row(found[0].values[arm][question.metric])
        if (row < 0).any():
            return (
                f"its ratio says nothing: {question.metric} of {arm} is {row.min():.4g} on a seed, below 0.",
                'compare = "difference"',
            )
    return NONE
