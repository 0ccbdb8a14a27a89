"""Grids of right and wrong: the grammar grid, and sums on a clock."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from types import ModuleType

from lessons.course.lesson.pictures import HELD_OUT_WRONG, WRONG, Grid, cell_counts
from lessons.runs.metrics.accuracy import Cell, Cells, states_of
from lessons.runs.metrics.features import hours_of, is_grid
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array, Trained

NAMED = 6  # cells that are named as wrong, at most
Names = tuple[str, ...]
Groups = tuple[tuple[str, int], ...]


def grid(labels: Labels, runs: Runs) -> tuple[Grid, ...]:
    return with_one_key(grid_of(labels, arm, run) for arm, run in runs.items() if is_grid(run))


def with_one_key(grids: Iterable[Grid]) -> tuple[Grid, ...]:
    """Let the first of grids that stand together alone say what the marks of held-out cells mean."""
    return tuple(replace(each, held_out="") if number else each for number, each in enumerate(grids))


def grid_of(labels: Labels, arm: str, run: Trained) -> Grid:
    tense, cells = run.ruler.lab.tense, states_of(run, run.rows.cells, run.rows.cells_out)
    runs = groupby(verb.regular for verb in tense.VERBS)
    names = {True: labels.text("picture.regular"), False: labels.text("picture.irregular")}
    groups = tuple((names[regular], len(list(verbs))) for regular, verbs in runs)  # of verbs beside each other
    verbs, says = tuple(verb.name for verb in tense.VERBS), grid_words(labels, arm, cells, tense)
    return grid_of_cells(labels, arm, "grid", cells, verbs, tense.PRONOUNS, says, groups)


def grid_words(labels: Labels, arm: str, cells: Cells, tense: ModuleType) -> str:
    """Say how many cells are right: of all, of those held out, and of the block that is hardest to add up."""
    misses = sorted(cell for cell, state in cells.items() if state in (WRONG, HELD_OUT_WRONG))
    wrong = [f"{tense.PRONOUNS[person]} + {tense.VERBS[verb].name}" for verb, person in misses]
    named = ", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED)
    irregular = [verb for verb, each in enumerate(tense.VERBS) if not each.regular]
    block = cell_counts([cells[verb, tense.THIRD] for verb in irregular if (verb, tense.THIRD) in cells])
    counts = {"right_block": block["right"], "count_block": block["count"], **cell_counts(cells.values())}
    return labels.sentence("says.grid" if wrong else "says.grid_all", arm=labels.name(arm), wrong=named, **counts)


def table(labels: Labels, runs: Runs) -> tuple[Grid, ...]:
    return with_one_key(table_of(labels, arm, run) for arm, run in runs.items() if hours_of(run))


def table_of(labels: Labels, arm: str, run: Trained) -> Grid:
    hours = hours_of(run)
    cells = states_of(run, summands(run.rows.x, hours), summands(run.rows.x_out, hours))
    count, names = cell_counts(cells.values()), tuple(map(str, range(hours)))
    trained = {"right": count["right"] - count["right_out"], "count": count["count"] - count["count_out"]}
    says = labels.sentence("says.table", arm=labels.name(arm), **{**count, **trained})
    return grid_of_cells(labels, arm, "table", cells, names, names, says)


def summands(x: Array, hours: int) -> list[Cell]:
    return list(zip(x[:, :hours].argmax(1).tolist(), x[:, hours:].argmax(1).tolist(), strict=True))


def grid_of_cells(
    labels: Labels, arm: str, key: str, cells: Cells, rows: Names, columns: Names, says: str, groups: Groups = ()
) -> Grid:
    title = labels.headed(arm, labels.text(f"picture.{key}", **cell_counts(cells.values())))
    states = tuple(tuple(cells.get((row, column), "") for column in range(len(columns))) for row in range(len(rows)))
    return Grid(title, rows, columns, states, says, labels.role(arm), groups, labels.text("picture.held_out"))
