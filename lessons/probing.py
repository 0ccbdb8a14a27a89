"""A look inside a finished pair: what the observe stage shows, as one frozen report a side."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lessons.experiment import PairedRun, TrainedSide

BINS = 24


@dataclass(frozen=True)
class HardRow:
    """A held-out row: the English form that is right, the one the model chose, and the loss."""

    right: str
    chosen: str
    loss: float


@dataclass(frozen=True)
class SideReport:
    """One model, measured."""

    losses: tuple[float, ...]
    accuracies: tuple[tuple[int, float, float], ...]
    histogram: tuple[tuple[int, ...], tuple[float, ...]]
    rank: float | None
    shape: tuple[int, ...]
    gap: float
    gradient_norms: Mapping[str, float]
    hardest: tuple[HardRow, ...]


@dataclass(frozen=True)
class PairReport:
    """Healthy and broken, of one experiment and one seed."""

    experiment: str
    seed: int
    steps: int
    healthy: SideReport
    broken: SideReport


def report(run: PairedRun) -> PairReport:
    """Measure both sides of a run that has come to its end."""
    with np.errstate(all="ignore"):
        return PairReport(
            run.experiment.id, run.seed, run.steps, report_side(run.healthy), report_side(run.broken)
        )


def report_side(side: TrainedSide) -> SideReport:
    probes, model, data = side.library.probes, side.model, side.data
    product = probes.effective_weight(model)
    counts, edges = probes.activation_histogram(model, data.x_train, bins=BINS)
    norms = probes.gradient_norms(model, data.x_train, data.y_train)
    return SideReport(
        losses=tuple(side.losses),
        accuracies=tuple(side.accuracies),
        histogram=(tuple(map(int, counts)), tuple(map(float, edges))),
        rank=float(probes.numerical_rank(product)) if np.isfinite(product).all() else None,
        shape=tuple(product.shape),
        gap=float(probes.interaction_gap(model)),
        gradient_norms={name: float(norm) for name, norm in norms.items()},
        hardest=tuple(hard_rows(side)),
    )


def hard_rows(side: TrainedSide, count: int = 10) -> list[HardRow]:
    """The held-out rows with the highest loss, in English."""
    data, tense = side.data, side.library.tense
    found = side.library.probes.hardest_examples(side.model, data.x_held_out, data.y_held_out, count)
    rows = []
    for example in found:
        verb, person = data.held_out_rows[example.index]
        right, chosen = (tense.english(verb, person, label) for label in (example.label, example.predicted))
        rows.append(HardRow(right, chosen, example.loss))
    return rows
