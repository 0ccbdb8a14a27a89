"""Matrices, boundaries, grids, scatters, bars and histograms as cells: size, sign, names, right and wrong."""

from dataclasses import replace
from math import nan

import pytest
from rich.color import Color, ColorSystem

from lessons.course.lesson.pictures import (
    HELD_OUT_RIGHT,
    HELD_OUT_WRONG,
    RIGHT,
    WRONG,
    Axis,
    Bar,
    Bars,
    Boundary,
    Grid,
    Histogram,
    Matrix,
    Point,
    Scatter,
)
from tutor.plots import ascii, draw
from tutor.plots.boundary import LEVELS, MAP, colours


def matrix(*rows: tuple[float, ...], numbers: bool = False) -> Matrix:
    names = tuple(f"r{n}" for n in range(len(rows)))
    return Matrix("W1", rows, names, tuple("abcdef"[: len(rows[0])]), "Some are larger.", numbers)


@pytest.mark.parametrize(("width", "heads"), [(80, "yesterday she sing -ed"), (22, "ye sh si -e"), (18, "1 2 3 4")])
def test_each_column_of_a_matrix_has_a_head_however_narrow_it_is(width, heads):
    words = ("yesterday", "she", "sing", "-ed")
    picture = Matrix("looks", tuple((1.0,) * 4 for _ in words), words, words, "", full=1.0)
    assert " ".join(draw(picture, width, 12).text().splitlines()[1].split()) == heads


def test_of_a_matrix_larger_than_its_room_the_largest_are_seen():
    rows = [[0.0] * 100 for _ in range(50)]
    rows[37][61] = -1.0
    lines = draw(matrix(*map(tuple, rows)), 40, 10).text()
    assert lines.count("≡") == 1


X, Y = Axis("x1", -2, 2), Axis("x2", -2, 2)
HALVES = tuple((0.0, 0.0, 1.0, 1.0) for _ in range(4))


def boundary(*points: tuple[float, float, str]) -> Boundary:
    return Boundary("tanh", HALVES, points, X, Y, "Class 1 is on the right.", "healthy")


def test_the_line_of_half_runs_between_the_two_halves_in_colour_and_without():
    for colour, is_line in ((False, lambda cell: cell[0] == "│"), (True, lambda cell: cell[1] == "map:line:line")):
        rows = draw(boundary(), 60, 12, colour=colour).rows[1:-1]
        assert {tuple(place for place, cell in enumerate(row[3:23]) if is_line(cell)) for row in rows} == {(9,)}


def test_the_line_of_half_may_lie_across():
    rows = draw(replace(boundary(), shades=tuple(zip(*HALVES, strict=True))), 60, 12).text().splitlines()
    assert [number for number, row in enumerate(rows) if row[3:23] == "─" * 20] == [5]


@pytest.mark.parametrize(("side", "stroke"), [(1, "╲"), (-1, "╱")])
def test_the_line_of_half_leans_as_the_shares_do(side, stroke):
    slope = tuple(tuple(0.5 + (side * (x - 7.5) - (y - 7.5)) / 40 for x in range(16)) for y in range(16))
    rows = draw(replace(boundary(), shades=slope), 60, 12).text().splitlines()[1:-1]
    assert {each for each in "─│╱╲" if any(each in row[3:23] for row in rows)} == {stroke}


def test_a_square_too_narrow_for_both_ends_of_an_axis_has_none_and_its_short_title():
    axes = {"x": Axis("first switch", -0.25, 1.25), "y": Axis("y", 0, 1)}
    shown = draw(replace(boundary(), title="Probability of lit", short="P(lit)", **axes), 14, 6).text()
    assert "P(lit)" in shown
    assert "1.25" not in shown


@pytest.mark.parametrize("colour", [True, False])
def test_the_lines_of_hidden_units_are_a_layer_that_is_drawn_where_it_is_asked_for(colour):
    two = replace(boundary(), units=((0.0, 1.0, 1.0), (1.0, 0.0, 9.0)), units_name="units")  # y = -1; outside
    plain, layered = (draw(replace(two, is_layered=units), 60, 12, colour=colour) for units in (False, True))
    assert plain.rows == draw(boundary(), 60, 12, colour=colour).rows
    changed = {
        row for row, pair in enumerate(zip(plain.rows, layered.rows, strict=True)) if pair[0][3:23] != pair[1][3:23]
    }
    assert changed in ({7}, {8})
    assert "units" in layered.text()


VERBS = tuple(f"verb{n}" for n in range(20))
CELLS = tuple((RIGHT, WRONG, HELD_OUT_RIGHT if n % 2 else HELD_OUT_WRONG) for n in range(20))
GRID = Grid("Right and wrong", VERBS, ("I", "you", "she"), CELLS, "Half is wrong.")


