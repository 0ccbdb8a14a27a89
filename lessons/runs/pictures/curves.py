"""Lines over the training steps: the loss of one seed, of many, of the try before, and the accuracy."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import DECADE, Axis, Bet, Boundary, Curve, Curves, Picture, loss_axis, value_axis
from lessons.course.lesson.value_words import number, share
from lessons.course.play.knobs import Before
from lessons.runs.experiment import Measured, Ways
from lessons.runs.pictures.labels import Labels, Runs, tupled
from lessons.runs.trained_model import Array

POINTS = 400  # as many as a picture can show
FAINT = 64  # seeds
LIVE_POINTS = 100  # of each seed while it trains
ON_AXIS = ("final_loss", "steps_to_loss")  # metrics that the axes of losses hold


def curves(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    """Draw the loss of one seed, live or at its end; `()` if no step was trained."""
    trained = {arm: run.losses for arm, run in runs.items() if run.losses}
    if not trained:
        return ()
    lines = [loss_curve(labels, arm, each) for arm, each in trained.items()]
    length = max(map(len, trained.values()))
    says = labels.says("curves", labels.ends(lines, number), steps=length)
    reached = [value for line in lines for value in line.y]
    return losses(labels, lines, max(labels.experiment.steps, length), reached, says)


def blank(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    return losses(labels, [labels.curve(arm, (), ()) for arm in runs], labels.experiment.steps)


def losses_so_far(labels: Labels, ways: Ways) -> tuple[Curves, ...]:
    stride, lines = -(-labels.experiment.steps // LIVE_POINTS) or 1, []
    for arm in labels.drawn:
        seeds = [seed for group in ways.get(arm, []) for seed in group.so_far(stride)][:FAINT]
        x = range(0, stride * max(map(len, seeds), default=0), stride)
        lines.append(replace(labels.curve(arm, x, ()), faint=tuple(map(tuple, seeds))))
    reached = [value for line in lines for seed in line.faint for value in seed]
    return losses(labels, lines, max(1, labels.experiment.steps), reached)


def losses_of_sweep(labels: Labels, measured: Measured) -> tuple[Curves, ...]:
    trained = {arm: each for arm, each in measured.losses.items() if each.size and arm in labels.drawn}
    if not trained:
        return ()
    lines, ends = [], []
    for arm, each in trained.items():
        chosen = np.unique(np.linspace(0, len(each) - 1, min(len(each), POINTS)).round().astype(int))  # both ends, too
        low, middle, high = (tupled(percentile(each[chosen], place)) for place in (0.05, 0.5, 0.95))
        faint = tuple(tuple(seed) for seed in each[chosen].T[:FAINT].tolist())
        lines.append(replace(labels.curve(arm, chosen, middle), low=low, high=high, faint=faint))
        last = {"last": number(middle[-1]), "low": number(low[-1]), "high": number(high[-1])}
        key = "says.swept_curve" if last["low"] != last["high"] else "says.swept_curve_same"
        ends.append(labels.text(key, arm=labels.name(arm), **last))
    length = max(map(len, trained.values()))
    seeds = min(each.shape[1] for each in trained.values())  # of very many, only the first keep their losses
    says = labels.says("swept", ends, steps=length, seeds=seeds)
    reached = [value for each in lines for side in (each.y, each.low, each.high, *each.faint) for value in side]
    return losses(labels, lines, length, reached, says)


def losses(
    labels: Labels, lines: Sequence[Curve], steps: int, reached: Sequence[float] = (), says: str = ""
) -> tuple[Curves, ...]:
    bets = labels.bets(*ON_AXIS)
    held = [*reached, *typed(bets), *labels.experiment.ends]
    x, y = Axis(labels.text("axis.steps"), 0, steps), loss_axis(labels.text("axis.loss"), held)
    return (with_bets(Curves(labels.text("picture.loss"), tuple(lines), x, y, says), bets),)


def typed(bets: Iterable[Bet]) -> list[float]:
    """Return numbers of what was bet on, which an axis holds as it holds what is drawn: of a range some of it."""
    return [max(low, high / DECADE) for bet in bets for low, high in bet.spans if not bet.is_across]


def with_bets(picture: Curves, bets: tuple[Bet, ...]) -> Curves:
    return replace(picture, bets=bets, says=with_words(picture.says, bets))


def with_words(says: str, bets: Iterable[Bet]) -> str:
    """Return what a chart says, and then what was bet on."""
    return " ".join(filter(None, [says, *(f"{bet.words[:1].upper()}{bet.words[1:]}." for bet in bets)]))


def percentile(losses: Array, place: float) -> Array:
    """Return, along each row, the value below which this share lies. A seed that diverged ranks above every number."""
    ranked = np.sort(np.where(np.isnan(losses), np.inf, losses), axis=1)
    at = place * (ranked.shape[1] - 1)
    below, above = ranked[:, int(np.floor(at))], ranked[:, int(np.ceil(at))]
    with np.errstate(invalid="ignore"):
        between = below + (above - below) * (at - np.floor(at))
    return np.where(np.isfinite(above), between, above)


def accuracies(labels: Labels, looked: Mapping[str, Sequence[tuple[int, float, float]]]) -> tuple[Curves, ...]:
    """Draw the held-out accuracy over the steps; training accuracy if no row is held out."""
    seen = {arm: np.array(each, dtype=float) for arm, each in looked.items() if each}
    if not seen:
        return ()
    held_out = not all(np.isnan(each[:, 2]).all() for each in seen.values())
    column, key = (2, "val_accuracy") if held_out else (1, "train_accuracy")
    lines = tuple(labels.curve(arm, each[:, 0], each[:, column]) for arm, each in seen.items())
    x = Axis(labels.text("axis.steps"), 0, labels.experiment.steps)
    y = value_axis(labels.text("axis.share"), (), share=True)
    name = labels.metric(key)
    says = labels.says("accuracies", labels.ends(lines, share), metric=name)
    return (with_bets(Curves(name, lines, x, y, says), labels.bets(key)),)


def loss_curve(labels: Labels, arm: str, each: Sequence[float]) -> Curve:
    """Draw losses at steps that stay the same while a run goes on, so that the curve does not move; and at the last."""
    stride = -(-labels.experiment.steps // (POINTS - 1)) or 1
    x, y = list(range(0, len(each), stride)), list(each[::stride])
    if x[-1] < len(each) - 1:
        x, y = [*x, len(each) - 1], [*y, each[-1]]
    return labels.curve(arm, x, y)


ROLE_BEFORE = "ideal"  # dots, and no colour of their own


def kept(pictures: Sequence[Picture]) -> Before:
    """Return the parts of a try to keep: of each picture with lines the model's own, and its boundary."""
    lines = (each.curves[0] for each in pictures if isinstance(each, Curves) and each.curves[0].y)
    return (*lines, *(each for each in pictures if isinstance(each, Boundary)))


def with_before(pictures: Sequence[Picture], before: Before, text: Strings) -> tuple[Picture, ...]:
    lines = [each for each in before if isinstance(each, Curve)]
    found: list[Picture] = []
    for picture in pictures:
        if isinstance(picture, Curves) and lines:
            picture = behind(picture, lines.pop(0), text)
        found.append(picture)
        if isinstance(picture, Boundary):
            others = (each for each in before if isinstance(each, Boundary))  # what they say was said then
            found += [replace(each, title=text("side.before"), says="", role="") for each in others]
    return tuple(found)


def behind(picture: Curves, before: Curve, text: Strings) -> Curves:
    """Draw the line of before behind the others; of losses, say so."""
    line = replace(before, name=text("side.before"), role=ROLE_BEFORE)
    curves, axis, says = (*picture.curves, line), picture.y, picture.says
    values = [value for curve in curves for value in curve.y]
    y = loss_axis(axis.name, values) if axis.log else value_axis(axis.name, values, zero=False)
    if axis.log and says:
        says += " " + text("play.says_before", first=number(line.y[0]), last=number(line.y[-1]))
    return replace(picture, curves=curves, y=y, says=says)
