"""Measurements: the one that a question asks for, how near is near enough, and all of them in words and tables."""

import math
from collections.abc import Iterable, Mapping

from lessons.course.lesson.arm_roles import BREAK
from lessons.course.lesson.lesson import Experiment, Interval, Option, Prose, Question
from lessons.course.lesson.metric import ALWAYS, metric_of
from lessons.course.lesson.page import Block, Strings, Table, Words
from lessons.course.lesson.pictures import Bar
from lessons.course.lesson.summaries import (
    Band,
    Majority,
    Record,
    Summary,
    as_shown,
    pair_name,
    recorded,
    seeds_of,
    written,
)
from lessons.course.lesson.value_words import band_words, bare, is_share, share

WIDEST = 3  # arms that stand beside each other


def named(arm: str, page: Prose, text: Strings) -> str:
    if words := page.sections.get(f"arm {arm}"):
        return words
    return text(f"side.{arm}") if text.has(f"side.{arm}") else arm


def compared_arms(question: Question) -> tuple[str, ...]:
    """Return the arms that a question names, the one it is about first."""
    bounded = (arm for option in question.options for arm in option.arms)
    return question.arms or tuple(dict.fromkeys([question.arm, question.against, *bounded]))


def of_arm(question: Question, record: Record, arm: str) -> Summary:
    return recorded(record, question.experiment, question.metric, arm)


def comparison(question: Question, record: Record, experiment: Experiment) -> Summary:
    name = pair_name(question.compare, question.arm, question.against, experiment.names)
    return recorded(record, question.experiment, question.metric, name)


def statistic(question: Question, summary: Summary) -> float | None:
    """Return the one number of a summary that the question asks for; None if it was not measured."""
    value = getattr(summary, question.summary) if isinstance(summary, Band) else None
    return None if value is None or value != value else value


def asked(question: Question, record: Record, experiment: Experiment) -> float | None:
    """Return the number that decides: of an arm, or of its comparison with another."""
    if question.against:
        return statistic(question, comparison(question, record, experiment))
    return statistic(question, of_arm(question, record, question.arm))


def by_arm(question: Question, record: Record) -> dict[str, float]:
    """Return each compared arm's statistic, infinite if it never came; `{}` if one is NaN, or not measured."""
    found: dict[str, float] = {}
    for arm in question.arms:
        value = statistic(question, of_arm(question, record, arm))
        if value is None:
            kept = written(record, question.experiment, question.metric, arm)
            if not isinstance(kept, Mapping) or question.summary in kept or "word" in kept:
                return {}
        found[arm] = math.inf if value is None else value
    return found


def holds(option: Option, question: Question, record: Record, experiment: Experiment) -> bool:
    if option.value is not None and not inside(option.value, asked(question, record, experiment)):
        return False
    regions = option.arms.items()
    return all(inside(region, statistic(question, of_arm(question, record, arm))) for arm, region in regions)


def inside(region: Interval, value: float | None) -> bool:
    return value is not None and region[0] <= value <= region[1]


def role_of(experiment: Experiment, arm: str) -> str:
    """Return the role that draws an arm: its lesson's; without a lesson, its own in a break, and else its place's."""
    if role := experiment.roles.get(arm) or BREAK.get(arm):
        return role
    others = [name for name in experiment.names if name not in BREAK]
    taken = len(BREAK) if len(others) < len(experiment.names) else 0
    return f"arm-{taken + others.index(arm) + 1}"


def metric_words(metric: str, text: Strings) -> str:
    """Return `training accuracy`; an argument stands behind it."""
    found, (_, _, argument) = metric_of(metric), metric.partition(":")
    return found.called(text.language, argument) if found else metric.replace(":", " ")


def experiment_words(name: str, page: Prose) -> str:
    """Return an experiment's name as the page has it, in a section `experiment NAME`, or its id."""
    return page.sections.get(f"experiment {name}", name)


def said(found: Summary, metric: str, text: Strings, statistic: str = "median") -> str:
    """Write a summary in a table's cell; a word that the tutor knows is translated."""
    if isinstance(found, Majority):
        return text(f"short.{found.word}") if text.has(f"short.{found.word}") else found.word
    found = as_shown(found, metric, statistic)
    low, middle, high = (bare(value, metric, text) for value in (found.p5, found.median, found.p95))
    words = f"{middle} %" if is_share(metric) and found.median is not None else middle
    return words if found.median is None or low == high else words + band_words(low, high)


def table_blocks(
    experiment: Experiment, questions: Iterable[Question], record: Record, page: Prose, text: Strings
) -> list[Block]:
    """Tabulate the medians that are asked for or always shown, as others tell too much: a column, or a row, an arm."""
    asked = {question.metric for question in questions if question.experiment == experiment.id}
    measured = record.get(experiment.id, {})
    metrics = [each for each in experiment.metrics if each in measured and (each in asked or each in ALWAYS)]
    task = page.sections.get(f"experiment {experiment.id}")  # a review's often has no name
    key = "run.sweep_done" if task else "run.sweep_in"
    some = seeds_words(experiment, record, text)
    done = Words(some or text(key, seeds=experiment.seeds, task=task), "note")
    if not metrics:
        return [done]
    roles = ["", *(role_of(experiment, arm) for arm in experiment.names)]
    rows = [["", *(named(arm, page, text) for arm in experiment.names)]]
    for metric in metrics:
        found = (recorded(record, experiment.id, metric, arm) for arm in experiment.names)
        cells = [said(each, metric, text, experiment.statistic(metric)) for each in found]
        if metric == "curve":  # with the first arm's the others are compared
            cells[0] = "—"
        rows.append([metric_words(metric, text), *cells])
    row_roles: tuple[str, ...] = ()
    if len(experiment.names) > WIDEST:
        rows, row_roles, roles = [list(column) for column in zip(*rows, strict=True)], tuple(roles[1:]), []
    headings, *below = map(tuple, rows)
    blocks: list[Block] = [done, Table(headings, tuple(below), tuple(roles), row_roles)]
    notes = [yardstick_words(yardstick(metric, experiment, text) for metric in metrics)]
    if any("[" in words for row in below for words in row):
        means = [metric_words(metric, text) for metric in metrics if metric in experiment.means]
        named_means = text("run.brackets_mean", metrics=", ".join(means))
        notes.insert(0, named_means if means else text("run.brackets"))
    if note := " ".join(filter(None, notes)):
        blocks.append(Words(note, "note"))
    return blocks


def seeds_words(experiment: Experiment, record: Record, text: Strings) -> str:
    """Say how many seeds there are where the others were stopped, else `""`."""
    seeds = seeds_of(record, experiment.id, experiment.seeds)
    return text("run.sweep_some", seeds=seeds, all=experiment.seeds) if seeds < experiment.seeds else ""


def yardstick(metric: str, experiment: Experiment, text: Strings, arms: Iterable[str] = ()) -> Bar | None:
    """Return a bar for always giving the commonest answer, beside an accuracy; None if it differs by arm."""
    known = metric_of(metric)
    if not known or not known.is_accuracy:
        return None
    names = tuple(arms) or experiment.names
    found = {experiment.commonest.get(arm) for arm in names}
    name, value = f"value.commonest{'_out' * (experiment.counted_on == 'held_out')}", found.pop()
    return None if found or value is None else Bar(text(name), "axis", value, words=share(value))


def yardstick_words(found: Iterable[Bar | None]) -> str:
    """Write `Always giving the commonest answer gets: 47 %.`; `""` without a yardstick."""
    return next((f"{each.name}: {each.words}." for each in found if each), "")
