"""Draw what layers make: the first matrix, shaded; verbs by their vectors; an hour's wave; the cloud of rows."""

import numpy as np

from lessons.course.lesson.pictures import Axis, Curves, Matrix, Point, Scatter, value_axis
from lessons.course.lesson.value_words import number
from lessons.runs.metrics.features import curves_over_hours, first_matrix, hidden, neighbours, tenses_of, verb_vectors
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained

MAX_ROWS, MAX_WRITTEN = 32, 8  # rows that are shown; rows and columns whose numbers are written


def weights(labels: Labels, runs: Runs) -> tuple[Matrix, ...]:
    """Draw the first matrix among each arm's parameters, without wires that are cut."""
    found = {arm: (run, first_matrix(run)) for arm, run in runs.items()}
    return tuple(matrix(labels, arm, run, each) for arm, (run, each) in found.items() if each is not None)


def matrix(labels: Labels, arm: str, run: Trained, values: Array) -> Matrix:
    title, shown = labels.titled("weights", arm), values[:MAX_ROWS].astype(float)
    rows, columns = tuple(f"h{unit}" for unit in range(1, len(values) + 1)), inputs_of(run)
    if len(columns) != values.shape[1]:
        columns = tuple(map(str, range(1, values.shape[1] + 1)))
    row, column = np.unravel_index(int(np.abs(np.nan_to_num(values)).argmax()), values.shape)
    largest = {"value": number(float(values[row, column])), "row": rows[int(row)], "column": columns[int(column)]}
    sizes = {"rows": len(values), "columns": values.shape[1], "count": values.size, "zeros": int((values == 0).sum())}
    says = labels.sentence("says.matrix", title=title, **largest, **sizes)
    written = max(values.shape) <= MAX_WRITTEN
    return Matrix(title, tuple(map(tuple, shown.tolist())), rows[:MAX_ROWS], columns, says, written)


def inputs_of(run: Trained) -> tuple[str, ...]:
    if run.rows.cells:
        tense = run.ruler.lab.tense
        return (*(verb.name for verb in tense.VERBS), *tense.PERSONS)
    return tuple(f"x{place}" for place in range(1, run.rows.x.shape[-1] + 1))


def scatter(labels: Labels, runs: Runs) -> tuple[Scatter, ...]:
    found = {arm: (run, verb_vectors(run)) for arm, run in runs.items()}
    return tuple(
        verb_places(labels, arm, run, vectors)
        for arm, (run, vectors) in found.items()
        if vectors is not None and np.isfinite(vectors).all()
    )


def verb_places(labels: Labels, arm: str, run: Trained, vectors: Array) -> Scatter:
    """Draw the verbs; say who is nearest to whom by all the numbers of a verb, and not by the two drawn."""
    verbs, places = run.ruler.lab.tense.VERBS, principal(vectors)
    placed = zip(verbs, places.tolist(), strict=True)
    points = tuple(Point(verb.name, x, y, "arm-1" if verb.regular else "arm-2") for verb, (x, y) in placed)
    ends = zip(places.min(0).tolist(), places.max(0).tolist(), strict=True)
    x, y = (Axis(labels.text(f"axis.direction_{number}"), *each) for number, each in enumerate(ends, 1))
    nearest, tenses = neighbours(vectors), tenses_of(run)
    one = int(np.linalg.norm(vectors - vectors[nearest], axis=1).argmin())
    counts = {"alike": sum(tenses[verb] == tenses[other] for verb, other in enumerate(nearest)), "count": len(verbs)}
    pair = {"one": verbs[one].name, "other": verbs[nearest[one]].name}
    says = labels.sentence("says.scatter", arm=labels.name(arm), **pair, **counts)
    return Scatter(labels.titled("scatter", arm), points, x, y, says)


def cloud(labels: Labels, runs: Runs) -> tuple[Scatter, ...]:
    found = {arm: hidden(run) for arm, run in runs.items()}
    return tuple(
        cloud_of_rows(labels, arm, rows.reshape(-1, rows.shape[-1]))
        for arm, rows in found.items()
        if rows is not None and np.isfinite(rows).all()
    )


def cloud_of_rows(labels: Labels, arm: str, rows: Array) -> Scatter:
    """Draw the rows behind the last hidden layer along their two longest directions, both to the same scale."""
    places = principal(rows)
    long, wide = places.std(axis=0)
    far = float(np.abs(places).max()) or 1.0
    x, y = (Axis(labels.text(f"axis.direction_{number}"), -far, far) for number in (1, 2))
    says = labels.sentence("says.cloud", arm=labels.name(arm), share=f"{100 * wide / (long or 1):.0f} %")
    points = tuple(Point("", float(along), float(across), "") for along, across in places)
    return Scatter(labels.titled("cloud", arm), points, x, y, says)


def principal(vectors: Array) -> Array:
    """Return places along the two directions of largest spread, each turned so that its largest entry is positive."""
    centred = vectors - vectors.mean(0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    places = left[:, :2] * sizes[:2]
    largest = np.abs(places).argmax(0)
    return np.asarray(places * np.where(places[largest, [0, 1]] < 0, -1, 1))


def wave(labels: Labels, runs: Runs) -> tuple[Curves, ...]:
    """Draw the weights of one unit for each hour: of the first arm's slowest waves the largest, in every arm."""
    found = {arm: curves for arm, run in runs.items() if (curves := curves_over_hours(run)) is not None}
    if not found:
        return ()
    first = next(iter(found.values()))
    unit, hours = slowest(first[: len(first) // 2]), first.shape[1]
    lines = tuple(labels.curve(arm, np.arange(hours, dtype=float), each[unit]) for arm, each in found.items())
    x = Axis(labels.text("axis.hour"), 0, hours - 1)
    y = value_axis(labels.text("axis.weight"), [value for each in lines for value in each.y])
    says = labels.text("says.wave", unit=unit + 1, hours=hours)
    return (Curves(labels.text("picture.wave", unit=unit + 1), lines, x, y, says),)


def slowest(curves: Array) -> int:
    """Return the curve that is most of all a slow wave: what one sees at a glance."""
    sizes = np.abs(np.fft.rfft(curves, axis=1))[:, 1:]
    frequency = sizes.argmax(axis=1)
    return int(np.where(frequency == frequency.min(), sizes.max(axis=1), -1).argmax())
