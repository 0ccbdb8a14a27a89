"""Why runs do not decide a question: what they measured, which answers there were, and what else is known."""

import math
from collections.abc import Iterator

from lessons.check.questions.regions import plain
from lessons.lesson import Option, Question
from lessons.runs.measured import PAIRS, Measured
from lessons.summaries import Majority, Value, as_plain, summarise


def undecided(question: Question, found: Measured) -> str:
    """Say that the runs do not decide a question, with what they measured and what it could have been."""
    names = dict.fromkeys(arm for arm in found.values)
    values = [f"{arm} {said(found.values[arm][question.metric], question)}" for arm in names]
    if question.against and question.compare in PAIRS:
        pair = found.compared(question.metric, question.compare, question.arm, question.against)
        values.append(f"{question.compare} of {question.arm} to {question.against} {said(pair, question)}")
    parts = [
        f"its runs do not decide it: {question.metric} of {question.experiment} is {', '.join(values)}.",
        reason(question, found),
        others(question, found),
    ]
    return " ".join(filter(None, parts))


def said(values: tuple[Value, ...], question: Question) -> str:
    """What an arm gave, over its seeds."""
    found = summarise(values)
    if isinstance(found, Majority):
        return f"{found.word} on {found.share:.0%} of seeds"
    value = as_plain(found).get(question.summary)
    return "never" if value is None else f"{value:.4g}"


def reason(question: Question, found: Measured) -> str:
    """What keeps the runs from deciding it."""
    if (
        question.against
        and question.compare == "ratio"
        and 0.0 in found.values[question.against][question.metric]
    ):
        return f'{question.against} is 0 on some seeds, and nothing is a ratio of 0: write compare = "difference".'
    if count := sum(isinstance(value, float) and math.isnan(value) for value in every(question, found)):
        return f"{count} of its values are NaN."
    if question.kind == "choice":
        options = "; ".join(f"{option.id} is {said_of(option)}" for option in question.options)
        return f"No option holds that: {options}."
    if question.kind in ("which", "order"):
        return f"Two arms are not further apart than same_within = {question.same_within:g}."
    return ""


def every(question: Question, found: Measured) -> Iterator[Value]:
    return (value for each in found.values.values() for value in each[question.metric])


def said_of(option: Option) -> str:
    regions = [plain(option.value)] if option.value is not None else []
    return ", ".join([*regions, *(f"{arm} {plain(region)}" for arm, region in option.arms.items())])


def others(question: Question, found: Measured) -> str:
    metrics = [metric for metric in found.experiment.metrics if metric != question.metric]
    return f"Measured there as well: {', '.join(metrics)}." if metrics else ""
