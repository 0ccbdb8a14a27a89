"""Sweeps for proofs: a lesson's own seeds, those with dust and those held back; and what they showed, as plain data."""

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.course.lesson.lesson import Arm, Experiment
from lessons.course.lesson.summaries import Value
from lessons.runs.dust import Dusted
from lessons.runs.experiment import Measured, Sweeping, sweep

HELD_BACK = tuple(range(700_001, 700_033))  # 32 seeds that no lesson, review or judge trains
FIRST_DUSTED = 8  # own seeds that are trained once more, with dust on their first weights
MORE_DRAWS = 3  # of dust on all own seeds, where it changes one of the first
PRINTED = 1e-3  # relative distance that no page prints
ROUNDING, ZERO = 1e-6, 1e-9  # relative distance that rounding may make over a whole run; what counts as zero

OF_LOSSES = ("losses", "steady", "apart", "growing")

Plain = dict[str, Any]


@dataclass(frozen=True)
class SweepEvidence:
    """An experiment on a lesson's own seeds and on others. Of an edited arm also its losses, of its first seed."""

    own: Measured
    dusted: tuple[Measured, ...]  # the own seeds with dust on their first weights, once a draw
    held_back: Measured
    losses: Mapping[str, list[float]]
    steady: Mapping[str, int | None]  # how many of these losses dust leaves as they are; None: all
    apart: Mapping[str, float]  # on which share of an edited arm's seeds the losses leave the healthy ones
    growing: Mapping[str, float]  # on which share of an arm's seeds the loss ends above its beginning, or is no number


def twin_of(arm: Arm, experiment: Experiment) -> Arm | None:
    """Return the arm that is trained alike, but without what is edited for this one."""
    others = (each for each in experiment.arms if each.edits == arm.unedited().edits)
    return next((each for each in others if repr(each.settings) == repr(arm.settings)), None)


def seeds_beside(experiment: Experiment, own: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seeds that show whether what own seeds give holds on others, and however a processor rounds."""
    if experiment.rounding:
        return HELD_BACK
    return tuple(map(Dusted, (*own[:FIRST_DUSTED], *HELD_BACK)))


def changed_by_dust(found: SweepEvidence, arm: str) -> bool:
    dusted = found.dusted[0].values[arm]
    pairs = (zip(values, dusted[metric], strict=True) for metric, values in found.own.values[arm].items())
    return any(differ(*pair, within=PRINTED) for of_metric in pairs for pair in of_metric)


def differ(first: Value, second: Value, within: float = ROUNDING) -> bool:
    """Return True if two values differ; a number that never came is another than any that did."""
    if not isinstance(first, float | int) or not isinstance(second, float | int):
        return first != second
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) != math.isnan(second)
    return first != second and not math.isclose(first, second, rel_tol=within, abs_tol=ZERO)


def swept(experiment: Experiment, seeds: tuple[int, ...], own: int) -> Generator[float, None, Plain]:
    for item in sweep(experiment, seeds):
        if isinstance(item, Sweeping):
            yield item.done / item.total
    assert isinstance(item, Measured)
    return as_plain(item, own)


def as_plain(found: Measured, own: int) -> Plain:
    """Return the values and, of edited arms, the first seed's losses and how many leave the healthy ones."""
    losses, edited = found.losses, [arm for arm in found.experiment.arms if arm.edits]
    dusted = own < len(found.seeds) and found.seeds[own] == found.seeds[0]
    twins = {arm.name: twin.name for arm in edited if (twin := twin_of(arm, found.experiment))}
    return {
        "values": {arm: {name: list(each) for name, each in of_arm.items()} for arm, of_arm in found.values.items()},
        "losses": {arm.name: losses[arm.name][:, 0].tolist() for arm in edited},
        "steady": {arm.name: steps_alike(*losses[arm.name].T[[0, own if dusted else 0]]) for arm in edited},
        "apart": {arm: share_apart(losses[arm][:, :own], losses[twin][:, :own]) for arm, twin in twins.items()},
        "growing": {arm: share_growing(each[:, :own]) for arm, each in losses.items()},
    }


def share_apart(broken: np.ndarray, healthy: np.ndarray) -> float:
    """Return on which share of the seeds, a column each, two arms have other losses."""
    if len(broken) != len(healthy):
        return 1.0
    same = np.isclose(broken, healthy, ROUNDING, ZERO, equal_nan=True)
    return float((~same).any(axis=0).mean()) if len(same) else 0.0


def steps_alike(first: np.ndarray, second: np.ndarray) -> int | None:
    """Return how many losses are the same before the first that differs; None where none does."""
    same = np.isclose(first, second, ROUNDING, ZERO, equal_nan=True)
    return None if same.all() else int(np.argmin(same))


def share_growing(losses: np.ndarray) -> float:
    """Return on which share of the seeds, a column each, the last loss is above the first, or no number."""
    return float((~(losses[-1] <= losses[0] * (1 + ROUNDING))).mean()) if len(losses) else 0.0


def as_swept(experiment: Experiment, seeds: tuple[int, ...], own: int, data: Plain) -> SweepEvidence:
    again = [place for place in range(own, len(seeds)) if seeds[place] in seeds[:own]]
    parts = range(own), (*again, *range(len(again), own)), range(own + len(again), len(seeds))
    own_seeds, dusted, held_back = (measured(experiment, seeds, part, data) for part in parts)
    return SweepEvidence(own_seeds, (dusted,), held_back, *(data[name] for name in OF_LOSSES))


def measured(experiment: Experiment, seeds: tuple[int, ...], places: Sequence[int], data: Plain) -> Measured:
    """Return what some of the seeds gave."""
    values = {
        arm: {name: tuple(each[place] for place in places) for name, each in found.items()}
        for arm, found in data["values"].items()
    }
    return Measured(experiment, tuple(seeds[place] for place in places), values)
