"""Whatever the numbers are, and however much room there is: a drawing is whole, or it is empty; it never fails."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.pictures import (
    HELD_OUT_RIGHT,
    HELD_OUT_WRONG,
    RIGHT,
    WRONG,
    Axis,
    Bar,
    Bars,
    Boundary,
    Curve,
    Curves,
    Grid,
    Histogram,
    Matrix,
    Picture,
    Point,
    Scatter,
)
from tutor.plots import ROLES, ascii, draw
from tutor.plots.sheet import Sheet
from tutor.plots.svg import svg

SAYS = "What <it> says & means."
numbers = some.floats(allow_nan=True, allow_infinity=True)
names = some.text(max_size=12) | some.sampled_from(
    ["healthy", "pérdida", "W₁ → ∇", "会", "e\u0301", "\x00", ""]
)
roles = some.sampled_from(["healthy", "broken", "arm-1", "arm-3", "arm-4", "mark", "ideal", "", "nobody"])
axes = some.builds(Axis, names, numbers, numbers, some.booleans())
widths, heights = some.integers(1, 200), some.integers(1, 60)


def rows(values: some.SearchStrategy, most: int = 12) -> some.SearchStrategy:
    return some.lists(values, max_size=most).map(tuple)


curves = some.builds(
    Curve, names, roles, rows(numbers), rows(numbers), rows(numbers), rows(numbers), rows(rows(numbers), 3)
)
bars = some.builds(Bar, names, roles, numbers, some.none() | numbers, some.none() | numbers, names)
states = some.sampled_from([RIGHT, WRONG, HELD_OUT_RIGHT, HELD_OUT_WRONG, "unheard of"])
counts = some.dictionaries(names, rows(some.integers(0, 10**9), 30), max_size=4)
PICTURES = {
    Curves: some.builds(Curves, names, rows(curves, 4), axes, axes, some.just(SAYS)),
    Bars: some.builds(Bars, names, rows(bars, 6), axes, some.just(SAYS)),
    Histogram: some.builds(
        Histogram, names, rows(numbers, 31), counts, some.just({"healthy": "healthy"}), some.just(SAYS)
    ),
    Matrix: some.builds(
        Matrix, names, rows(rows(numbers)), rows(names), rows(names), some.just(SAYS), some.booleans()
    ),
    Boundary: some.builds(
        Boundary,
        names,
        rows(rows(numbers)),
        rows(some.tuples(numbers, numbers, names), 5),
        axes,
        axes,
        some.just(SAYS),
    ),
    Grid: some.builds(
        Grid, names, rows(names, 25), rows(names, 4), rows(rows(states, 4), 25), some.just(SAYS)
    ),
    Scatter: some.builds(
        Scatter, names, rows(some.builds(Point, names, numbers, numbers, roles)), axes, axes, some.just(SAYS)
    ),
}
pictures = some.one_of(*PICTURES.values())


def test_there_are_numbers_for_every_picture() -> None:
    assert set(PICTURES) == set(Picture.__args__)


@given(pictures, widths, heights, some.booleans())
def test_every_row_is_as_wide_as_the_room_there_is(
    picture: Picture, width: int, height: int, unicode: bool
) -> None:
    grid = draw(picture, width, height, unicode)
    assert len(grid.rows) <= height
    assert {len(row) for row in grid.rows} <= {width}
    assert all(len(character) == 1 and character.isprintable() for row in grid.rows for character, _ in row)


@given(pictures, widths, heights)
def test_where_there_is_only_ascii_a_drawing_is_ascii(picture: Picture, width: int, height: int) -> None:
    drawn = ascii(picture, width, height)
    assert drawn.isascii()
    assert drawn.replace("\n", "").isprintable()


@given(pictures)
def test_an_svg_is_xml_and_says_what_it_shows(picture: Picture) -> None:
    root = ElementTree.fromstring(svg(picture))
    assert root.findtext("{*}desc") == SAYS


@given(some.one_of(PICTURES[Curves], PICTURES[Bars]), widths, heights, some.booleans())
def test_plotext_is_given_finite_places_on_its_plane_and_nothing_else(
    picture: Picture, width: int, height: int, unicode: bool
) -> None:
    given_to_it = []

    class Watched(Sheet):
        def draw(self, how: Callable[..., None], places: Any, role: str, marker: str) -> None:
            def noted(xs: Any, ys: Any, **look: Any) -> None:
                given_to_it.extend((x, end) for x in xs for end in [self.size[0]])
                given_to_it.extend((y, end) for y in ys for end in [self.size[1]])
                how(xs, ys, **look)

            super().draw(noted, places, role, marker)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tutor.plots.cells.plane.Sheet", Watched)
        patch.setattr("tutor.plots.cells.bars.Sheet", Watched)
        draw(picture, width, height, unicode)
    assert all(0 <= place <= end for place, end in given_to_it)  # NaN is not


@given(
    some.lists(some.none() | some.tuples(numbers, numbers), max_size=12),
    some.integers(1, 200),
    some.integers(1, 60),
    some.booleans(),
)
def test_a_sheet_stands_any_line(line: list[Any], columns: int, rows: int, unicode: bool) -> None:
    sheet = Sheet(columns, rows, unicode)
    sheet.line(line, "healthy", "*")
    sheet.ticks([(0, "0")], [(0, "0")])
    drawn = sheet.cells()
    assert len(drawn) == rows + 2
    assert {len(row) for row in drawn} == {columns + 2}


@given(pictures, widths, heights)
def test_roles_are_known_ones_and_those_of_the_picture(picture: Picture, width: int, height: int) -> None:
    known = {*ROLES, "", "nobody", "nobody-faint", "-faint", "mark-faint", "ideal-faint"}
    assert {role for row in draw(picture, width, height).rows for _, role in row} <= known


@given(
    some.sampled_from([Curves, Scatter]).flatmap(PICTURES.get), some.integers(40, 120), some.integers(8, 40)
)
def test_from_forty_by_eight_on_curves_and_scatters_fill_their_room(
    picture: Picture, width: int, height: int
) -> None:
    assert len(draw(picture, width, height).rows) == height
