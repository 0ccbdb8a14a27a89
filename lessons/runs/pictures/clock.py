"""Sums on a clock: the table of all of them, right or wrong, and what one unit weighs over the hours."""

from collections.abc import Mapping

import numpy as np

from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Axis, Curve, Curves, Grid
from lessons.runs.metrics.waves import curves_over_hours, hours_of
from lessons.runs.pictures.axes import value_axis
from lessons.runs.pictures.curves import tupled
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained


def table(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Grid, ...]:
    """Every sum right or wrong, trained on or held out: a picture an arm."""
    return tuple(table_of(labels, arm, run) for arm, run in runs.items() if hours_of(run))


def table_of(labels: Labels, arm: str, run: Trained) -> Grid:
    hours, rows = hours_of(run), run.rows
    cells = [[""] * hours for _ in range(hours)]
    counts = []
    for x, y, states in (
        (rows.x, rows.y, (WRONG, RIGHT)),
        (rows.x_out, rows.y_out, (HELD_OUT_WRONG, HELD_OUT_RIGHT)),
    ):
        right = run.outputs(x).argmax(-1) == y if len(x) else np.zeros(0, dtype=bool)
        counts.append((int(right.sum()), len(right)))
        for (first, second), is_right in zip(numbers(x, hours), right, strict=True):
            cells[first][second] = states[int(is_right)]
    names = tuple(map(str, range(hours)))
    (trained, count), (new, count_out) = counts
    says = labels.sentence(
        "says.table", arm=labels.name(arm), right=trained, count=count, right_out=new, count_out=count_out
    )
    title = labels.text("picture.table", right=trained + new, count=hours**2)
    title = f"{labels.name(arm)} · {title}" if len(labels.experiment.arms) > 1 else title
    held_out = labels.text("picture.held_out")
    return Grid(title, names, names, tuple(map(tuple, cells)), says, labels.role(arm), (), held_out)


def slowest(curves: Array) -> int:
    """The curve that is most of all a slow wave: what one sees at a glance."""
    sizes = np.abs(np.fft.rfft(curves, axis=1))[:, 1:]
    frequency = sizes.argmax(axis=1)
    return int(np.where(frequency == frequency.min(), sizes.max(axis=1), -1).argmax())


def numbers(x: Array, hours: int) -> list[tuple[int, int]]:
    """The two numbers that each row adds."""
    return list(zip(x[:, :hours].argmax(1).tolist(), x[:, hours:].argmax(1).tolist(), strict=True))


def wave(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """The weights of one unit for each hour, the same in every arm: of the first arm's slowest waves the largest."""
    found = {arm: curves for arm, run in runs.items() if (curves := curves_over_hours(run)) is not None}
    if not found:
        return ()
    first = next(iter(found.values()))
    unit, hours = slowest(first[: len(first) // 2]), first.shape[1]
    drawn = tuple(
        Curve(labels.name(arm), labels.role(arm), tuple(map(float, range(hours))), tupled(curves[unit]))
        for arm, curves in found.items()
    )
    y = value_axis(labels.text("axis.weight"), [value for each in drawn for value in each.y])
    says = labels.text("says.wave", unit=unit + 1, hours=hours)
    return (
        Curves(
            labels.text("picture.wave", unit=unit + 1),
            drawn,
            Axis(labels.text("axis.hour"), 0, hours - 1),
            y,
            says,
        ),
    )
