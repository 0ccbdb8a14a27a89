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


def is_braille(characters: set[str]) -> bool:
    return bool(characters) and all("\u2800" < character <= "\u28ff" for character in characters)


def test_the_healthy_curve_is_a_line_and_the_broken_one_crosses() -> None:
    grid = draw(picture(FALLING, FLAT), 60, 14)
    assert is_braille(marks(grid, "healthy"))
    assert marks(grid, "broken") == {"×"}


@pytest.mark.parametrize("unicode", [True, False])
def test_six_arms_are_told_apart_without_colour(unicode: bool) -> None:
    grid = draw(picture(*(arm(n, n / 8) for n in range(1, 7)), y=SHARE), 76, 20, unicode)
    drawn = [frozenset(marks(grid, f"arm-{n}", 3)) for n in range(1, 7)]
    signs = [None if is_braille(set(each)) else each for each in drawn]
    assert all(drawn)
    assert len({*signs} - {None}) == (4 if unicode else 6)  # arm 4 is a dashed line, and arm 1 a whole one


def test_a_dashed_line_has_gaps() -> None:
    grid = draw(picture(arm(4, 0.5), y=SHARE), 76, 16)
    drawn = [role for row in grid.rows for _, role in row].count("arm-4")
    assert 20 < drawn < 60


def test_arms_that_coincide_are_all_seen() -> None:
    grid = draw(picture(*(arm(n, 0.5) for n in range(1, 7)), y=SHARE), 76, 20)
    assert all(marks(grid, f"arm-{n}", 3) for n in range(1, 7))


def test_the_legend_names_every_curve_with_its_mark() -> None:
    first = ascii(picture(FALLING, FLAT), 60, 14).splitlines()[1]
    assert "** healthy" in first
    assert "x broken" in first
    assert "⠒⠒ healthy   × broken" in draw(picture(FALLING, FLAT), 40, 8).text()


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


def test_seeds_and_band_stand_behind_in_a_role_of_their_own() -> None:
    seeds = tuple(tuple(value * factor for value in FALLING.y) for factor in (0.5, 0.8, 1.5))
    low, high = tuple(0.4 * value for value in FALLING.y), tuple(2 * value for value in FALLING.y)
    whole = Curve("healthy", "healthy", STEPS, FALLING.y, low, high, seeds)
    assert marks(draw(picture(whole), 60, 14), "healthy-faint")
    assert marks(draw(picture(whole), 60, 14, unicode=False), "healthy-faint") == {".", ":"}
    own = [[role == "healthy" for _, role in row] for row in draw(picture(whole), 60, 14).rows]
    alone = [[role == "healthy" for _, role in row] for row in draw(picture(FALLING), 60, 14).rows]
    assert own == alone


def test_the_role_mark_draws_points_over_every_line() -> None:
    points = Curve("z(0)", "mark", (0, 150, 300), (0.5, 0.5, 0.5))
    rows = draw(picture(points, FLAT, y=SHARE), 60, 14).rows
    assert sum(character == "●" for row in rows[2:] for character, _ in row) == 3


def test_where_there_is_too_little_room_nothing_is_drawn() -> None:
    assert draw(picture(FALLING), 8, 3) == CellGrid()
    assert draw(picture(FALLING), 0, 0) == CellGrid()


def test_an_axis_is_drawn_before_there_is_any_curve() -> None:
    assert "training step" in draw(picture(), 60, 14).text()
