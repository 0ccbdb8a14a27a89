"""How many right answers flip, the further the inputs are pushed: along the gradient, and anywhere."""

from collections.abc import Mapping

from lessons.numbers import share
from lessons.pictures import Axis, Curve, Curves
from lessons.runs.metrics.nudges import anywhere, can_be_pushed, share_flipped, uphill
from lessons.runs.pictures.axes import value_axis
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained import Trained

LENGTHS = tuple(place / 20 for place in range(41))
WAYS = {"aimed": uphill, "random": anywhere}


def nudges(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """A picture an arm: the share that flips over the length of the push."""
    return tuple(of_arm(labels, arm, run) for arm, run in runs.items() if can_be_pushed(run))


def of_arm(labels: Labels, arm: str, run: Trained) -> Curves:
    curves = []
    for place, (name, way) in enumerate(WAYS.items(), 1):
        directions = way(run)
        flipped = tuple(share_flipped(run, directions, length) or 0.0 for length in LENGTHS)
        curves.append(Curve(labels.text(f"nudge.{name}"), f"arm-{place}", LENGTHS, flipped))
    parts = [
        labels.text("says.curve", arm=each.name, first=share(each.y[0]), last=share(each.y[-1]))
        for each in curves
    ]
    x, y = (
        Axis(labels.text("axis.push"), 0, LENGTHS[-1]),
        value_axis(labels.text("axis.share"), (), share=True),
    )
    return Curves(labels.titled("nudges", arm), tuple(curves), x, y, labels.says("nudges", parts))
