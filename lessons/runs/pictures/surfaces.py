"""Draw what a model says along one input, over a square of two, between two networks, and as inputs are pushed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lessons.course.lesson.pictures import Axis, Boundary, Curve, Curves, value_axis
from lessons.course.lesson.value_words import number, share
from lessons.course.play.rows import OwnRows
from lessons.runs.layer_calls import activation_calls
from lessons.runs.metrics.gradients import anywhere, can_be_pushed, share_flipped, uphill
from lessons.runs.metrics.weights import MIDPOINT_WAYS, along, both_ends
from lessons.runs.pictures.labels import Labels, Runs, tupled
from lessons.runs.trained_model import Array, Rows, Trained

SQUARE, ALONG = 24, 200  # shades a side; points of a curve
MARKS = 25  # of a product that is drawn: between them what lies on it is seen, too
AROUND, BENT = 2.0, 3.0  # how far around 0 an activation is drawn, and how many times as high
MARGIN = 0.25  # of the span of the rows, on each side of them


def boundary(labels: Labels, runs: Runs) -> tuple[Boundary, ...]:
    return tuple(
        square(labels, arm, run)
        for arm, run in runs.items()
        if run.rows.classes >= 2 and run.rows.x.ndim == 2 and plane_of(run) is not None
    )


def plane_of(run: Trained) -> Array | None:
    """Return the rows as places in a plane: their two inputs, or three where the third is the product of the two."""
    width, lifted = run.rows.x.shape[-1], run.settings.task.get("lifted", False)
    return run.rows.x[:, :2] if width == (3 if lifted else 2) else None


def square(labels: Labels, arm: str, run: Trained) -> Boundary:
    """Draw the share for the last class, and mark the rows that are of it."""
    places = np.asarray(plane_of(run), dtype=float)
    low, high = places.min(0), places.max(0)
    room = MARGIN * np.maximum(high - low, 1e-9)
    lows, highs = (low - room).tolist(), (high + room).tolist()
    across, up = (np.linspace(low, high, SQUARE) for low, high in zip(lows, highs, strict=True))
    shades = last_class(run, np.array([(x, y) for y in up[::-1] for x in across])).reshape(SQUARE, SQUARE)
    task, own, last = run.settings.task["name"], run.settings.task.get("own"), run.rows.classes - 1
    classes = labels.own(f"class.{task}_0", "class.0"), labels.own(f"class.{task}_1", "class.1")
    if isinstance(own, OwnRows):
        classes = own.classes[0] if last == 1 else labels.text("class.others"), own.classes[last]
    axes = labels.own(f"axis.{task}_x", "axis.x"), labels.own(f"axis.{task}_y", "axis.y")
    counts = {"right": int((run.outputs(run.rows.x).argmax(-1) == run.rows.y).sum()), "count": len(places)}
    above = share(float((shades > 0.5).mean()))
    says = labels.sentence("says.boundary", arm=labels.name(arm), name=classes[1], share=above, **counts)
    points = tuple((x, y, str(int(label == last))) for (x, y), label in zip(places.tolist(), run.rows.y, strict=True))
    x_axis, y_axis = (Axis(name, low, high) for name, low, high in zip(axes, lows, highs, strict=True))
    title, shown, units = labels.titled("boundary", arm, name=classes[1]), tuple(map(tupled, shades)), unit_lines(run)
    name = labels.text("picture.units") if units else ""
    short = title.replace(labels.text("picture.boundary", name=classes[1]), f"P({classes[1]})")
    found = Boundary(title, shown, points, x_axis, y_axis, says, labels.role(arm), classes, units, name, short=short)
    return as_in_file(found, own) if isinstance(own, OwnRows) else found


def as_in_file(picture: Boundary, own: OwnRows) -> Boundary:
    """Return a map with the names and the numbers of the file that its rows are from."""
    (x0, x1), (y0, y1) = own.scales[:2]
    points = tuple((x0 + x1 * x, y0 + y1 * y, mark) for x, y, mark in picture.points)
    units = tuple((a / x1, b / y1, c - a * x0 / x1 - b * y0 / y1) for a, b, c in picture.units)
    x = Axis(own.columns[0].name, x0 + x1 * picture.x.low, x0 + x1 * picture.x.high)
    y = Axis(own.columns[1].name, y0 + y1 * picture.y.low, y0 + y1 * picture.y.high)
    return replace(picture, points=points, x=x, y=y, units=units)


def unit_lines(run: Trained) -> tuple[tuple[float, float, float], ...]:
    """Return each line (a, b, c) of ax + by + c = 0 where a unit of the first hidden layer is 0; no bent ones."""
    if run.rows.x.shape[-1] != 2:
        return ()
    corners = np.array([(0, 0), (1, 0), (0, 1), (1, 1)], dtype=run.rows.x.dtype)
    first = next(iter(activation_calls(run, corners)), None)
    if first is None:
        return ()
    zero, right, up, both = np.asarray(first.given, dtype=float)
    lines = np.column_stack([right - zero, up - zero, zero])
    is_straight = np.allclose(both, right + up - zero, atol=1e-3) and np.isfinite(lines).all()
    return tuple(map(tupled, lines)) if is_straight else ()


def last_class(run: Trained, places: Array) -> Array:
    if run.rows.x.shape[-1] == 3:
        scale = float(run.settings.task.get("scale", 1.0))  # type: ignore[arg-type]
        places = np.column_stack([places, places.prod(axis=1) / scale])
    return probability(run.outputs(places.astype(run.rows.x.dtype)))


def probability(outputs: Array) -> Array:
    """Return the share for the last class."""
    with np.errstate(over="ignore"):
        return np.asarray(1 / np.exp(outputs - outputs[:, -1:]).sum(axis=-1))


def function(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    """Draw a function of one number, or of two equal ones to be multiplied: every arm's, and what is asked."""
    found = {arm: run for arm, run in runs.items() if is_along(run.rows)}
    if not found:
        return ()
    first = next(iter(found.values()))
    rows, own = first.rows, first.settings.task.get("own")
    both = np.concatenate([rows.x, rows.x_out])
    low = -np.abs(both).max() if rows.inputs == 2 else both.min()  # of a product: as far on both sides
    x = np.linspace(low, both.max(), ALONG)
    places = np.repeat(x[:, None], rows.inputs, axis=1)
    lines = [labels.curve(arm, x, heights(run, places)) for arm, run in found.items()]
    lines.append(Curve(labels.text("axis.target"), "mark", *asked(rows, x)))
    x_name, y_name, unit = "x", "y", 1.0
    if isinstance(own, OwnRows):
        lines, (_, unit) = [along_file(line, own) for line in lines], answer_scale(own)
        x_name, y_name = own.columns[0].name, own.classes[-1] if own.classes else own.asked.name
    parts = []
    for arm, run in found.items():
        targets = run.rows.y.reshape(len(run.rows.y), -1)[:, 0]
        furthest = float(np.abs(heights(run, run.rows.x) - targets).max())
        parts.append(labels.text("says.distance", arm=labels.name(arm), distance=number(unit * furthest)))
    x_axis = Axis(x_name, lines[0].x[0], lines[0].x[-1])
    y_axis = value_axis(y_name, [value for each in lines for value in each.y], zero=False)
    says = labels.says("function", parts)
    return (Curves(labels.text("picture.function"), tuple(lines), x_axis, y_axis, says),)


