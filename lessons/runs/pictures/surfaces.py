"""What a model says along one input, or over a square of two."""

from collections.abc import Mapping

import numpy as np

from lessons.numbers import number, share
from lessons.pictures import Axis, Boundary, Curve, Curves
from lessons.runs.pictures.axes import value_axis
from lessons.runs.pictures.curves import tupled
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

SQUARE, ALONG = 24, 200  # shades a side; points of a curve
MARGIN = 0.25  # of the span of the rows, on each side of them


def boundary(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Boundary, ...]:
    """Two classes over a square, a picture an arm."""
    return tuple(
        square(labels, arm, run)
        for arm, run in runs.items()
        if run.rows.classes == 2 and run.rows.x.ndim == 2 and plane_of(run) is not None
    )


def plane_of(run: Trained) -> Array | None:
    """The rows as places in a plane: their two inputs, or three where the third is the product of the two."""
    width, lifted = run.rows.x.shape[-1], run.settings.task.get("lifted", False)
    return run.rows.x[:, :2] if width == (3 if lifted else 2) else None


def square(labels: Labels, arm: str, run: Trained) -> Boundary:
    places = np.asarray(plane_of(run), dtype=float)
    lows, highs = ends(places.min(0), places.max(0))
    across, up = (np.linspace(low, high, SQUARE) for low, high in zip(lows, highs, strict=True))
    shades = class_1(run, np.array([(x, y) for y in up[::-1] for x in across])).reshape(SQUARE, SQUARE)
    right = int((run.outputs(run.rows.x).argmax(-1) == run.rows.y).sum())
    says = labels.sentence(
        "says.boundary",
        arm=labels.name(arm),
        share=share(float((shades > 0.5).mean())),
        right=right,
        count=len(places),
    )
    points = tuple((x, y, str(label)) for (x, y), label in zip(places.tolist(), run.rows.y, strict=True))
    x_axis, y_axis = (Axis(name, low, high) for name, low, high in zip("xy", lows, highs, strict=True))
    title = labels.titled("boundary", arm)
    return Boundary(title, tuple(map(tupled, shades)), points, x_axis, y_axis, says, labels.role(arm))


def ends(low: Array, high: Array) -> tuple[list[float], list[float]]:
    """A little beyond the rows on every side."""
    room = MARGIN * np.maximum(high - low, 1e-9)
    return (low - room).tolist(), (high + room).tolist()


def class_1(run: Trained, places: Array) -> Array:
    """The share that the model gives class 1 at each place."""
    if run.rows.x.shape[-1] == 3:
        scale = float(run.settings.task.get("scale", 1.0))  # type: ignore[arg-type]
        places = np.column_stack([places, places.prod(axis=1) / scale])
    return probability(run.outputs(places.astype(run.rows.x.dtype)))


def probability(outputs: Array) -> Array:
    """Softmax's share for class 1 of two."""
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(outputs[:, 0] - outputs[:, 1])))


def function(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """A function of one number: every arm's, and the rows that it was trained on."""
    along = {arm: run for arm, run in runs.items() if run.rows.x.shape[1:] == (1,)}
    if not along:
        return ()
    rows = next(iter(along.values())).rows
    x = np.linspace(rows.x.min(), rows.x.max(), ALONG)
    curves = [
        Curve(labels.name(arm), labels.role(arm), tupled(x), tupled(heights(run, x[:, None])))
        for arm, run in along.items()
    ]
    order = rows.x[:, 0].argsort()
    targets = tupled(rows.x[order, 0]), tupled(rows.y.reshape(len(order), -1)[order, 0].astype(float))
    curves.append(Curve(labels.text("axis.target"), "mark", *targets))
    parts = [
        labels.text("says.distance", arm=labels.name(arm), distance=number(furthest(run)))
        for arm, run in along.items()
    ]
    x_axis = Axis("x", float(x[0]), float(x[-1]))
    y_axis = value_axis("y", [value for each in curves for value in each.y], zero=False)
    return (
        Curves(
            labels.text("picture.function"), tuple(curves), x_axis, y_axis, labels.says("function", parts)
        ),
    )


def heights(run: Trained, x: Array) -> Array:
    """The model's number at each x: its output, or its share for class 1."""
    outputs = run.outputs(x.astype(run.rows.x.dtype))
    return probability(outputs) if run.rows.classes == 2 else outputs[:, 0]


def furthest(run: Trained) -> float:
    """The largest distance from what was asked, over the training rows."""
    targets = run.rows.y.reshape(len(run.rows.y), -1)[:, 0]
    return float(np.abs(heights(run, run.rows.x) - targets).max())
