"""Matrices, boundaries and grids as cells: size and sign, digits on shades, right and wrong, all without colour."""

import math
from dataclasses import replace

import pytest

from lessons.pictures import (
    HELD_OUT_RIGHT,
    HELD_OUT_WRONG,
    RIGHT,
    WRONG,
    Axis,
    Boundary,
    Grid,
    Matrix,
)
from tutor.plots import ascii, draw


def matrix(*rows: tuple[float, ...], numbers: bool = False) -> Matrix:
    names = tuple(f"r{n}" for n in range(len(rows)))
    return Matrix("W1", rows, names, tuple("abcdef"[: len(rows[0])]), "Some are larger.", numbers)


def test_shades_grow_with_size_and_differ_by_sign() -> None:
    lines = draw(matrix((0.25, 0.5, 0.75, 1.0), (-0.25, -0.5, -0.75, -1.0)), 40, 8).text().splitlines()
    assert lines[2:] == ["r0 ░░▒▒▓▓██", "r1 ··--==≡≡"]
    lines = ascii(matrix((0.25, 0.5, 0.75, 1.0), (-0.25, -0.5, -0.75, -1.0)), 40, 8).splitlines()
    assert lines[2:] == ["r0 ::++**##", "r1 ..--==%%"]


def test_zero_is_blank_and_what_is_no_number_a_question_mark() -> None:
    line = draw(matrix((0.0, 1.0, 1e-17, math.nan)), 40, 8).text().splitlines()[-1]
    assert line == "r0   ██  ??"


def test_rows_and_columns_are_named() -> None:
    lines = draw(matrix((1.0, 2.0), (3.0, 4.0)), 40, 8).text().splitlines()
    assert lines == ["W1", "   a b", "r0 ░░▒▒", "r1 ▓▓██"]


def test_numbers_are_written_where_they_fit_and_shaded_where_they_do_not() -> None:
    wide = draw(matrix((0.25, -1.0), numbers=True), 40, 8).text()
    assert "░ 0.25" in wide
    assert "≡   -1" in wide
    assert "0.25" not in draw(matrix((0.25, -1.0), numbers=True), 8, 8).text()


def test_of_a_matrix_larger_than_its_room_the_largest_are_seen() -> None:
    rows = [[0.0] * 100 for _ in range(50)]
    rows[37][61] = -1.0
    lines = draw(matrix(*map(tuple, rows)), 40, 10).text()
    assert lines.count("≡") == 1


X, Y = Axis("x1", -2, 2), Axis("x2", -2, 2)
HALVES = tuple((0.0, 0.0, 1.0, 1.0) for _ in range(4))


def boundary(*points: tuple[float, float, str]) -> Boundary:
    return Boundary("tanh", HALVES, points, X, Y, "Class 1 is on the right.", "healthy")


def test_a_square_is_square_and_darker_where_class_1_is_likelier() -> None:
    rows = draw(boundary(), 60, 12).text().splitlines()
    assert rows[0] == "tanh"
    shaded = [row[3:].rstrip() for row in rows[1:-1]]
    assert len(shaded) == 10
    assert {len(row) for row in shaded} == {20}
    assert {row.lstrip() for row in shaded} == {"█" * 10}


def test_the_digits_stand_on_top_at_their_places() -> None:
    rows = draw(
        boundary((-2, 2, "0"), (2, -2, "1"), (0.1, 0.1, "7"), (9, 9, "5"), (math.nan, 0, "4")), 60, 12
    ).text()
    lines = rows.splitlines()
    assert lines[1][3:5] == "00"
    assert lines[10][21:23] == "11"
    assert "77" in rows
    assert "5" not in rows
    assert "4" not in rows


def test_both_axes_are_named_with_their_ends() -> None:
    lines = ascii(boundary(), 60, 12).splitlines()
    assert lines[-1].split() == ["-2", "x1", "2"]
    assert [line[:2].strip() for line in lines[1:-1] if line[:2].strip()] == ["2", "x2", "-2"]


VERBS = tuple(f"verb{n}" for n in range(20))
CELLS = tuple((RIGHT, WRONG, HELD_OUT_RIGHT if n % 2 else HELD_OUT_WRONG) for n in range(20))
GRID = Grid("Right and wrong", VERBS, ("I", "you", "she"), CELLS, "Half is wrong.")


@pytest.mark.parametrize("unicode", [True, False])
def test_right_wrong_and_held_out_are_told_apart_without_colour(unicode: bool) -> None:
    lines = draw(GRID, 40, 30, unicode).text().splitlines()
    right, wrong = "✓✗" if unicode else "+X"
    assert lines[2].split() == ["verb0", right, wrong, f"[{wrong}]"]
    assert lines[3].split() == ["verb1", right, wrong, f"[{right}]"]


def test_twenty_verbs_fit_twelve_lines_at_76_columns() -> None:
    drawn = draw(GRID, 76, 12).text()
    assert len(drawn.splitlines()) == 12
    assert all(verb in drawn for verb in VERBS)


@pytest.mark.parametrize("unicode", [True, False])
def test_in_little_room_every_row_is_there_and_the_four_marks_differ(unicode: bool) -> None:
    rows = draw(GRID, 40, 8, unicode).rows
    marks = [character for row in rows for character, role in row if role in ("right", "wrong")]
    assert len(marks) == 60
    assert len(set(marks)) == 4


def test_rows_that_do_not_fit_are_counted() -> None:
    lines = draw(GRID, 20, 6).text().splitlines()
    assert len(lines) == 6
    assert lines[-1].endswith("… +13")


GROUPED = replace(GRID, groups=(("regular", 12), ("irregular", 8)), held_out="held out")


@pytest.mark.parametrize("unicode", [True, False])
def test_in_five_rows_a_grid_lies_on_its_side_with_a_gap_between_its_groups(unicode: bool) -> None:
    lines = draw(GROUPED, 38, 5, unicode).text().splitlines()
    assert len(lines) == 5
    right, wrong, held = ("✓", "✗", "○●") if unicode else ("+", "X", "o@")
    assert lines[0].endswith("held out")
    assert lines[1].split() == ["regular", "irregular"]
    assert lines[2:] == [
        f"I   {right * 12}  {right * 8}",
        f"you {wrong * 12}  {wrong * 8}",
        f"she {held * 6}  {held * 4}",
    ]


def test_a_grid_on_its_side_is_as_wide_as_there_is_room() -> None:
    assert draw(GROUPED, 70, 5).text().splitlines()[4].startswith("she [✗][✓]")


def test_with_room_for_all_names_each_group_has_its_own_above_it() -> None:
    lines = draw(GROUPED, 50, 30).text().splitlines()
    assert [line.strip() for line in lines[2:4]] == ["regular", "verb0   ✓   ✗  [✗]"]
    assert lines[15].strip() == "irregular"
    assert "held out" in lines[0]
