"""What a model says along one input, or over a square of two."""

from collections.abc import Mapping

import numpy as np

from lessons.numbers import number, share
from lessons.pictures import Axis, Boundary, Curve, Curves
from lessons.runs.inside import activations, calls
from lessons.runs.pictures.axes import value_axis
from lessons.runs.pictures.curves import tupled
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array, Rows
from lessons.runs.trained import Trained

SQUARE, ALONG = 24, 200  # shades a side; points of a curve
MARKS = 25  # of a product that is drawn: between them what lies on it is seen, too
AROUND, BENT = 2.0, 3.0  # how far around 0 an activation is drawn, and how many times as high
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
    """A function of one number, or of two to be multiplied, where both are the same: every arm's, and what is asked."""
    along = {arm: run for arm, run in runs.items() if is_along(run.rows)}
    if not along:
        return ()
    rows = next(iter(along.values())).rows
    x = np.linspace(*span(rows), ALONG)
    curves = [
        Curve(
            labels.name(arm),
            labels.role(arm),
            tupled(x),
            tupled(heights(run, np.repeat(x[:, None], rows.inputs, axis=1))),
        )
        for arm, run in along.items()
    ]
    curves.append(Curve(labels.text("axis.target"), "mark", *asked(rows, x)))
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


def is_along(rows: Rows) -> bool:
    """Whether rows have one number; or two of which the product is asked."""
    return rows.x.ndim == 2 and (rows.inputs == 1 or (rows.inputs == 2 and not rows.classes))


def span(rows: Rows) -> tuple[float, float]:
    """From the least number to the greatest, also of held-out rows. Of a product: as far on the other side."""
    both = np.concatenate([rows.x, rows.x_out])
    return (-float(np.abs(both).max()) if rows.inputs == 2 else float(both.min())), float(both.max())


def asked(rows: Rows, x: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What was asked on the rows that train; of a product, at some places."""
    if rows.inputs == 2:
        some = x[:: len(x) // MARKS]
        return tupled(some), tupled(some**2)
    order = rows.x[:, 0].argsort()
    return tupled(rows.x[order, 0]), tupled(rows.y.reshape(len(order), -1)[order, 0].astype(float))


def bend(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Curves, ...]:
    """The activation of each arm, as it is at this moment."""
    x = np.linspace(-AROUND, AROUND, ALONG)
    found = {arm: bent(run, x) for arm, run in runs.items()}
    curves = tuple(
        Curve(labels.name(arm), labels.role(arm), tupled(x), tupled(y))
        for arm, y in found.items()
        if y is not None
    )
    if not curves:
        return ()
    parts = [
        labels.text("says.bend", arm=each.name, low=number(each.y[0]), high=number(each.y[-1]))
        for each in curves
    ]
    says = labels.says("bends", parts, low=number(-AROUND), high=number(AROUND))
    x_axis, y_axis = Axis("x", -AROUND, AROUND), Axis("y", -BENT * AROUND, BENT * AROUND)
    return (Curves(labels.text("picture.bend"), curves, x_axis, y_axis, says),)


def bent(run: Trained, x: Array) -> Array | None:
    """What the first activation of a model makes of these numbers; None where it has none."""
    first = next(iter(activations(run, calls(run, run.rows.x[:1]))), None)
    if first is None:
        return None
    with run.library.no_grad():
        return np.asarray(first.layer(run.library.Tensor(x[:, None])).data, dtype=float)[:, 0]


def heights(run: Trained, x: Array) -> Array:
    """The model's number at each x: its output, or its share for class 1."""
    outputs = run.outputs(x.astype(run.rows.x.dtype))
    return probability(outputs) if run.rows.classes == 2 else outputs[:, 0]


def furthest(run: Trained) -> float:
    """The largest distance from what was asked, over the training rows."""
    targets = run.rows.y.reshape(len(run.rows.y), -1)[:, 0]
    return float(np.abs(heights(run, run.rows.x) - targets).max())
