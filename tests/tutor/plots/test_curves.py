"""Curves as cells: a mark of its own for each arm, axes that stand still, and nothing hidden at the edges."""

import math

import pytest

from lessons.pictures import Axis, Curve, Curves
from tutor.plots import CellGrid, ascii, draw

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
    """The characters that a role is drawn with, header and legend left out."""
    return {character for row in grid.rows[below:] for character, drawn_by in row if drawn_by == role}


def signs(grid: CellGrid, role: str, below: int = 2) -> set[str]:
    """Of these, the marks alone, without the braille of a line."""
    return {each for each in marks(grid, role, below) if not "\u2800" < each <= "\u28ff"}


def test_a_line_has_no_gap_and_the_broken_one_has_crosses_on_it() -> None:
    assert signs(draw(picture(FALLING), 60, 14), "healthy") == set()
    grid = draw(picture(FLAT), 60, 14)
    (row,) = [row for row in grid.rows[2:] if any(role == "broken" for _, role in row)]
    drawn = "".join(sign for sign, role in row if role == "broken")
    assert signs(grid, "broken") == {"×"}
    assert len(drawn) == 55
    assert {len(part) for part in drawn.split("×")[1:-1]} == {5}


@pytest.mark.parametrize("unicode", [True, False])
def test_six_arms_are_told_apart_without_colour(unicode: bool) -> None:
    grid = draw(picture(*(arm(n, n / 8) for n in range(1, 7)), y=SHARE), 76, 20, unicode)
    assert all(marks(grid, f"arm-{n}", 3) for n in range(1, 7))
    marked = [frozenset(signs(grid, f"arm-{n}", 3)) for n in range(1, 7)]
    assert len({*marked} - {frozenset()}) == (
        4 if unicode else 6
    )  # arm 4 is a dashed line, and arm 1 a whole one


def test_a_dashed_line_has_gaps() -> None:
    grid = draw(picture(arm(4, 0.5), y=SHARE), 76, 16)
    (row,) = [row for row in grid.rows[3:] if any(role == "arm-4" for _, role in row)]
    dashes = "".join(sign if role == "arm-4" else " " for sign, role in row).split()
    assert {len(dash) for dash in dashes[1:-1]} == {4}
    assert len(dashes) == 12


def test_arms_that_coincide_are_all_seen() -> None:
    grid = draw(picture(*(arm(n, 0.5) for n in range(1, 7)), y=SHARE), 76, 20)
    assert all(marks(grid, f"arm-{n}", 3) for n in range(1, 7))


def test_the_legend_names_every_curve_with_its_mark() -> None:
    first = ascii(picture(FALLING, FLAT), 60, 14).splitlines()[1]
    assert "** healthy" in first
    assert "x broken" in first
    assert "⠒⠒ healthy   ⠒×⠒ broken" in draw(picture(FALLING, FLAT), 40, 8).text()


def test_title_and_axes_are_named() -> None:
    lines = draw(picture(FALLING), 60, 14).text().splitlines()
    assert lines[0] == "Loss while training"
    assert lines[1].startswith("loss")
    assert lines[-1].endswith("training step")


def test_the_axes_do_not_move_with_the_curve() -> None:
    first = draw(picture(Curve("healthy", "healthy", (0,), (1.6,))), 60, 14).text().splitlines()
    last = draw(picture(FALLING), 60, 14).text().splitlines()
    assert first[-3:] == last[-3:]
    assert [line[:5] for line in first[2:]] == [line[:5] for line in last[2:]]


def test_a_first_value_alone_is_seen() -> None:
    assert marks(draw(picture(Curve("broken", "broken", (150,), (0.5,))), 60, 14), "broken") == {"×"}


def test_a_value_that_is_no_number_is_said_where_the_curve_ends() -> None:
    gone = Curve("broken", "broken", (0, 100, 200), (1.6, 2.0, math.nan))
    assert "×NaN" in draw(picture(gone), 60, 14).text()
    beyond = Curve("healthy", "healthy", (0, 100, 200), (1.6, math.inf, math.inf))
    assert "inf" in draw(picture(beyond), 60, 14).text()
    assert "-inf" in ascii(picture(Curve("", "healthy", (0, 1), (1, -math.inf))), 60, 14)