def along_file(line: Curve, own: OwnRows) -> Curve:
    """Return a curve in the numbers of the file that its rows are from."""
    (x0, x1), (y0, y1) = own.scales[0], answer_scale(own)
    return replace(line, x=tuple(x0 + x1 * x for x in line.x), y=tuple(y0 + y1 * y for y in line.y))


def answer_scale(own: OwnRows) -> tuple[float, float]:
    """Return what 0 and a step of 1 of a network's answer are in the file: a share is the same there."""
    return (0.0, 1.0) if own.classes else own.scales[-1]


def is_along(rows: Rows) -> bool:
    """Return True if rows have one number; or two of which the product is asked."""
    return rows.x.ndim == 2 and (rows.inputs == 1 or (rows.inputs == 2 and not rows.classes))


def asked(rows: Rows, x: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the training targets; of a product, the diagonal."""
    if rows.inputs == 2:
        some = x[:: len(x) // MARKS]
        return tupled(some), tupled(some**2)
    order = rows.x[:, 0].argsort()
    return tupled(rows.x[order, 0]), tupled(rows.y.reshape(len(order), -1)[order, 0].astype(float))


def bend(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    x = np.linspace(-AROUND, AROUND, ALONG)
    found = {arm: bent(run, x) for arm, run in runs.items()}
    curves = tuple(labels.curve(arm, x, y) for arm, y in found.items() if y is not None)
    if not curves:
        return ()
    parts = [labels.text("says.bend", arm=each.name, low=number(each.y[0]), high=number(each.y[-1])) for each in curves]
    says = labels.says("bends", parts, low=number(-AROUND), high=number(AROUND))
    x_axis, y_axis = Axis("x", -AROUND, AROUND), Axis("y", -BENT * AROUND, BENT * AROUND)
    return (Curves(labels.text("picture.bend"), curves, x_axis, y_axis, says),)


def bent(run: Trained, x: Array) -> Array | None:
    """Return the first activation's outputs for these numbers; None if the model has no activation."""
    first = next(iter(activation_calls(run, run.rows.x[:1])), None)
    if first is None:
        return None
    with run.library.no_grad():
        return np.asarray(first.layer(run.library.Tensor(x[:, None])).data, dtype=float)[:, 0]


def heights(run: Trained, x: Array) -> Array:
    """Return the model's number at each x: its output, or its share for class 1."""
    outputs = run.outputs(x.astype(run.rows.x.dtype))
    return probability(outputs) if run.rows.classes == 2 else outputs[:, 0]


WAY = tuple(place / 16 for place in range(17))  # from one network to another
LENGTHS = tuple(place / 20 for place in range(41))  # of a push
PUSHES = {"aimed": uphill, "random": anywhere}


def between(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    if not runs:
        return ()
    first, *_, last = [*runs.values(), *runs.values()]
    last = replace(last, reference=None if last is first else first)
    curves, named = [], [metric.partition(":") for metric in labels.experiment.metrics]
    measured = [way for name, _, way in named if name == "midpoint"] or MIDPOINT_WAYS
    for place, way in enumerate(MIDPOINT_WAYS, 1):
        found = both_ends(last, way) if way in measured else None  # else it would answer what is asked later
        if found and last.rows.classes:
            right = tuple(float(along(last, *found, at) or 0) for at in WAY)
            curves.append(Curve(labels.text(f"between.{way or 'straight'}"), f"arm-{place}", WAY, right))
    half = [replace(each, y=each.y[: len(WAY) // 2 + 1]) for each in curves]  # what is said ends half way
    return (shares(labels, "between", "way", labels.text("picture.between"), curves, half),) if curves else ()


def nudges(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    return tuple(pushed(labels, arm, run) for arm, run in runs.items() if can_be_pushed(run))


def pushed(labels: Labels, arm: str, run: Trained) -> Curves:
    curves = []
    for place, (name, way) in enumerate(PUSHES.items(), 1):
        directions = way(run)
        flipped = tuple(share_flipped(run, directions, length) or 0.0 for length in LENGTHS)
        curves.append(Curve(labels.text(f"nudge.{name}"), f"arm-{place}", LENGTHS, flipped))
    return shares(labels, "nudges", "push", labels.titled("nudges", arm), curves, curves)


def shares(labels: Labels, key: str, axis: str, title: str, curves: Sequence[Curve], said: Sequence[Curve]) -> Curves:
    x = Axis(labels.text(f"axis.{axis}"), 0, curves[0].x[-1])
    y = value_axis(labels.text("axis.share"), (), share=True)
    return Curves(title, tuple(curves), x, y, labels.says(key, labels.ends(said, share)))
