"""Whatever the numbers are, and however much room there is: a drawing is whole, or it is empty; it never fails."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Picture
from tutor.plots import ascii, draw
from tutor.reports.pages import svg

SAYS = "What <it> says & means."
numbers = some.floats(allow_nan=True, allow_infinity=True)
names = some.text(max_size=12) | some.sampled_from(["healthy", "pérdida", "W₁ → ∇", "会", "e\u0301", "\x00", ""])
roles = some.sampled_from(["healthy", "broken", "arm-1", "arm-3", "arm-4", "mark", "ideal", "", "nobody"])
widths, heights = some.integers(1, 200), some.integers(1, 60)


states = some.sampled_from([HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, "unheard of"])
PLAIN = {str: names, float: numbers, bool: some.booleans(), int: some.integers(0, 30), type(None): some.none()}
OWN = {  # by the name of the field
    "says": some.just(SAYS),
    "role": roles,
    "roles": some.just({"healthy": "healthy"}),
    "cells": some.lists(some.lists(states, max_size=4).map(tuple), max_size=25).map(tuple),
}


def anything(kind: Any, field: str = "") -> some.SearchStrategy:
    inner = get_args(kind)
    if field in OWN or kind in PLAIN:
        return OWN[field] if field in OWN else PLAIN[kind]
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return some.builds(kind, **{each.name: anything(hints[each.name], each.name) for each in fields(kind)})
    if get_origin(kind) is tuple and inner[-1] is ...:
        return some.lists(anything(inner[0]), max_size=6).map(tuple)
    if get_origin(kind) is tuple:
        return some.tuples(*map(anything, inner))
    if get_origin(kind) is Mapping:
        return some.dictionaries(*map(anything, inner), max_size=4)
    return some.one_of(*map(anything, inner))


PICTURES = {kind: anything(kind) for kind in get_args(Picture)}
pictures = some.one_of(*PICTURES.values())


@given(pictures, widths, heights, some.booleans())
def test_every_row_is_as_wide_as_the_room_there_is(picture, width, height, unicode):
    grid = draw(picture, width, height, unicode)
    assert len(grid.rows) <= height
    assert {len(row) for row in grid.rows} <= {width}
    assert all(len(character) == 1 and character.isprintable() for row in grid.rows for character, _ in row)


@given(pictures, widths, heights)
def test_where_there_is_only_ascii_a_drawing_is_ascii(picture, width, height):
    drawn = ascii(picture, width, height)
    assert drawn.isascii()
    assert drawn.replace("\n", "").isprintable()


@given(pictures)
def test_an_svg_is_xml_and_says_what_it_shows(picture):
    root = ElementTree.fromstring(svg(picture))
    assert root.findtext("{*}desc") == SAYS