def test_two_curves_lost_at_one_step_are_both_said() -> None:
    gone = [Curve(role, role, (0, 100, 200), (1, 1, math.nan)) for role in ("healthy", "broken")]
    assert draw(picture(*gone), 60, 14).text().count("NaN") == 2


def test_no_line_is_drawn_across_a_missing_value() -> None:
    gap = Curve("healthy", "healthy", (0, 100, 150, 200, 300), (0.5, 0.5, math.nan, 0.5, 0.5))
    rows = draw(picture(gap, y=SHARE), 60, 14).rows
    drawn = [column for row in rows[2:] for column, (_, role) in enumerate(row) if role == "healthy"]
    assert not set(range(28, 36)) & set(drawn) - set(range(31, 35))  # "NaN" stands in the gap


def test_what_lies_outside_is_marked_at_its_edge_and_draws_no_floor() -> None:
    below = Curve("healthy", "healthy", STEPS, (1e-6,) * 300)
    lines = draw(picture(below), 60, 14).text().splitlines()
    assert "▼" in lines[-4]
    assert marks(draw(picture(below), 60, 14), "healthy") == {"▼"}
    above = Curve("broken", "broken", STEPS, (1e300,) * 300)
    assert "^" in ascii(picture(above), 60, 14).splitlines()[2]
    assert "v" in ascii(picture(below), 60, 14).splitlines()[-4]


def test_zero_on_a_log_axis_lies_below_it() -> None:
    assert "▼" in draw(picture(Curve("", "healthy", STEPS, (0.0,) * 300)), 60, 14).text()


def test_a_line_that_leaves_the_plane_keeps_its_slope() -> None:
    steep = Curve("", "healthy", (0, 300), (0, 100))
    rows = draw(picture(steep, y=SHARE), 60, 14).rows
    drawn = {
        column
        for row in rows[2:]
        for column, (mark, role) in enumerate(row)
        if role == "healthy" and mark != "▲"
    }
    assert drawn == {4}


def test_seeds_stand_behind_in_a_role_of_their_own_and_the_band_where_there_are_none() -> None:
    seeds = tuple(tuple(value * factor for value in FALLING.y) for factor in (0.5, 0.8, 1.5))
    low, high = tuple(0.4 * value for value in FALLING.y), tuple(2 * value for value in FALLING.y)
    whole = Curve("healthy", "healthy", STEPS, FALLING.y, low, high, seeds)
    banded = Curve("healthy", "healthy", STEPS, FALLING.y, low, high)
    alone = own(picture(FALLING))
    for curve, behind, plain in ((whole, set(), "."), (banded, {"░"}, ":")):
        grid = draw(picture(curve), 60, 14)
        assert signs(grid, "healthy-faint") == behind
        assert marks(draw(picture(curve), 60, 14, unicode=False), "healthy-faint") == {plain}
        assert own(picture(curve)) == alone


def own(drawn: Curves) -> list[list[bool]]:
    """Where the healthy line itself stands."""
    return [[role == "healthy" for _, role in row] for row in draw(drawn, 60, 14).rows]


def test_the_role_mark_draws_points_over_every_line() -> None:
    points = Curve("z(0)", "mark", (0, 150, 300), (0.5, 0.5, 0.5))
    rows = draw(picture(points, FLAT, y=SHARE), 60, 14).rows
    assert sum(character == "●" for row in rows[2:] for character, _ in row) == 3


def test_where_there_is_too_little_room_nothing_is_drawn() -> None:
    assert draw(picture(FALLING), 8, 3) == CellGrid()
    assert draw(picture(FALLING), 0, 0) == CellGrid()


def test_an_axis_is_drawn_before_there_is_any_curve() -> None:
    assert "training step" in draw(picture(), 60, 14).text()


def test_every_decade_is_named() -> None:
    lines = ascii(picture(FALLING), 60, 12).splitlines()
    assert [line.split("+")[0].strip() for line in lines if "+" in line[:6]][:3] == ["1", "0.1", "0.01"]
