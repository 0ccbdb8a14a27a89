"""The grammar grid cell by cell, and its verbs by what the first layer made of them."""

from collections.abc import Iterator, Mapping

import numpy as np

from lessons.pictures import (
    HELD_OUT_RIGHT,
    HELD_OUT_WRONG,
    RIGHT,
    WRONG,
    Axis,
    Grid,
    Point,
    Scatter,
)
from lessons.runs.metrics.verbs import is_grid, neighbours, tenses_of, verb_vectors
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

NAMED = 6  # cells that are named as wrong, at most
STATES = {
    (False, True): RIGHT,
    (False, False): WRONG,
    (True, True): HELD_OUT_RIGHT,
    (True, False): HELD_OUT_WRONG,
}

Cells = dict[tuple[int, int], str]


def grid(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Grid, ...]:
    """Every cell right or wrong, trained on or held out: a picture an arm."""
    return tuple(grid_of(labels, arm, run) for arm, run in runs.items() if is_grid(run))


def grid_of(labels: Labels, arm: str, run: Trained) -> Grid:
    tense = run.ruler.lab.tense
    cells = states(run)
    verbs = tuple(verb.name for verb in tense.VERBS)
    table = tuple(
        tuple(cells.get((verb, person), "") for person in range(len(tense.PERSONS)))
        for verb in range(len(verbs))
    )
    wrong = [
        f"{verbs[verb]} {tense.PERSONS[person]}"
        for (verb, person), state in sorted(cells.items())
        if state in (WRONG, HELD_OUT_WRONG)
    ]
    return Grid(
        labels.titled("grid", arm),
        verbs,
        tense.PERSONS,
        table,
        said(labels, arm, cells, wrong),
        labels.role(arm),
    )


def states(run: Trained) -> Cells:
    """What each cell is: right or wrong, trained on or held out."""
    rows, found = run.rows, Cells()
    for held_out, cells, x, y in (
        (False, rows.cells, rows.x, rows.y),
        (True, rows.cells_out, rows.x_out, rows.y_out),
    ):
        if len(cells):
            right = run.outputs(x).argmax(-1) == y
            found |= {
                cell: STATES[held_out, bool(is_right)] for cell, is_right in zip(cells, right, strict=True)
            }
    return found


def said(labels: Labels, arm: str, cells: Cells, wrong: list[str]) -> str:
    counts = {state: list(cells.values()).count(state) for state in STATES.values()}
    which = ", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED)
    return labels.sentence(
        "says.grid" if wrong else "says.grid_all",
        arm=labels.name(arm),
        right=counts[RIGHT],
        count=counts[RIGHT] + counts[WRONG],
        right_out=counts[HELD_OUT_RIGHT],
        count_out=counts[HELD_OUT_RIGHT] + counts[HELD_OUT_WRONG],
        wrong=which,
    )


def scatter(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Scatter, ...]:
    """The first layer's vector of each verb, seen along the two directions in which they spread most."""
    return tuple(found for arm, run in runs.items() for found in words(labels, arm, run))


def words(labels: Labels, arm: str, run: Trained) -> Iterator[Scatter]:
    vectors, tense = verb_vectors(run), run.ruler.lab.tense
    if vectors is None or not np.isfinite(vectors).all():
        return
    places = principal(vectors)
    names = [verb.name for verb in tense.VERBS]
    points = tuple(
        Point(name, float(x), float(y), "arm-1" if verb.regular else "arm-2")
        for name, verb, (x, y) in zip(names, tense.VERBS, places, strict=True)
    )
    x, y = (Axis(labels.text(f"axis.direction_{place}"), *span(places[:, place - 1])) for place in (1, 2))
    yield Scatter(labels.titled("scatter", arm), points, x, y, said_words(labels, arm, run, names, places))


def principal(vectors: Array) -> Array:
    """Places along the two directions of largest spread; the sign is the one in which the largest entry is positive."""
    centred = vectors - vectors.mean(0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    places = left[:, :2] * sizes[:2]
    largest = np.abs(places).argmax(0)
    return np.asarray(places * np.where(places[largest, [0, 1]] < 0, -1, 1))


def span(values: Array) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def said_words(labels: Labels, arm: str, run: Trained, names: list[str], places: Array) -> str:
    nearest, tenses = neighbours(places), tenses_of(run)
    alike = sum(tenses[verb] == tenses[other] for verb, other in enumerate(nearest))
    one = int(np.linalg.norm(places - places[nearest], axis=1).argmin())
    return labels.sentence(
        "says.scatter",
        arm=labels.name(arm),
        one=names[one],
        other=names[nearest[one]],
        alike=alike,
        count=len(names),
    )
