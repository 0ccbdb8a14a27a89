"""What a question looks at in a record: one arm's summary, or how two arms compare."""

import math
from collections.abc import Mapping

from lessons.lesson import Experiment, Question
from lessons.summaries import Band, Record, Summary, pair_name, recorded, written

ROUNDING = 1e-12  # float errors, which must not turn what is the same into something else


def of_arm(question: Question, record: Record, arm: str) -> Summary:
    return recorded(record, question.experiment, question.metric, arm)


def comparison(question: Question, record: Record, experiment: Experiment) -> Summary:
    name = pair_name(question.compare, question.arm, question.against, experiment.names)
    return recorded(record, question.experiment, question.metric, name)


def statistic(question: Question, summary: Summary) -> float | None:
    """The one number of a summary that the question asks for; None where there is none."""
    value = getattr(summary, question.summary) if isinstance(summary, Band) else None
    return None if value is None or value != value else value


def asked(question: Question, record: Record, experiment: Experiment) -> float | None:
    """The number that decides: of an arm, or of its comparison with another."""
    found = (
        comparison(question, record, experiment)
        if question.against
        else of_arm(question, record, question.arm)
    )
    return statistic(question, found)


def by_arm(question: Question, record: Record) -> dict[str, float] | None:
    """The statistic of each arm that the question compares; None if one was not measured, or is NaN.

    An arm without a value, such as the steps to a loss that is never reached, ranks after every number.
    """
    found: dict[str, float] = {}
    for arm in question.arms:
        value = statistic(question, of_arm(question, record, arm))
        if value is None and not never_came(question, record, arm):
            return None
        found[arm] = math.inf if value is None else value
    return found


def never_came(question: Question, record: Record, arm: str) -> bool:
    """Whether an arm was measured, and has no value."""
    found = written(record, question.experiment, question.metric, arm)
    return isinstance(found, Mapping) and question.summary not in found and "word" not in found


def apart(first: float, second: float) -> float:
    """How far the second is above the first. Two that never came are not apart."""
    return 0.0 if first == second else second - first
