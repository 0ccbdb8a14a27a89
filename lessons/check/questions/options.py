"""The options of a choice: each can be true, and never two at once."""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations

from lessons.check.ranges import COUNTS, base_of, holds_all, meet, overlap, possible
from lessons.lesson import Experiment, Interval, Option, Prose, Question
from lessons.prose import options as written_options

Regions = Mapping[str, Interval]


def problems_of_options(question: Question, experiment: Experiment) -> Iterator[str]:
    """Find what is wrong with the regions of a choice, by themselves."""
    names = [option.id for option in question.options]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"the option {name!r} is there {names.count(name)} times."
    for option in question.options:
        yield from problems_of_option(option, question, experiment)
    for first, second in combinations(question.options, 2):
        if both := shared(regions(first, question), regions(second, question)):
            yield f"{first.id} and {second.id} would both be right where {both}. Part their regions."


def problems_of_option(option: Option, question: Question, experiment: Experiment) -> Iterator[str]:
    """Find why an option could never be true, or always would be."""
    found = regions(option, question)
    wholes = {name: whole_of(name, question, experiment) for name in found}
    for name, region in found.items():
        if not is_reachable(region, wholes[name], question):
            yield (
                f"nobody can be right with {option.id}: {name} = {plain(region)} lies outside what "
                f"{question.metric} can be, {plain(wholes[name])}."
            )
    everything = all(holds_all(region, wholes[name]) for name, region in found.items())
    if (
        found and everything and not base_of(question.metric).startswith("steps_to_loss")
    ):  # which may never come
        yield f"{option.id} would be right whatever is measured."


def regions(option: Option, question: Question) -> dict[str, Interval]:
    """Return the regions of an option by the arm, or `value` for a comparison."""
    found = dict(option.arms)
    if option.value is not None:
        name = "value" if question.against else question.arm
        found[name] = meet(found.get(name, option.value), option.value) or option.value
    return found


def whole_of(name: str, question: Question, experiment: Experiment) -> Interval:
    """Return what an arm can be, or a comparison: nothing takes more steps than are trained."""
    low, high = possible(question.metric, question.compare if name == "value" else "")
    if name != "value" and base_of(question.metric).startswith("steps_to_loss"):
        high = float(experiment.arm(name).settings.steps)
    return low, high


def is_reachable(region: Interval, whole: Interval, question: Question) -> bool:
    """Return True if a metric can lie in a region. The median of whole numbers is a whole number or a half."""
    inside = meet(region, whole)
    if inside is None or inside[0] == math.inf:
        return False
    if base_of(question.metric) in COUNTS and question.summary != "mean" and not question.against:
        return math.floor(2 * inside[1]) >= 2 * inside[0] if math.isfinite(inside[1]) else True
    return True


def shared(first: Regions, second: Regions) -> str:
    """Return where two options that bound the same arms would both be right, in words."""
    if set(first) != set(second) or not all(overlap(first[name], second[name]) for name in first):
        return ""
    both = {name: meet(first[name], second[name]) for name in first}
    return ", ".join(f"{name} lies in {plain(region)}" for name, region in both.items() if region)


def plain(region: Interval) -> str:
    """Return an interval as a lesson writes it."""
    return f"[{region[0]:g}, {region[1]:g}]"


def problem_of_words(heading: str, question: Question, pages: Mapping[str, Prose]) -> str:
    """Return which options of a page have the same words; nothing where all is well."""
    for language, page in pages.items():
        words = written_options(page.sections.get(heading, ""))[1]
        said = [" ".join(each.casefold().split()).rstrip(".") for each in words.values()]
        for name, each in zip(words, said, strict=True):
            if said.count(each) > 1:
                return f"{language}.md: two of its options have the same words, {words[name]!r}."
    return ""
