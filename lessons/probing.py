"""A look inside a finished pair: what the observe stage shows, as one frozen report a side."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.experiment import PairedRun, TrainedSide

BINS = 12


@dataclass(frozen=True)
class HardRow:
    """A held-out row in English: the form that is right, and the form and loss of each model."""

    right: str
    broken: str
    broken_loss: float
    healthy: str
    healthy_loss: float


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


@dataclass(frozen=True)
class PairReport:
    """Healthy and broken, of one experiment and one seed."""

    experiment: str
    seed: int
    steps: int
    healthy: SideReport
    broken: SideReport
    hardest: tuple[HardRow, ...]


def report(run: PairedRun) -> PairReport:
    """Measure both sides of a run that has come to its end."""
    with np.errstate(all="ignore"):
        return PairReport(
            run.experiment.id,
            run.seed,
            run.steps,
            report_side(run.healthy),
            report_side(run.broken),
            tuple(hard_rows(run)),
        )


def report_side(side: TrainedSide) -> SideReport:
    probes, model, data = side.library.lab.probes, side.model, side.data
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
    )


def hard_rows(run: PairedRun, count: int = 10) -> list[HardRow]:
    """The held-out rows that cost the broken model most, in English, and what both models make of them."""
    broken, healthy = (hardest(side) for side in (run.broken, run.healthy))
    data, english = run.broken.data, run.broken.library.lab.tense.english
    rows = []
    for index in list(broken)[:count]:
        verb, person = data.held_out_rows[index]
        said, other = broken[index], healthy[index]
        rows.append(
            HardRow(
                english(verb, person, said.label),
                english(verb, person, said.predicted),
                said.loss,
                english(verb, person, other.predicted),
                other.loss,
            )
        )
    return rows


def hardest(side: TrainedSide) -> dict[int, Any]:
    """Every held-out row by its index, the one with the highest loss first."""
    data = side.data
    found = side.library.lab.probes.hardest_examples(
        side.model, data.x_held_out, data.y_held_out, len(data.y_held_out)
    )
    return {example.index: example for example in found}
