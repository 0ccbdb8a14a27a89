"""Seeing that lines have only moved, so that the terminal can move them itself."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tutor.tui.terminal.cells import Cell

Row = Sequence[Cell]
FEWEST = 3  # lines with words that must have moved
MARGIN = 4  # columns at the right that need not have moved: a scroll bar


class Scroll(NamedTuple):
    """Lines from top to bottom move up by so many, or down where it is negative."""

    top: int
    bottom: int
    by: int


def scroll_between(shown: Sequence[Row], wanted: Sequence[Row]) -> Scroll | None:
    """How lines moved from what is shown to what is wanted; None where it would save nothing."""
    places: dict[tuple[Cell, ...], int] = {}
    for y, row in enumerate(shown):
        if has_words(row):
            places.setdefault(key_of(row), y)
    moved = [
        (y, places[key_of(row)])
        for y, row in enumerate(wanted)
        if has_words(row) and key_of(row) in places and key_of(shown[y]) != key_of(row)
    ]
    steps = Counter(before - y for y, before in moved)
    if not steps:
        return None
    by, count = steps.most_common(1)[0]
    if count < FEWEST:
        return None
    rows = [y for y, before in moved if before - y == by]
    top, bottom = min(rows[0], rows[0] + by), max(rows[-1], rows[-1] + by)
    return Scroll(top, bottom, by) if saves(shown, wanted, Scroll(top, bottom, by)) else None


def saves(shown: Sequence[Row], wanted: Sequence[Row], scroll: Scroll) -> bool:
    """Whether fewer lines differ after it than before."""
    after = moved_rows(list(shown), scroll, ())
    lines = range(scroll.top, scroll.bottom + 1)
    still = sum(differs(after[y], wanted[y]) for y in lines)
    return still + 1 < sum(differs(shown[y], wanted[y]) for y in lines)


def moved_rows(rows: list[Row], scroll: Scroll, incoming: Row) -> list[Row]:
    """The rows after a scroll, with an incoming row in each line that was emptied."""
    inside = rows[scroll.top : scroll.bottom + 1]
    count = min(abs(scroll.by), len(inside))
    empty: list[Row] = [incoming] * count
    moved = inside[count:] + empty if scroll.by > 0 else empty + inside[: len(inside) - count]
    return [*rows[: scroll.top], *moved, *rows[scroll.bottom + 1 :]]


def differs(shown: Row, wanted: Row) -> bool:
    return key_of(shown) != key_of(wanted)


def key_of(row: Row) -> tuple[Cell, ...]:
    return tuple(row[:-MARGIN])


def has_words(row: Row) -> bool:
    return any(text not in (" ", "") for text, _ in row[:-MARGIN])
