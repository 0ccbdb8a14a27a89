"""Every kind of picture looks as it was approved: with much room and with little, in both alphabets, cell by cell."""

import math
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from lessons.course.lesson.pictures import Arrows, Axis, Bar, Curve, Curves, Grid, Histogram, Matrix, Picture, Point
from tests.approved import assert_approved
from tests.tutor.plots.test_cells import CELLS, GROUPED, HIDDEN, VERBS, bars, boundary, matrix, scatter
from tests.tutor.plots.test_curves import FALLING, FLAT, SHARE, STEPS, picture
from tutor.plots import draw, draw_small
from tutor.plots.canvas import CellGrid

SLOPE = tuple(tuple((column + 2 * row) / 21 for column in range(8)) for row in range(8))
HILL = replace(
    boundary((-1.5, 1.5, "0"), (1.2, -0.4, "1"), (0.1, 0.2, "7"), (math.nan, 0, "1"), (3, 0, "1")),
    shades=(*SLOPE[:7], (math.nan, *SLOPE[7][1:])),
    classes=("dark", "lit"),
    units=((1.0, 0.25, 0.5), (0.25, -1.0, 1.0), (1.0, 1.0, 0.5)),
    units_name="units",
)
BANDED = replace(FALLING, low=tuple(y / 2 for y in FALLING.y), high=tuple(2 * y for y in FALLING.y))
SEEDS = replace(BANDED, faint=tuple(tuple(y * part for y in FALLING.y) for part in (0.6, 1.3)))
GONE = Curve("arm 5", "arm-5", (0.0, 60.0, 120.0, 180.0), (1.6, 2.0, math.inf, 2.0))
BELOW = Curve("arm 6", "arm-6", STEPS, tuple(math.exp(-step / 20) for step in STEPS))
WAVES = tuple(
    Curve(f"arm {n}", f"arm-{n}", STEPS, tuple(0.5 + 0.08 * n * math.sin(step / 30 + n) for step in STEPS))
    for n in range(1, 7)
)
LEAVING = (
    Curve("leaving", "arm-3", (0.0, 150.0, 300.0), (0.5, 9.0, 9.0)),
    Curve("", "arm-4", (0.0, 9.0), (0.6, -math.inf)),
)
IDEAL = Curve("ideal", "ideal", (0.0, 300.0), (0.2, 0.9))
ROWS = Curve("rows", "mark", (20.0, 150.0, math.nan, 290.0), (0.1, 0.9, 0.5, 0.3))
VALUES = (Bar("all of them", "healthy", 0.9, 0.7, 1.0, "90 %"), Bar("half", "broken", 0.5, words="50 %"))
LOST = Bar("lost", "arm-3", math.nan, 0.2, 0.2), Bar("beyond", "arm-5", 3.0, 0.1, 0.4), Bar("you", "ideal", 0.35)
SIGNED = (Bar("down", "healthy", -0.8, -1.5, 0.3), Bar("up", "broken", 0.31), Bar("off", "arm-3", -7.0))
CROWD = tuple(Point(name, x / 10, x / 12) for x, name in enumerate(("go", "walk", "sing", "", "ring", "bring")))
NUMBERS = tuple(tuple((-1) ** (row + column) * row * column / 7 for column in range(9)) for row in range(5))
PICTURES: dict[str, Picture] = {
    "two curves": picture(SEEDS, FLAT, BELOW),
    "a band and what is lost": replace(picture(BANDED, GONE), at=90.0, y=Axis("loss", 0.05, 3)),
    "six waves": picture(*WAVES, y=SHARE),
    "a dotted line and rows": replace(picture(IDEAL, ROWS, *LEAVING, y=SHARE), title="", x=Axis("", 0, 300)),
    "bars": replace(bars(*VALUES), title="Held out", yardstick=Bar("always the same", "axis", 0.25, words="25 %")),
    "bars of all kinds": replace(bars(*VALUES, *LOST, axis=Axis("share", 0, 1.2)), title="Many"),
    "bars on both sides": bars(*SIGNED, axis=Axis("gap", -2, 1)),
    "bars by powers of ten": bars(*VALUES, axis=Axis("loss", 0.01, 1, log=True)),
    "a histogram": HIDDEN,
    "a histogram of many bins": Histogram("", tuple(range(31)), {"all": tuple(range(30))}, {}, "Even."),
    "a matrix": replace(matrix(*NUMBERS), columns=tuple(f"x{n}" for n in range(9))),
    "a matrix in numbers": matrix((0.25, -1.0, 0.0), (1234.5, -0.031, math.nan), numbers=True),
    "a wide matrix": Matrix("W", (tuple(map(float, range(-60, 60))),) * 30, (), (), "More."),
    "arrows": Arrows("layer 2", ("1 she", "2 now", "3 yo"), (("← 1 she 100 %",), ("← 2 now 60 %", "← 1 she 40 %")), ""),
    "a square": replace(HILL, title="A rather long name of it · hill", is_layered=True),
    "a square of two": replace(boundary(), x=Axis("first switch", -1.5, 3), y=Axis("second switch", -1, 1)),
    "a grid": replace(GROUPED, title="healthy · 9 of all the 12 right"),
    "a grid of few": Grid("Right", ("a row", "b"), ("I", "you"), (("right", "wrong"), ("held-out-right",)), ""),
    "a grid of two groups": replace(GROUPED, rows=VERBS[:8], cells=CELLS[:8], groups=(("regular", 5), ("other", 3))),
    "a scatter": scatter(*CROWD, Point("far", 9, 0, "arm-2"), Point("low", 0, -9, "arm-2"), Point("no", math.nan, 0)),
}
SMALLER = (60, 13), (40, 8), (24, 6), (14, 4)


def cell_by_cell(grid: CellGrid) -> str:
    """Return the picture, and below it who drew its cells."""
    roles = ([f"{role or '-'} {len([*run])}" for role, run in groupby(row, lambda cell: cell[1])] for row in grid.rows)
    return "\n".join((grid.text(), *map(", ".join, roles)))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_it_was_approved(name):
    shown, is_square = PICTURES[name], "square" in name
    drawn = [cell_by_cell(draw(shown, 76, 18, colour=colour)) for colour in ((True, False) if is_square else (False,))]
    drawn += [draw(shown, *size, unicode).text() for size in SMALLER for unicode in (True, False)]
    if isinstance(shown, Curves):
        drawn += [cell_by_cell(draw_small(shown, 20, 4, unicode)) for unicode in (True, False)]
    path = Path(__file__).with_name("drawn") / f"{name.replace(' ', '-')}.txt"
    assert_approved(path, f"\n{'=' * 76}\n".join(drawn))
