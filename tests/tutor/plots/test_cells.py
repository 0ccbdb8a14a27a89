"""Matrices, boundaries, grids, scatters, bars and histograms as cells: size, sign, names, right and wrong."""

import math
from dataclasses import replace

import pytest

from lessons.course.pictures import (
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
from tutor.plots.bars import edge_words


def matrix(*rows: tuple[float, ...], numbers: bool = False) -> Matrix:
    names = tuple(f"r{n}" for n in range(len(rows)))
    return Matrix("W1", rows, names, tuple("abcdef"[: len(rows[0])]), "Some are larger.", numbers)


def test_shades_grow_with_size_and_differ_by_sign():
    both = matrix((0.25, 0.5, 0.75, 1.0), (-0.25, -0.5, -0.75, -1.0))
    assert draw(both, 40, 8).text().splitlines()[2:] == ["r0 ░░▒▒▓▓██", "r1 ··--==≡≡"]
    assert ascii(both, 40, 8).splitlines()[2:] == ["r0 ::++**##", "r1 ..--==%%"]


def test_zero_is_blank_and_what_is_no_number_a_question_mark():
    line = draw(matrix((0.0, 1.0, 1e-17, math.nan)), 40, 8).text().splitlines()[-1]
    assert line == "r0   ██  ??"


def test_numbers_are_written_where_they_fit_and_shaded_where_they_do_not():
    wide = draw(matrix((0.25, -1.0), numbers=True), 40, 8).text()
    assert "░ 0.25" in wide
    assert "≡   -1" in wide
    assert "0.25" not in draw(matrix((0.25, -1.0), numbers=True), 8, 8).text()


def test_of_a_matrix_larger_than_its_room_the_largest_are_seen():
    rows = [[0.0] * 100 for _ in range(50)]
    rows[37][61] = -1.0
    lines = draw(matrix(*map(tuple, rows)), 40, 10).text()
    assert lines.count("≡") == 1


X, Y = Axis("x1", -2, 2), Axis("x2", -2, 2)
HALVES = tuple((0.0, 0.0, 1.0, 1.0) for _ in range(4))


def boundary(*points: tuple[float, float, str]) -> Boundary:
    return Boundary("tanh", HALVES, points, X, Y, "Class 1 is on the right.", "healthy")


def test_a_square_is_square_and_darker_where_class_1_is_likelier():
    rows = draw(boundary(), 60, 12).text().splitlines()
    assert rows[0] == "tanh"
    assert [row[3:23] for row in rows[1:-1]] == [" " * 9 + "│▒▒" + "▓" * 8] * 10


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


def test_a_key_says_what_hues_and_marks_mean_where_there_is_room():
    named = replace(boundary((1, 1, "1"), (-1, 1, "0")), classes=("dark", "lit"))
    words = draw(named, 60, 12).text()
    assert all(each in words for each in ("100 %", "50 %", "0 %", "● lit", "○ dark"))
    assert "lit" not in draw(named, 26, 9).text()
    assert "●" not in draw(replace(named, points=()), 26, 11).text()


def test_the_rows_stand_on_top_at_their_places():
    shown = boundary((-2, 2, "0"), (2, -2, "1"), (0.1, 0.1, "7"), (9, 9, "5"), (math.nan, 0, "4"))
    rows = draw(shown, 60, 12).text()
    lines = rows.splitlines()
    assert (lines[1][3], lines[10][22]) == ("○", "●")
    assert "7" in rows
    assert not {*"54"} & {*"".join(line[3:23] for line in lines)}


def test_what_is_no_number_is_a_question_mark_in_the_square():
    lost = replace(boundary(), shades=((math.nan, 1.0), (0.0, 1.0)))
    assert all("?" in draw(lost, 60, 12, colour=colour).text() for colour in (False, True))


def test_both_axes_are_named_with_their_ends():
    lines = ascii(boundary(), 60, 12).splitlines()
    assert lines[-1].split() == ["-2", "x1", "2"]
    assert [line[:2].strip() for line in lines[1:-1] if line[:2].strip()] == ["2", "x2", "-2"]


def test_a_long_name_of_an_axis_stands_alone_below_and_a_word_a_row_beside():
    switches = replace(boundary(), x=replace(X, name="first switch"), y=replace(Y, name="second switch"))
    lines = ascii(switches, 40, 9).splitlines()
    assert lines[-1].strip() == "first switch"
    assert [line[:6].strip() for line in lines[1:-1] if line[:6].strip()] == ["2", "second", "switch", "-2"]


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
def test_right_wrong_and_held_out_are_told_apart_without_colour(unicode):
    lines = draw(GRID, 40, 30, unicode).text().splitlines()
    right, wrong = "✓✗" if unicode else "+X"
    assert lines[2].split() == ["verb0", right, wrong, f"[{wrong}]"]
    assert lines[3].split() == ["verb1", right, wrong, f"[{right}]"]


@pytest.mark.parametrize("unicode", [True, False])
def test_in_little_room_every_row_is_there_and_the_four_marks_differ(unicode):
    rows = draw(GRID, 40, 8, unicode).rows
    marks = [character for row in rows for character, role in row if role in ("right", "wrong")]
    assert len(marks) == 60
    assert len(set(marks)) == 4


GROUPED = replace(GRID, groups=(("regular", 12), ("irregular", 8)), held_out="held out")


@pytest.mark.parametrize("unicode", [True, False])
def test_in_five_rows_a_grid_lies_on_its_side_with_a_gap_between_its_groups(unicode):
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


ACROSS, UP = Axis("first direction", -2, 2), Axis("second direction", -2, 2)


def scatter(*points: Point) -> Scatter:
    return Scatter("The verbs", points, ACROSS, UP, "Two groups.")


def test_a_name_stands_at_its_place():
    lines = draw(scatter(Point("go", -1.9, 1.9), Point("walk", 0, 0)), 60, 16).text().splitlines()
    assert lines[2][3:8].strip() == "go"
    assert any(28 <= line.find("walk") <= 34 for line in lines[6:10])


def test_names_that_would_cover_each_other_stand_near_their_dot():
    names = ("first", "second", "third", "fourth")
    crowd = scatter(*(Point(name, 0, 0.01 * n) for n, name in enumerate(names)))
    assert all(name in ascii(crowd, 60, 16) for name in names)


def test_dots_of_two_roles_differ_and_no_word_hides_one():
    crowd = [Point("x" * 40, n / 5 - 0.8, 0, f"arm-{1 + n % 2}") for n in range(9)]
    drawn = [sign for row in draw(scatter(*crowd), 60, 16).rows[2:] for sign, role in row if role != "axis"]
    assert (drawn.count("●"), drawn.count("×")) == (5, 4)


def test_what_lies_outside_is_an_arrow_at_the_edge_and_a_name_without_a_place_is_said():
    drawn = draw(scatter(Point("far", 9, 0)), 60, 16).text()
    assert "▶" in drawn
    assert "far" not in drawn
    assert "NaN: lost" in draw(scatter(Point("lost", math.nan, 0), Point("go", 0, 0)), 60, 16).text()


SHARE = Axis("held-out accuracy", 0, 1)


def bars(*given: Bar, axis: Axis = SHARE) -> Bars:
    return Bars("", given, axis, "One is longer.")


def test_a_bar_has_its_name_its_value_in_words_and_its_length():
    both = bars(Bar("all", "healthy", 1, words="100 %"), Bar("half", "broken", 0.5))
    drawn = ascii(both, 40, 2).splitlines()
    assert drawn[0].startswith("all  100 % |###")
    assert drawn[1].startswith("half   0.5 |###")
    assert drawn[0].count("#") == 27
    assert drawn[1].count("#") == 13


def test_whiskers_reach_from_low_to_high():
    drawn = ascii(bars(Bar("she", "broken", 0.5, 0.25, 0.75)), 40, 2).splitlines()[0]
    assert drawn.index("[") < drawn.index("+") < drawn.index("]")
    assert "├" in draw(bars(Bar("she", "broken", 0.5, 0.25, 0.75)), 40, 2).text()


def test_the_yardstick_is_a_line_through_the_bars_with_its_words_below():
    both = bars(Bar("all", "healthy", 1, words="100 %"), Bar("half", "broken", 0.5, words="50 %"))
    both = replace(both, yardstick=Bar("always the commonest", "axis", 0.47, words="47 %"))
    first, second, *_, last = ascii(both, 40, 5).splitlines()
    assert first.index(":") == second.index(":")
    assert last == ": always the commonest: 47 %"
    assert draw(both, 40, 5).text().count("┊") == 3
    assert draw(both, 40, 2).text().count("┊") == 2
    unknown = replace(both, yardstick=Bar("always the commonest", "axis", math.nan))
    assert "┊" not in "".join(draw(unknown, 40, 4).text().splitlines()[:2])


def test_a_negative_bar_ends_at_zero():
    both = bars(Bar("a", "healthy", -1), Bar("b", "broken", 1), axis=Axis("", -1, 1))
    low, high = ascii(both, 41, 2).splitlines()
    assert abs(low.rindex("#") - high.index("#")) <= 1


def test_a_bar_beyond_its_axis_ends_in_an_arrow():
    assert draw(bars(Bar("off", "healthy", 9)), 40, 2).text().endswith("▶")
    assert ascii(bars(Bar("off", "healthy", 9)), 40, 2).endswith(">")


def test_a_value_that_is_no_number_has_no_bar_and_is_said():
    drawn = ascii(bars(Bar("lost", "broken", math.nan)), 40, 1)
    assert "NaN" in drawn
    assert "#" not in drawn


def test_zero_has_no_bar_and_the_least_bit_has_one():
    zero, little = draw(bars(Bar("a", "healthy", 0), Bar("b", "healthy", 1e-9)), 40, 2).text().splitlines()
    assert zero.endswith("│")
    assert little.endswith("▏")


def test_what_the_learner_said_is_a_line_through_the_bars():
    said = Bar("you said", "ideal", 0.5)
    first, second = draw(bars(Bar("all", "healthy", 1), said), 40, 2).rows
    at = [column for column, cell in enumerate(first) if cell == ("│", "ideal")]
    assert len(at) == 1
    assert second[at[0]] == ("│", "ideal")
    assert {sign for sign, _ in second[at[0] + 1 :]} == {" "}


EDGES = (-1.0, -0.5, 0.0, 0.0, 0.5, 1.0)
HIDDEN = Histogram(
    "Hidden numbers",
    EDGES,
    {"GELU": (30, 80, 0, 60, 30), "ReLU": (0, 0, 120, 50, 30)},
    {"GELU": "healthy", "ReLU": "broken"},
    "ReLU has no negative numbers.",
)


def test_each_bin_is_named_by_its_edges_and_each_series_has_a_column():
    lines = draw(HIDDEN, 76, 12).text().splitlines()
    assert lines[0] == "Hidden numbers"
    assert lines[1].split() == ["GELU", "ReLU"]
    assert lines[2].startswith("  -1 … -0.5  █")
    assert [line.split()[-1] for line in lines[2:]] == ["·", "·", "120", "50", "30"]
    for height in (12, 6):  # exact zeros have a bin of their own
        assert any(line.strip().startswith("= 0") for line in ascii(HIDDEN, 76, height).splitlines())


def test_the_names_of_all_bins_end_in_one_column():
    assert edge_words([-1, 0, 0, 1], [(0, 1), (1, 2), (2, 3)], True) == ["-1 … 0", "   = 0", " 0 … 1"]


def test_all_series_share_one_scale():
    rows = draw(HIDDEN, 76, 12).rows
    healthy, broken = ([row.count(("█", role)) for row in rows] for role in ("healthy", "broken"))
    assert max(broken) == round(max(healthy) * 120 / 80)
    assert healthy[-1] == broken[-1]


def test_more_bins_than_rows_are_counted_together():
    many = Histogram("", tuple(range(31)), {"all": (1,) * 30}, {}, "Even.")
    counts = [int(line.split()[-1]) for line in ascii(many, 60, 11).splitlines()[1:]]
    assert len(counts) == 10
    assert sum(counts) == 30
