"""Rows of one's own: columns to learn from and what is asked, a fifth of them held out, and what is odd about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, sqrt
from random import Random
from typing import Any

HELD_OUT = 5  # one row in so many
SAME = 0.9999  # correlation of a column that is the label
Reason = tuple[str, dict[str, Any]]  # which sentence says why something is left out, and its values


@dataclass(frozen=True)
class NumberColumn:
    """Numbers, one a row: of a column of the file, or of one of its words, 1 where it stands."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class OwnRows:
    """The rows of a file: columns to learn from, and what is asked: a class, or a number where there are no classes."""

    file: str
    columns: tuple[NumberColumn, ...]
    asked: NumberColumn
    classes: tuple[str, ...] = ()
    missing: tuple[int, int, str] = (0, 0, "")  # how many rows were left out; the first one's line and column
    left_out: tuple[Reason, ...] = ()  # of columns
    has_header: bool = True
    most: int | None = None  # rows that train; others that are not held out are left aside

    @cached_property
    def drawn(self) -> tuple[list[int], list[int]]:
        """Return the rows that train, and those held out: a fifth of all, by a draw that is always the same."""
        draw, count = Random(0), len(self.asked.values)  # its random() is the same in every Python
        order = [row for _, row in sorted((draw.random(), row) for row in range(count))]
        out = count // HELD_OUT
        return sorted(order[out:][: self.most]), sorted(order[:out])

    def parts(self, values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return what stands at the training rows, and what at the held-out ones."""
        train, out = self.drawn
        return [values[row] for row in train], [values[row] for row in out]

    @cached_property
    def scales(self) -> tuple[tuple[float, float], ...]:
        """Return the mean and the spread of the training rows: of each column, and last of what is asked."""
        return tuple(mean_and_spread(self.parts(each.values)[0]) for each in (*self.columns, self.asked))

    @cached_property
    def repeated(self) -> int:
        """Return how many held-out rows stand among the training rows, too, with their answer."""
        train, out = self.parts([*zip(*(each.values for each in (*self.columns, self.asked)), strict=True)])
        known = {*train}
        return len([row for row in out if row in known])

    @cached_property
    def telling(self) -> tuple[str, ...]:
        """Return the columns that alone say the label of every row."""
        return tuple(each.name for each in self.columns if self.tells(each.values))

    def tells(self, values: tuple[float, ...]) -> bool:
        asked = self.asked.values
        if not self.classes:
            return abs(correlation(values, asked)) >= SAME
        found = {*values}  # a number for each row says nothing of the next one
        return len(found) <= len(asked) // 2 and len({*zip(values, asked, strict=True)}) == len(found)


def mean_and_spread(values: Sequence[float]) -> tuple[float, float]:
    mean = fsum(values) / len(values)
    return mean, sqrt(fsum((value - mean) ** 2 for value in values) / len(values)) or 1.0


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    means = [fsum(each) / len(each) for each in (first, second)]
    apart = [[value - mean for value in each] for each, mean in zip((first, second), means, strict=True)]
    lengths = [sqrt(fsum(value * value for value in each)) for each in apart]
    together = fsum(one * other for one, other in zip(*apart, strict=True))
    return together / (lengths[0] * lengths[1]) if all(lengths) else 0.0
