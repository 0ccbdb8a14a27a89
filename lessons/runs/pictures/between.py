"""The straight way from one network to another: how much is right at each place on it."""

from collections.abc import Mapping
from dataclasses import replace

from lessons.numbers import share
from lessons.pictures import Axis, Curve, Curves
from lessons.runs.metrics.midpoints import WAYS, along, ends
from lessons.runs.pictures.axes import value_axis
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained import Trained

PLACES = 16  # parts of the way


def between(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """From the first arm to the last: as they are, with units matched, and from the last to its own copy."""
    if not runs:
        return ()
    first, *_, last = [*runs.values(), *runs.values()]
    last = replace(last, reference=None if last is first else first)
    curves = [curve for place, way in enumerate(WAYS) for curve in way_of(labels, last, way, place)]
    if not curves:
        return ()
    parts = [
        labels.text("says.curve", arm=each.name, first=share(each.y[0]), last=share(each.y[PLACES // 2]))
        for each in curves
    ]
    x, y = Axis(labels.text("axis.way"), 0, 1), value_axis(labels.text("axis.share"), (), share=True)
    return (Curves(labels.text("picture.between"), tuple(curves), x, y, labels.says("between", parts)),)


def way_of(labels: Labels, run: Trained, way: str, place: int) -> list[Curve]:
    found = ends(run, way)
    if found is None or not run.rows.classes:
        return []
    shares = [number / PLACES for number in range(PLACES + 1)]
    right = tuple(float(along(run, *found, at) or 0) for at in shares)
    return [Curve(labels.text(f"between.{way or 'straight'}"), f"arm-{place + 1}", tuple(shares), right)]
