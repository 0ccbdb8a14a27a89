"""Pictures as frozen numbers, and their axes. Each says the same in a sentence, for whoever does not see it."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

RIGHT, WRONG, HELD_OUT_RIGHT, HELD_OUT_WRONG = "right", "wrong", "held-out-right", "held-out-wrong"
FRAMES = 12  # in about a second

DECADE = 10
HIGHEST_LOSS = 1e4  # of an axis: what diverges leaves it


@dataclass(frozen=True)
class Curve:
    """One line: `role` names its colour and its mark, `faint` is every single seed behind the median."""

    name: str
    role: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()  # the band over the seeds, where there is one
    high: tuple[float, ...] = ()
    faint: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class Axis:
    """An axis: its name, and from where to where it goes."""

    name: str
    low: float
    high: float
    log: bool = False


@dataclass(frozen=True)
class Bet:
    """A prediction in the chart that shows it: spans of one axis, or which arm ends low and which high."""

    words: str
    spans: tuple[tuple[float, float], ...] = ()  # of one number both ends are the same
    low: str = ""  # the role of an arm
    high: str = ""
    is_across: bool = False  # of steps, along the lower axis


@dataclass(frozen=True)
class Curves:
    """Lines over steps, over a setting, or over the input of a function."""

    title: str
    curves: tuple[Curve, ...]
    x: Axis
    y: Axis
    says: str
    height: int = 0  # rows that it takes among words, where it needs less than any picture
    at: float | None = None  # the x that is looked at
    bets: tuple[Bet, ...] = ()


@dataclass(frozen=True)
class Bar:
    """A value with its name, and how far nine in ten seeds lie around it."""

    name: str
    role: str
    value: float
    low: float | None = None
    high: float | None = None
    words: str = ""  # the value as people say it


@dataclass(frozen=True)
class Bars:
    """Values beside each other."""

    title: str
    bars: tuple[Bar, ...]
    axis: Axis
    says: str
    yardstick: Bar | None = None  # what always giving the commonest answer gets, of an accuracy


@dataclass(frozen=True)
class Histogram:
    """Counts of values in bins that all series share. `edges` is one longer than counts."""

    title: str
    edges: tuple[float, ...]
    counts: Mapping[str, tuple[int, ...]]  # name → a count for each bin
    roles: Mapping[str, str]
    says: str


@dataclass(frozen=True)
class Matrix:
    """Numbers in rows and columns, shaded by their size and sign; `numbers`: they are written, too."""

    title: str
    values: tuple[tuple[float, ...], ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    says: str
    numbers: bool = False
    full: float = 0.0  # the number of a full shade; 0: the largest that there is


@dataclass(frozen=True)
class Arrows:
    """Words below each other, and behind each what it looks at, the most first."""

    title: str
    words: tuple[str, ...]
    arrows: tuple[tuple[str, ...], ...]
    says: str


@dataclass(frozen=True)
class Boundary:
    """One model's answers over a square: `shades[row][column]` is the share for class 1, the top row first."""

    title: str
    shades: tuple[tuple[float, ...], ...]
    points: tuple[tuple[float, float, str], ...]  # x, y and the number of its class
    x: Axis
    y: Axis
    says: str
    role: str = ""
    classes: tuple[str, str] = ("0", "1")  # what they are called
    units: tuple[tuple[float, float, float], ...] = ()  # a, b and c of each hidden unit's own line: ax + by + c = 0
    units_name: str = ""
    is_layered: bool = False  # with those lines
    short: str = ""  # its title where there is less room


@dataclass(frozen=True)
class Grid:
    """Every row of a task that is a grid, right or wrong, trained on or held out."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    says: str
    role: str = ""
    groups: tuple[tuple[str, int], ...] = ()  # rows that belong together: a name, and how many they are
    held_out: str = ""  # the word for cells that were held out


def cell_counts(states: Collection[str]) -> dict[str, int]:
    """Count the cells of a grid that are right, of how many; and of those that were held out."""
    found = Counter(states)
    right_out = found[HELD_OUT_RIGHT]
    count_out = right_out + found[HELD_OUT_WRONG]
    return {"right": found[RIGHT] + right_out, "count": len(states), "right_out": right_out, "count_out": count_out}


@dataclass(frozen=True)
class Point:
    """A named place."""

    name: str
    x: float
    y: float
    role: str = ""


@dataclass(frozen=True)
class Scatter:
    """Named places in a plane."""

    title: str
    points: tuple[Point, ...]
    x: Axis
    y: Axis
    says: str


Picture = Curves | Bars | Histogram | Matrix | Arrows | Boundary | Grid | Scatter


def unfolding(pictures: Sequence[Picture], frames: int = FRAMES) -> Iterator[tuple[Picture, ...]]:
    """Draw the last line of curves from its first step to its last, and fill grids row by row."""
    for number in range(1, frames):
        yield tuple(part_of(picture, number / frames) for picture in pictures)
    yield tuple(pictures)


def part_of(picture: Picture, share: float) -> Picture:
    if isinstance(picture, Curves) and picture.curves:
        *others, last = picture.curves
        count = max(1, math.ceil(share * len(last.x)))
        return replace(picture, curves=(*others, replace(last, x=last.x[:count], y=last.y[:count])))
    if isinstance(picture, Grid):
        count = math.floor(share * len(picture.cells))
        empty = ("",) * len(picture.columns)
        filled = (row if number < count else empty for number, row in enumerate(picture.cells))
        return replace(picture, cells=tuple(filled))
    return picture


def finite(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None and math.isfinite(value)]


def loss_axis(name: str, values: Iterable[float]) -> Axis:
    """Span the losses, from a whole power of ten on: the axis of a run that goes on only grows, by decades."""
    reached = [value for value in finite(values) if value > 0] or [1.0]
    least = min(reached)
    high = rounded(min(max(reached), max(HIGHEST_LOSS, least)))
    return Axis(name, 10.0 ** math.floor(math.log10(least / 2)), high, log=True)


def value_axis(name: str, values: Iterable[float | None], share: bool = False, zero: bool = True) -> Axis:
    """Span all of a share, and what is below 0; of a number its values, and 0 where it is drawn from there."""
    found = finite(values) + [0.0] * zero
    if share or (zero and not any(found)):
        return Axis(name, min([0.0, *found]), 1.0)
    return Axis(name, min(found, default=0.0), max(found, default=1.0))


def span_axis(name: str, values: Iterable[float | None], factor: float = DECADE) -> Axis:
    """Span the values; logarithmic where they are above zero and the highest is so many times the lowest."""
    found = finite(values)
    if found and min(found) > 0 and max(found) >= factor * min(found):
        return Axis(name, min(found), max(found), log=True)
    return value_axis(name, found, zero=False)


def rounded(value: float) -> float:
    """Return the next of 1, 2, 5, 10, 20, 50, ... and their parts, from the value up."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step for step in (times * power for times in (1, 2, 5, 10)) if step >= value * (1 - 1e-9))
