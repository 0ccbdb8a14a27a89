"""Pictures as frozen numbers. Each says the same in a sentence, for whoever does not see it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Curve:
    """One line: `role` names its colour and its mark, `faint` is every single seed behind the middle one."""

    name: str
    role: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()  # the band over the seeds, where there is one
    high: tuple[float, ...] = ()
    faint: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class Axis:
    """What one axis spans, and what it is called."""

    name: str
    low: float
    high: float
    log: bool = False


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


@dataclass(frozen=True)
class Histogram:
    """How often values fall into each of the bins that all its series share. `edges` is one longer than counts."""

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


@dataclass(frozen=True)
class Boundary:
    """What one model says over a square: `shades[row][column]` is the share for class 1, the top row first."""

    title: str
    shades: tuple[tuple[float, ...], ...]
    points: tuple[tuple[float, float, str], ...]  # x, y and the digit that stands there
    x: Axis
    y: Axis
    says: str
    role: str = ""


RIGHT, WRONG, HELD_OUT_RIGHT, HELD_OUT_WRONG = "right", "wrong", "held-out-right", "held-out-wrong"


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


Picture = Curves | Bars | Histogram | Matrix | Boundary | Grid | Scatter
