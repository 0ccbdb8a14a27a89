"""Lines over the training steps: the loss of one seed, of many, and the accuracy."""

from collections.abc import Mapping, Sequence

import numpy as np

from lessons.numbers import number, share
from lessons.pictures import Axis, Curve, Curves
from lessons.runs.experiment import Ways
from lessons.runs.measured import Measured
from lessons.runs.pictures.axes import loss_axis, steady_loss_axis, value_axis
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained
from lessons.runs.training import OneByOne, Together

POINTS = 400  # as many as a picture can show
FAINT = 64  # seeds
LIVE_POINTS = 100  # of each seed while it trains


def curves(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """The loss of one seed, live or at its end; nothing where nothing was trained."""
    trained = {arm: run.losses for arm, run in runs.items() if run.losses}
    if not trained:
        return ()
    curves = tuple(loss_curve(labels, arm, each) for arm, each in trained.items())
    parts = [
        labels.text("says.curve", arm=labels.name(arm), first=number(each[0]), last=number(each[-1]))
        for arm, each in trained.items()
    ]
    length = max(map(len, trained.values()))
    x = Axis(labels.text("axis.steps"), 0, max(labels.experiment.steps, length))
    y = steady_loss_axis(labels.text("axis.loss"), [value for line in curves for value in line.y])
    return (Curves(labels.text("picture.loss"), curves, x, y, labels.says("curves", parts, steps=length)),)


def blank(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """The same before the first step: axes, and what will be drawn."""
    curves = tuple(Curve(labels.name(arm), labels.role(arm), (), ()) for arm in runs)
    x = Axis(labels.text("axis.steps"), 0, labels.experiment.steps)
    y = steady_loss_axis(labels.text("axis.loss"), ())
    return (Curves(labels.text("picture.loss"), curves, x, y, ""),)


def losses_of_sweep(labels: Labels, measured: Measured) -> tuple[Curves, ...]:
    """The loss of every seed, faint; where nine in ten of them lie; and the middle one."""
    trained = {arm: each for arm, each in measured.losses.items() if each.size}
    if not trained:
        return ()
    curves = tuple(swept_curve(labels, arm, each) for arm, each in trained.items())
    length = max(map(len, trained.values()))
    x = Axis(labels.text("axis.steps"), 0, length)
    reached = [value for each in curves for value in (*each.y, *each.low, *each.high)]
    y = loss_axis(labels.text("axis.loss"), reached)
    parts = [said_end(labels, each) for each in curves]
    seeds = min(each.shape[1] for each in trained.values())  # of very many, only the first keep their losses
    says = labels.says("swept", parts, steps=length, seeds=seeds)
    return (Curves(labels.text("picture.loss"), curves, x, y, says),)


def losses_so_far(labels: Labels, ways: Ways) -> tuple[Curves, ...]:
    """The loss of every seed that is being trained: what they have in common is seen at the end."""
    curves = tuple(curve_so_far(labels, arm, ways.get(arm, [])) for arm in labels.experiment.names)
    x = Axis(labels.text("axis.steps"), 0, max(1, labels.experiment.steps))
    y = steady_loss_axis(
        labels.text("axis.loss"), (value for each in curves for seed in each.faint for value in seed)
    )
    return (Curves(labels.text("picture.loss"), curves, x, y, ""),)


def curve_so_far(labels: Labels, arm: str, groups: Sequence[OneByOne | Together]) -> Curve:
    stride = -(-labels.experiment.steps // LIVE_POINTS) or 1
    seeds = [seed[::stride] for group in groups for seed in group.so_far()][:FAINT]
    x = tuple(range(0, stride * max(map(len, seeds), default=0), stride))
    return Curve(labels.name(arm), labels.role(arm), x, (), faint=tuple(map(tuple, seeds)))


def swept_curve(labels: Labels, arm: str, each: Array) -> Curve:
    chosen = steps(len(each))
    some = each[chosen]
    low, middle, high = (tupled(percentile(some, place)) for place in (0.05, 0.5, 0.95))
    faint = tuple(tuple(seed) for seed in some.T[:FAINT].tolist())
    name, role = labels.name(arm), labels.role(arm)
    return Curve(name, role, tuple(chosen.tolist()), middle, low, high, faint)


def said_end(labels: Labels, curve: Curve) -> str:
    last, low, high = (number(side[-1]) for side in (curve.y, curve.low, curve.high))
    return labels.text("says.swept_curve", arm=curve.name, last=last, low=low, high=high)


def percentile(losses: Array, place: float) -> Array:
    """Along each row, the value below which this share lies. A seed that diverged ranks above every number."""
    ranked = np.sort(np.where(np.isnan(losses), np.inf, losses), axis=1)
    at = place * (ranked.shape[1] - 1)
    below, above = ranked[:, int(np.floor(at))], ranked[:, int(np.ceil(at))]
    with np.errstate(invalid="ignore"):
        between = below + (above - below) * (at - np.floor(at))
    return np.where(np.isfinite(above), between, above)


def accuracies(
    labels: Labels, looked: Mapping[str, Sequence[tuple[int, float, float]]]
) -> tuple[Curves, ...]:
    """The held-out accuracy over the steps; training accuracy where nothing is held out."""
    seen = {arm: np.array(each, dtype=float) for arm, each in looked.items() if each}
    if not seen:
        return ()
    held_out = not all(np.isnan(each[:, 2]).all() for each in seen.values())
    column, key = (2, "val_accuracy") if held_out else (1, "train_accuracy")
    curves = tuple(
        Curve(labels.name(arm), labels.role(arm), tupled(each[:, 0]), tupled(each[:, column]))
        for arm, each in seen.items()
    )
    parts = [
        labels.text("says.curve", arm=line.name, first=share(line.y[0]), last=share(line.y[-1]))
        for line in curves
    ]
    x = Axis(labels.text("axis.steps"), 0, labels.experiment.steps)
    y = value_axis(labels.text("axis.share"), (), share=True)
    return (
        Curves(labels.metric(key), curves, x, y, labels.says("accuracies", parts, metric=labels.metric(key))),
    )


def steps(length: int) -> Array:
    """The steps that are drawn: all, or as many as can be seen, both ends among them."""
    return np.unique(np.linspace(0, length - 1, min(length, POINTS)).round().astype(int))


def loss_curve(labels: Labels, arm: str, each: Sequence[float]) -> Curve:
    """At steps that stay the same while a run goes on, so that what is drawn stays where it is; and at the last."""
    stride = -(-labels.experiment.steps // (POINTS - 1)) or 1
    x, y = list(range(0, len(each), stride)), list(each[::stride])
    if x[-1] < len(each) - 1:
        x, y = [*x, len(each) - 1], [*y, each[-1]]
    return Curve(labels.name(arm), labels.role(arm), tuple(x), tuple(y))


def tupled(values: Array) -> tuple[float, ...]:
    return tuple(values.tolist())
