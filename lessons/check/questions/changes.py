"""Whether a margin is fair: what is called the same is not plainly different, and there is room for more or less."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from lessons.check.evidence import record_of
from lessons.check.questions.answers import true_on
from lessons.check.questions.margins import margin
from lessons.check.questions.tolerances import HALF, NONE, SURE, Found, Problem
from lessons.check.ranges import LOSS, LOSSES, base_of, is_share, scale_of
from lessons.check.resampling import Array, as_row, resampled, statistic
from lessons.lesson import Question
from lessons.questions.measured import by_arm
from lessons.runs.measured import Measured
from lessons.summaries import Value

LARGE = (
    0.25  # of what it is compared with: a plain change as large as this is not the same, whatever the margin
)
A_LITTLE = 0.2  # of a whole trend: so much it may turn on its way


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


def is_off_the_border(question: Question, found: Found) -> Problem:
    """The number that decides does not lie on the border of a margin."""
    for each in found:
        near = margin(question, record_of([each]), each.experiment, true_on(question, each))
        if near and near.is_none and question.kind != "choice" and question.same_within:
            problem = f"{near.name} is {near.value:.6g}, just on the border {near.border:.6g} of its margin."
            return f"{problem} Ask with another margin.", ""
    return NONE


def leaves_room(question: Question, found: Found) -> Problem:
    """A margin is smaller than all that it is a margin of."""
    if question.kind not in ("direction", "trend") or question.compare != "difference":
        return NONE
    most = max(scale_of(question.metric, found), 1.0)
    if base_of(question.metric).startswith("steps_to_loss"):
        most = float(found[0].experiment.steps)
    if is_share(question.metric) or question.same_within < most:
        return NONE
    return (
        f"same_within = {question.same_within:g} calls all of it the same: "
        f"{question.metric} is at most {most:.4g} there.",
        f"same_within = {most / 20:.1g}",
    )


def is_the_same(question: Question, found: Found) -> Problem:
    """A change that nearly every resample shows, and that is large, is neither the same nor flat."""
    truth = true_on(question, found[0])
    if question.kind not in ("direction", "trend") or truth not in ("same", "flat"):
        return NONE
    change, size = float(changes(question, found[0], as_row)), whole(question, found[0])
    again = changes(question, found[0], resampled)
    plain = max((again > 0).mean(), (again < 0).mean()) >= SURE and abs(change) > LARGE * size
    if not plain or question.same_within <= HALF * size:
        return NONE
    return (
        f"{truth!r} is true only because same_within = {question.same_within:g} is so wide: "
        f"the change is {change:.4g}, and on {SURE:.0%} of resamples it is on that side of 0.",
        f"same_within = {LARGE * size / 2:.1g}",
    )


def whole(question: Question, found: Measured) -> float:
    """What a change is large beside: one for a ratio; for a difference the arms, or the scale of the metric."""
    if question.compare == "ratio":
        return 1.0
    if is_share(question.metric):
        return HALF
    arms = max(abs(float(statistic("median", as_row(each)))) for each in ends(question, found))
    return max(arms, LOSS) if base_of(question.metric) in LOSSES else arms


def changes(question: Question, found: Measured, rows: Callable[[Sequence[Value]], Array]) -> Array:
    """How far one arm is above another, of all seeds or of each resample."""
    if question.kind == "direction":
        pairs = found.compared(question.metric, question.compare, question.arm, question.against)
        return statistic("median", rows(pairs)) - (question.compare == "ratio")
    first, last = (statistic(question.summary, rows(each)) for each in ends(question, found))
    with np.errstate(all="ignore"):
        return (last - first) / (abs(first) if question.compare == "ratio" else 1.0)


def ends(question: Question, found: Measured) -> tuple[Sequence[Value], Sequence[Value]]:
    """The values of the two arms that decide a direction or a trend."""
    first, last = question.against, question.arm
    if question.kind == "trend":
        first, *_, last = question.arms
    return found.values[first][question.metric], found.values[last][question.metric]


def is_one_way(question: Question, found: Found) -> Problem:
    """A trend does not turn on its way by more than its margin."""
    path = list((by_arm(question, record_of([found[0]])) or {}).values())
    if question.kind != "trend" or not all(map(math.isfinite, path)):
        return NONE
    truth, change = true_on(question, found[0]), path[-1] - path[0]
    margin = question.same_within * (abs(path[0]) if question.compare == "ratio" else 1.0)
    if turn(truth, path) <= max(2 * margin, A_LITTLE * abs(change)):
        return NONE
    said = ", ".join(f"{value:.4g}" for value in path)
    return f"{truth} is not the whole of it: on its way it is {said}.", ""


def turn(truth: str, path: list[float]) -> float:
    """How far a trend goes another way than it is said to."""
    steps = [second - first for first, second in combinations(path, 2)]
    if truth == "flat":
        return max(map(abs, steps))
    return max(-step if truth == "rises" else step for step in steps)