@pytest.mark.parametrize("unicode", [True, False])
def test_in_little_room_every_row_is_there_and_the_four_marks_differ(unicode):
    rows = draw(GRID, 40, 8, unicode).rows
    marks = [character for row in rows for character, role in row if role in ("right", "wrong")]
    assert len(marks) == 60
    assert len(set(marks)) == 4


GROUPED = replace(GRID, groups=(("regular", 12), ("irregular", 8)), held_out="held out")

ACROSS, UP = Axis("first direction", -2, 2), Axis("second direction", -2, 2)


def scatter(*points: Point) -> Scatter:
    return Scatter("The verbs", points, ACROSS, UP, "Two groups.")


def test_names_that_would_cover_each_other_stand_near_their_dot():
    names = ("first", "second", "third", "fourth")
    crowd = scatter(*(Point(name, 0, 0.01 * n) for n, name in enumerate(names)))
    assert all(name in ascii(crowd, 60, 16) for name in names)


def test_dots_of_two_roles_differ_and_no_word_hides_one():
    crowd = [Point("x" * 40, n / 5 - 0.8, 0, f"arm-{1 + n % 2}") for n in range(9)]
    drawn = [sign for row in draw(scatter(*crowd), 60, 16).rows[2:] for sign, role in row if role != "axis"]
    assert (drawn.count("●"), drawn.count("×")) == (5, 4)


SHARE = Axis("held-out accuracy", 0, 1)


def bars(*given: Bar, axis: Axis = SHARE) -> Bars:
    return Bars("", given, axis, "One is longer.")


def test_zero_has_no_bar_and_the_least_bit_has_one():
    zero, little = draw(bars(Bar("a", "healthy", 0), Bar("b", "healthy", 1e-9)), 40, 2).text().splitlines()
    assert zero.endswith("│")
    assert little.endswith("▏")


def test_whiskers_leave_a_bar_below_zero_to_be_seen():
    (row, *_) = draw(bars(Bar("a", "healthy", -1.8, -2.2, 1.0), axis=Axis("slope", -2.2, 1)), 46, 4).rows
    assert row.count(("█", "healthy")) > 15


@pytest.mark.parametrize("width", [46, 76])
def test_the_names_of_bars_are_whole_where_bars_can_spare_the_columns_and_a_bets_row_has_no_value(width):
    bet = Bar("your bet: slope learnt above 0.3", "", nan, 0.3, 1.2, words=" ")
    drawn = draw(bars(Bar("minus a tenth of it", "healthy", 0.5, words="-1.80"), bet), width, 4).text()
    assert "minus a tenth of it" in drawn
    assert bet.name in drawn


def test_a_measured_spread_and_an_expected_one_differ_without_colour_too():
    measured, expected = draw(bars(Bar("a", "healthy", 0, 0.2, 0.8), Bar("b", "", nan, 0.2, 0.8)), 46, 2).rows
    assert ("─", "mark") in measured
    assert {role for sign, role in expected if sign in "├·┤"} == {"ideal"}


def test_zero_has_no_bar_where_it_stands_between_two_columns():
    row, *_ = draw(bars(Bar("a", "healthy", 0), axis=Axis("", -0.3421875, 1)), 60, 3).rows
    assert [sign for sign, role in row if role == "healthy"] == ["a"]


EDGES = (-1.0, -0.5, 0.0, 0.0, 0.5, 1.0)
HIDDEN = Histogram(
    "Hidden numbers",
    EDGES,
    {"GELU": (30, 80, 0, 60, 30), "ReLU": (0, 0, 120, 50, 30)},
    {"GELU": "healthy", "ReLU": "broken"},
    "ReLU has no negative numbers.",
)


def test_all_series_share_one_scale():
    rows = draw(HIDDEN, 76, 12).rows
    healthy, broken = ([row.count(("█", role)) for row in rows] for role in ("healthy", "broken"))
    assert max(broken) == round(max(healthy) * 120 / 80)
    assert healthy[-1] == broken[-1]


def test_a_title_that_is_longer_than_its_row_goes_on_in_the_next_where_the_bins_have_room():
    long = replace(HIDDEN, title="Where the seeds ended: final training loss")
    heads = [draw(long, 38, height).text().splitlines()[:2] for height in (12, 6)]
    assert heads[0] == ["Where the seeds ended: final training", "loss"]
    assert heads[1][0] == "Where the seeds ended: final training…"


def test_in_256_colours_each_tint_of_a_square_is_one_of_them_and_the_middle_is_grey():
    tints = [colours(f"{MAP}{level}:{level}", 256) for level in range(LEVELS)]
    for tint, _ in filter(None, tints):
        assert Color.parse(tint).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex == tint
    red, green, blue = Color.parse(tints[LEVELS // 2][0]).get_truecolor()
    assert red == green == blue
