"""Scatters as cells: each name at its place; where names would cover each other, a dot."""

import math

from lessons.pictures import Axis, Point, Scatter
from tutor.plots import ascii, draw

X, Y = Axis("first direction", -2, 2), Axis("second direction", -2, 2)


def scatter(*points: Point) -> Scatter:
    return Scatter("The verbs", points, X, Y, "Two groups.")


def test_a_name_stands_at_its_place() -> None:
    lines = draw(scatter(Point("go", -1.9, 1.9), Point("walk", 0, 0)), 60, 16).text().splitlines()
    assert lines[2][3:8].strip() == "go"
    assert any(28 <= line.find("walk") <= 34 for line in lines[6:10])


def test_names_that_would_cover_each_other_stand_near_their_dot() -> None:
    names = ("first", "second", "third", "fourth")
    crowd = scatter(*(Point(name, 0, 0.01 * n) for n, name in enumerate(names)))
    assert all(name in ascii(crowd, 60, 16) for name in names)


def test_names_at_the_edge_of_the_plane_are_whole() -> None:
    names = ("abcdefgh", "ijklmnop", "qrstuvwx")
    drawn = draw(scatter(*(Point(name, 2 - n / 10, 0) for n, name in enumerate(names))), 60, 16).text()
    assert all(name in drawn for name in names)


def test_where_no_name_has_room_only_its_dot_is_left() -> None:
    drawn = draw(scatter(*(Point("x" * 39, n / 9 - 1, 0) for n in range(19))), 60, 16).text()
    assert drawn.count("x" * 39) < 19
    assert "●" in drawn


def test_dots_of_two_roles_differ_and_no_word_hides_one() -> None:
    crowd = [Point("x" * 40, n / 5 - 0.8, 0, f"arm-{1 + n % 2}") for n in range(9)]
    drawn = [
        character
        for row in draw(scatter(*crowd), 60, 16).rows[2:]
        for character, role in row
        if role != "axis"
    ]
    assert drawn.count("●") == 5
    assert drawn.count("×") == 4


def test_names_do_not_run_into_each_other() -> None:
    words = [Point(f"w{n}", (n % 7) / 2 - 1.5, (n // 7) / 2 - 1) for n in range(35)]
    drawn = draw(scatter(*words), 60, 16).text()
    assert not any(part.count("w") > 1 for part in drawn.split())


def test_what_lies_outside_is_an_arrow_at_the_edge() -> None:
    drawn = draw(scatter(Point("far", 9, 0)), 60, 16).text()
    assert "▶" in drawn
    assert "far" not in drawn


def test_a_name_without_a_place_is_said() -> None:
    assert "NaN: lost" in draw(scatter(Point("lost", math.nan, 0), Point("go", 0, 0)), 60, 16).text()
