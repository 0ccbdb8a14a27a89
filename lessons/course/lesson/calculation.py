"""A worked calculation as it ran: its lines, and the values that are asked of it or shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Line:
    """One line of a calculation: its source, and what it gave, if it was numbers."""

    source: str  # as the author wrote it, with the comments above it
    name: str  # of what it gave; nothing for a call
    shape: tuple[int, ...] | None = None
    values: Any = None  # nested tuples, or one number


@dataclass(frozen=True)
class Value:
    """The numbers of an expression, row after row, and the line, counted from 0, after which it first has them."""

    line: int
    shape: tuple[int, ...]
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class Calculation:
    """A calculation's lines, and what is asked of it or shown, by their expressions."""

    lines: tuple[Line, ...]
    values: Mapping[str, Value]
