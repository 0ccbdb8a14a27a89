"""The shape that a page gives a matrix of its network is the one that the matrix has."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from lessons.check.numbers.own_numbers import Own
from lessons.check.numbers.sections import Section

Shape = tuple[int, ...]
BETWEEN = "now|has|have|is|of|the|shape|ahora|tiene|es|de|la|forma|dimensiones"
# `W1` has shape (16, 23), `W1` is (16, 23), `W1` (16, 23): and nothing else between the two.
GIVEN = re.compile(
    rf"`([A-Za-z]\w*(?:\.\w+)?)`,?\*{{0,2}}(?: (?:{BETWEEN})){{0,4}}:? \*{{0,2}}`?\((\d+(?:, ?\d+)*),?\)"
)


def wrong_shapes(section: Section, own: Own) -> Iterator[tuple[int, int, str]]:
    """Where a shape is given for a matrix which has another one, and which it has."""
    for given in GIVEN.finditer(section.page.source):
        shape = tuple(int(size) for size in given[2].split(","))
        known = shapes_of(given[1], section, own)
        if known and shape not in known:
            start, end = (bisect_left(section.page.places, place) for place in given.span())
            yield start, end, f"{given[1]} is {' or '.join(map(str, sorted(known)))} in this lesson."


def shapes_of(name: str, section: Section, own: Own) -> set[Shape]:
    """The shapes of the matrices of a name: in a section about a review, of the review's own if it has any."""
    lesson, *reviews = (numbers.shapes.get(name, set()) for numbers in own.of(section.review))
    if section.review and any(reviews):
        return set().union(*reviews)
    return lesson.union(*reviews)
