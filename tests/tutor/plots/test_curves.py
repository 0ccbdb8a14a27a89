"""Curves as cells: a mark for each arm, axes that stand still, round ticks, and nothing hidden at the edges."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson.pictures import Axis, Bet, Curve, Curves
from tutor.plots import CellGrid, draw
from tutor.plots.canvas import label
from tutor.plots.scale import Scale, pieces, sound, ticks

STEPS = tuple(map(float, range(300)))
LOSS = Axis("loss", 0.005, 3, log=True)
SHARE = Axis("accuracy", 0, 1)
FALLING = Curve("healthy", "healthy", STEPS, tuple(1.6 * math.exp(-step / 60) for step in STEPS))
FLAT = Curve("broken", "broken", STEPS, (0.5,) * 300)


def picture(*curves: Curve, y: Axis = LOSS, title: str = "Loss while training") -> Curves:
    return Curves(title, curves, Axis("training step", 0, 300), y, "The loss falls.")


def arm(number: int, share: float) -> Curve:
    return Curve(f"arm {number}", f"arm-{number}", STEPS, (share,) * 300)


def marks(grid: CellGrid, role: str, below: int = 2) -> set[str]:
    return {character for row in grid.rows[below:] for character, drawn_by in row if drawn_by == role}


def signs(grid: CellGrid, role: str, below: int = 2) -> set[str]:
    """Of these, the marks alone, without the braille of a line."""
    return {each for each in marks(grid, role, below) if not "\u2800" < each <= "\u28ff"}


@pytest.mark.parametrize("unicode", [True, False])
def test_six_arms_are_told_apart_without_colour(unicode):
    grid = draw(picture(*(arm(n, n / 8) for n in range(1, 7)), y=SHARE), 76, 20, unicode)
    assert all(marks(grid, f"arm-{n}", 3) for n in range(1, 7))
    marked = [frozenset(signs(grid, f"arm-{n}", 3)) for n in range(1, 7)]
    told = {*marked} - {frozenset()}
    assert len(told) == (4 if unicode else 6)  # arm 4 is a dashed line, and arm 1 a whole one


def test_arms_that_coincide_are_all_seen():
    grid = draw(picture(*(arm(n, 0.5) for n in range(1, 7)), y=SHARE), 76, 20)
    assert all(marks(grid, f"arm-{n}", 3) for n in range(1, 7))


def test_the_last_tick_is_left_out_only_where_the_axis_has_its_name_beside_it():
    for name, height, is_last in (("", 10, True), ("steps", 14, True), ("steps", 10, False)):
        curves = replace(picture(FALLING), x=Axis(name, 0, 300))
        assert ("300" in draw(curves, 60, height).text()) == is_last


def test_the_axes_do_not_move_with_the_curve():
    first = draw(picture(Curve("healthy", "healthy", (0,), (1.6,))), 60, 14).text().splitlines()
    last = draw(picture(FALLING), 60, 14).text().splitlines()
    assert first[-3:] == last[-3:]
    assert [line[:5] for line in first[2:]] == [line[:5] for line in last[2:]]


def test_no_line_is_drawn_across_a_missing_value():
    gap = Curve("healthy", "healthy", (0, 100, 150, 200, 300), (0.5, 0.5, math.nan, 0.5, 0.5))
    rows = draw(picture(gap, y=SHARE), 60, 14).rows
    drawn = [column for row in rows[2:] for column, (_, role) in enumerate(row) if role == "healthy"]
    assert not set(range(28, 36)) & set(drawn) - set(range(31, 35))  # "NaN" stands in the gap


def test_a_line_that_leaves_the_plane_keeps_its_slope():
    steep = Curve("", "healthy", (0, 300), (0, 100))
    rows = draw(picture(steep, y=SHARE), 60, 14).rows
    drawn = [(column, sign) for row in rows[2:] for column, (sign, role) in enumerate(row) if role == "healthy"]
    assert {column for column, sign in drawn if sign != "▲"} == {4}


@pytest.mark.parametrize(
    ("low", "high", "log", "most", "names"),
    [
        (0, 400, False, 5, "0 100 200 300 400"),
        (0, 1, False, 6, "0 0.2 0.4 0.6 0.8 1"),
        (0.9991, 0.9999, False, 4, "0.9995"),
        (5e-4, 3, True, 5, "0.001 0.01 0.1 1"),
        (1e-8, 1e15, True, 4, "1e-6 1 1e6 1e12"),  # of many powers of ten only some
        (16, 80, True, 5, "20 50"),  # and where there are few, values between them
    ],
)
def test_ticks_are_round_numbers(low, high, log, most, names):
    assert [label(tick) for tick in ticks(Axis("", low, high, log), most)] == names.split()


def test_equal_ratios_are_equally_far_apart_on_a_log_axis_and_what_has_no_logarithm_lies_below():
    scale = Scale(Axis("", 0.01, 100, log=True), 0, 40)
    assert [round(scale.place(value)) for value in (0.01, 0.1, 1, 10, 100)] == [0, 10, 20, 30, 40]
    scale = Scale(Axis("", 0.01, 1, log=True), 40, 0)
    assert scale.place(0) > 40
    assert scale.place(-1) > 40
    assert scale.held(-1) == 40


@given(some.floats(allow_nan=True), some.floats(allow_nan=True), some.booleans(), some.integers(1, 20))
def test_any_axis_has_ticks_on_it_and_not_too_many(low, high, log, most):
    axis = sound(Axis("", low, high, log))
    values = ticks(Axis("", low, high, log), most)
    room = 1e-9 * max(abs(axis.low), abs(axis.high))
    assert 1 <= len(values) <= 2 * most + 6
    assert all(axis.low - room <= value <= axis.high + room for value in values)


@given(some.floats(), some.floats(), some.booleans(), some.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_value_has_a_finite_place(low, high, log, value):
    assert math.isfinite(Scale(Axis("", low, high, log), 0, 100).place(value))


def test_a_line_that_leaves_the_plane_and_comes_back_is_two():
    line = [(1.0, 1.0), (3.0, 1.0), (9.0, 1.0), (9.0, 3.0), (2.0, 3.0), (1.0, 3.0)]
    assert list(pieces(line, 4, 4)) == [[(1, 1), (3, 1), (4, 1)], [(4, 3), (2, 3), (1, 3)]]


@pytest.mark.parametrize(
    ("low", "rows", "is_even"), [(0.1, 12, True), (0.001, 16, True), (0.01, 10, False), (1e-9, 8, False)]
)
def test_decades_are_evenly_apart_where_that_leaves_little_empty_and_no_end_of_an_axis_is_lost(low, rows, is_even):
    falls = replace(FALLING, y=tuple(2 * (low / 2) ** (step / 299) for step in STEPS))
    drawn = draw(picture(falls, y=Axis("loss", low, 2, log=True)), 60, rows).text().split("\n")
    ticked = [number for number, line in enumerate(drawn) if "┤" in line]
    assert not is_even or len({below - above for above, below in pairwise(ticked)}) == 1
    assert not set("▲▼") & set("".join(drawn))


def drawn_with(bet: Bet, unicode: bool = True) -> list[str]:
    return draw(replace(picture(FALLING, FLAT), bets=(bet,)), 76, 14, unicode).text().split("\n")


def test_a_number_that_was_said_is_a_dashed_line_and_a_range_is_shaded():
    (line,) = (row for row in drawn_with(Bet("your bet: 0.02", ((0.02, 0.02),))) if row.count("┄") > 30)
    assert "┤" not in line
    across = drawn_with(Bet("your bet: 100", ((100, 100),), is_across=True))
    assert len({row.index("┊") for row in across if "┊" in row}) == 1
    shaded = [row for row in drawn_with(Bet("your bet: low", ((0.005, 0.02),)), unicode=False) if row.count(".") > 5]
    assert 1 < len(shaded) < 6


def test_an_arm_stands_beside_the_curves_ends_where_it_was_said_to_come_out_and_the_legend_has_its_arrow():
    above, below = (replace(FLAT, y=(y,) * len(FLAT.x)) for y in (0.3, 0.05))
    bet = Bet("your bet: broken lower", (), "broken", "healthy")
    drawn = draw(replace(picture(above, below), bets=(bet,)), 76, 14, unicode=True).text().split("\n")
    ends = [number for number, row in enumerate(drawn) if row.endswith(("⠒", "⠤", "⣀", "⠉"))]
    assert [number for number, row in enumerate(drawn) if row.endswith("●↑")] == [min(ends) - 1]
    assert [number for number, row in enumerate(drawn) if row.endswith("×↓")] == [max(ends) + 1]
    assert any("×↓ ●↑ your bet: broken lower" in row for row in drawn)
    first = drawn_with(Bet("your bet: broken first", (), "broken", "healthy", is_across=True))
    assert any("×←" in row and row.endswith("●→") for row in first)


def test_the_legend_names_four_curves_where_a_window_of_16_rows_leaves_a_run_seven():
    names = {"healthy": "healthy", "arm-4": "from −0.3", "arm-5": "two hidden layers", "arm-6": "with decay, Adam"}
    curves = tuple(Curve(name, role, (0, 1), (1, 0)) for role, name in names.items())
    shown = draw(Curves("", curves, Axis("step", 0, 1), Axis("loss", 0, 1), ""), 56, 7, True)
    assert [name for name in names.values() if name not in shown.text()] == []
