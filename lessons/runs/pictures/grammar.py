"""The grammar grid cell by cell, and its verbs by what the first layer made of them."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import ModuleType

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

ARE_RIGHT = (RIGHT, HELD_OUT_RIGHT)

Cells = dict[tuple[int, int], str]


def grid(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Grid, ...]:
    """Every cell right or wrong, trained on or held out: a picture an arm."""
    return tuple(grid_of(labels, arm, run) for arm, run in runs.items() if is_grid(run))


def grid_of(labels: Labels, arm: str, run: Trained) -> Grid:
    tense = run.ruler.lab.tense
    cells = states(run)
    table = tuple(
        tuple(cells.get((verb, person), "") for person in range(len(tense.PERSONS)))
        for verb in range(len(tense.VERBS))
    )
    return Grid(
        titled(labels, arm, cells),
        tuple(verb.name for verb in tense.VERBS),
        tense.PRONOUNS,
        table,
        said(labels, arm, cells, tense),
        labels.role(arm),
        groups_of(labels, tense),
        labels.text("picture.held_out"),
    )


def titled(labels: Labels, arm: str, cells: Cells) -> str:
    """How many cells are right, with the arm where there are several."""
    right = sum(state in ARE_RIGHT for state in cells.values())
    words = labels.text("picture.grid", right=right, count=len(cells))
    return f"{labels.name(arm)} · {words}" if len(labels.experiment.arms) > 1 else words


def groups_of(labels: Labels, tense: ModuleType) -> tuple[tuple[str, int], ...]:
    """Regular verbs stand beside each other, and so do irregular ones."""
    runs = groupby(verb.regular for verb in tense.VERBS)
    names = {True: labels.text("picture.regular"), False: labels.text("picture.irregular")}
    return tuple((names[regular], len(list(verbs))) for regular, verbs in runs)


def states(run: Trained) -> Cells:
    """What each cell is: right or wrong, trained on or held out."""
    rows, trained = run.rows, len(run.rows.cells)
    parts = (
        (rows.x, rows.y),
        (rows.x_out, rows.y_out),
    )  # a judged run tells its outputs on each, not on both
    right = [bool(same) for x, y in parts if len(x) for same in run.outputs(x).argmax(-1) == y]
    return {
        cell: STATES[place >= trained, right[place]]
        for place, cell in enumerate((*rows.cells, *rows.cells_out))
    }


def said(labels: Labels, arm: str, cells: Cells, tense: ModuleType) -> str:
    """How many cells are right: of all, of those that were held out, and of the block that is hardest to add up."""
    wrong = [
        f"{tense.PRONOUNS[person]} + {tense.VERBS[verb].name}"
        for (verb, person), state in sorted(cells.items())
        if state not in ARE_RIGHT
    ]
    held_out = [state for state in cells.values() if state in (HELD_OUT_RIGHT, HELD_OUT_WRONG)]
    block = [
        state
        for (verb, person), state in cells.items()
        if person == tense.THIRD and not tense.VERBS[verb].regular
    ]
    return labels.sentence(
        "says.grid" if wrong else "says.grid_all",
        arm=labels.name(arm),
        right=len(cells) - len(wrong),
        count=len(cells),
        right_out=held_out.count(HELD_OUT_RIGHT),
        count_out=len(held_out),
        right_block=sum(state in ARE_RIGHT for state in block),
        count_block=len(block),
        wrong=", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED),
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
    yield Scatter(labels.titled("scatter", arm), points, x, y, said_words(labels, arm, run, names, vectors))


def principal(vectors: Array) -> Array:
    """Places along the two directions of largest spread; the sign is the one in which the largest entry is positive."""
    centred = vectors - vectors.mean(0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    places = left[:, :2] * sizes[:2]
    largest = np.abs(places).argmax(0)
    return np.asarray(places * np.where(places[largest, [0, 1]] < 0, -1, 1))


def span(values: Array) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def said_words(labels: Labels, arm: str, run: Trained, names: list[str], vectors: Array) -> str:
    """Say who is nearest to whom by all the numbers of a verb, as the metric counts, and not by the two drawn."""
    nearest, tenses = neighbours(vectors), tenses_of(run)
    alike = sum(tenses[verb] == tenses[other] for verb, other in enumerate(nearest))
    one = int(np.linalg.norm(vectors - vectors[nearest], axis=1).argmin())
    return labels.sentence(
        "says.scatter",
        arm=labels.name(arm),
        one=names[one],
        other=names[nearest[one]],
        alike=alike,
        count=len(names),
    )
