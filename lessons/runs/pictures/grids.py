"""Grids of right and wrong: the grammar grid, and sums on a clock."""

from collections import Counter
from itertools import groupby
from types import ModuleType

from lessons.course.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid
from lessons.runs.metrics.accuracy import Cell, Cells, states_of
from lessons.runs.metrics.features import hours_of, is_grid
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained

NAMED = 6  # cells that are named as wrong, at most


def grid(labels: Labels, runs: Runs) -> tuple[Grid, ...]:
    return tuple(grid_of(labels, arm, run) for arm, run in runs.items() if is_grid(run))


def grid_of(labels: Labels, arm: str, run: Trained) -> Grid:
    tense, cells = run.ruler.lab.tense, states_of(run, run.rows.cells, run.rows.cells_out)
    return Grid(
        labels.headed(arm, labels.text("picture.grid", **counts_of(cells))),
        tuple(verb.name for verb in tense.VERBS),
        tense.PRONOUNS,
        in_rows(cells, len(tense.VERBS), len(tense.PERSONS)),
        grid_words(labels, arm, cells, tense),
        labels.role(arm),
        groups_of(labels, tense),
        labels.text("picture.held_out"),
    )


def grid_words(labels: Labels, arm: str, cells: Cells, tense: ModuleType) -> str:
    """Say how many cells are right: of all, of those held out, and of the block that is hardest to add up."""
    misses = sorted(cell for cell, state in cells.items() if state in (WRONG, HELD_OUT_WRONG))
    wrong = [f"{tense.PRONOUNS[person]} + {tense.VERBS[verb].name}" for verb, person in misses]
    block = {
        cell: state for cell, state in cells.items() if cell[1] == tense.THIRD and not tense.VERBS[cell[0]].regular
    }
    in_block = counts_of(block)
    return labels.sentence(
        "says.grid" if wrong else "says.grid_all",
        arm=labels.name(arm),
        wrong=", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED),
        right_block=in_block["right"],
        count_block=in_block["count"],
        **counts_of(cells),
    )


def groups_of(labels: Labels, tense: ModuleType) -> tuple[tuple[str, int], ...]:
    runs = groupby(verb.regular for verb in tense.VERBS)
    names = {True: labels.text("picture.regular"), False: labels.text("picture.irregular")}
    return tuple((names[regular], len(list(verbs))) for regular, verbs in runs)


def table(labels: Labels, runs: Runs) -> tuple[Grid, ...]:
    return tuple(table_of(labels, arm, run) for arm, run in runs.items() if hours_of(run))


def table_of(labels: Labels, arm: str, run: Trained) -> Grid:
    hours = hours_of(run)
    cells = states_of(run, summands(run.rows.x, hours), summands(run.rows.x_out, hours))
    count, names = counts_of(cells), tuple(map(str, range(hours)))
    trained = {"right": count["right"] - count["right_out"], "count": count["count"] - count["count_out"]}
    return Grid(
        labels.headed(arm, labels.text("picture.table", **count)),
        names,
        names,
        in_rows(cells, hours, hours),
        labels.sentence("says.table", arm=labels.name(arm), **{**count, **trained}),
        labels.role(arm),
        (),
        labels.text("picture.held_out"),
    )


def summands(x: Array, hours: int) -> list[Cell]:
    return list(zip(x[:, :hours].argmax(1).tolist(), x[:, hours:].argmax(1).tolist(), strict=True))


def in_rows(cells: Cells, rows: int, columns: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cells.get((row, column), "") for column in range(columns)) for row in range(rows))


def counts_of(cells: Cells) -> dict[str, int]:
    """Count the cells that are right, of all and of those that were held out."""
    count = Counter(cells.values())
    return {
        "right": count[RIGHT] + count[HELD_OUT_RIGHT],
        "count": len(cells),
        "right_out": count[HELD_OUT_RIGHT],
        "count_out": count[HELD_OUT_RIGHT] + count[HELD_OUT_WRONG],
    }
