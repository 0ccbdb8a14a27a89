"""Curves and bars as a grid of cells, drawn by plotext. Numbers in, a frozen Picture out; no widget, no colour.

Each cell carries a character and the name of what drew it, so that whoever shows it picks the colours. Every curve
also has its own mark, because colour alone must never carry the meaning.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Cell = tuple[str, str]
Row = tuple[Cell, ...]

ROLES = {1: "healthy", 2: "broken", 3: "band", 4: "mark"}
COLOURS = re.compile(r"\x1b\[([0-9;]*)m")
ASCII = str.maketrans("┌┐└┘─│┤├┬┴┼█", "++++-|+++++#")


@dataclass(frozen=True)
class Curve:
    """One line on the plot. `role` names its colour and its mark."""

    role: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Axes:
    """Fixed before the run: what the plot spans, and where its ticks stand."""

    x: tuple[float, float]
    y: tuple[float, float]
    log: bool = False
    x_ticks: tuple[float, ...] = ()
    y_ticks: tuple[float, ...] = ()

    def height(self, y: float) -> float:
        """Where a value stands on the plot: held within the axes, on a log scale where there is one."""
        y = min(max(y, self.y[0]), self.y[1])
        return math.log10(y) if self.log else y


@dataclass(frozen=True)
class Picture:
    """Rows of cells, all of the same length."""

    rows: tuple[Row, ...] = ()

    def text(self) -> str:
        """The picture without any colour."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


def loss_axes(steps: int) -> Axes:
    """x: the planned steps; y: from a little above ln 5 (guessing among five) down, on a log scale."""
    return Axes((0, steps), (0.005, 3.0), log=True, x_ticks=even(0, steps, 4), y_ticks=(0.01, 0.1, 1.0))


def share_axes(steps: int) -> Axes:
    """x: the planned steps; y: a share from 0 to 1."""
    return Axes((0, steps), (0.0, 1.0), x_ticks=even(0, steps, 4), y_ticks=(0.0, 0.25, 0.5, 0.75, 1.0))


def even(low: float, high: float, parts: int) -> tuple[float, ...]:
    """Ticks at even distances, both ends among them."""
    return tuple(round(low + (high - low) * part / parts) for part in range(parts + 1))


def draw_curves(
    curves: Sequence[Curve], axes: Axes, width: int, height: int, unicode: bool = True
) -> Picture:
    """Curves on fixed axes. A value that is not a number is left out, and said in words at the curve's end."""
    figure = blank_figure(axes, width, height)
    for curve in curves:
        for signal in drawn(figure, curve, axes, unicode, width):
            figure.draw(signal)
    return cells(figure.build().string(), unicode)


def blank_figure(axes: Axes, width: int, height: int) -> Any:
    """plotext's figure, cleared, with our axes. plotext keeps a single one, so only the event loop may draw."""
    import plotext

    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(width, height)
    across, up = figure.ruler("x", "lower"), figure.ruler("y", "left")
    across.lim(*axes.x).ticks(list(axes.x_ticks), [f"{tick:g}" for tick in axes.x_ticks])
    up.lim(*map(axes.height, axes.y))
    up.ticks(list(map(axes.height, axes.y_ticks)), [f"{tick:g}" for tick in axes.y_ticks])
    return figure


def drawn(figure: Any, curve: Curve, axes: Axes, unicode: bool, width: int) -> list[Any]:
    """The signals of one curve: a braille line for the healthy one, crosses for the broken one, words where it left."""
    finite = [(x, axes.height(y)) for x, y in zip(curve.x, curve.y, strict=True) if math.isfinite(y)]
    points = finite[:: max(1, len(finite) // (2 * width))] + finite[-1:]  # as many as there are dots across
    signals = []
    if points:
        if curve.role == "broken":
            points = one_a_column(points, axes, width)
        signal = figure.signal(*map(list, zip(*points, strict=True)), marker=mark(curve.role, unicode))
        signals.append(signal.lines(curve.role != "broken" and len(points) > 1))
    lost = next(((x, y) for x, y in zip(curve.x, curve.y, strict=True) if not math.isfinite(y)), None)
    if lost:
        word = "NaN" if math.isnan(lost[1]) else "inf"
        signals.append(figure.text(lost[0], axes.height(axes.y[1]), coloured(f"{word} ", curve.role)))
    return signals


def one_a_column(points: list[tuple[float, float]], axes: Axes, width: int) -> list[tuple[float, float]]:
    """Every second column gets one mark, so that a row of crosses stays a row of crosses."""
    span = (axes.x[1] - axes.x[0]) or 1
    kept: dict[int, tuple[float, float]] = {}
    for x, y in points:
        kept.setdefault(int((x - axes.x[0]) / span * (width - 8) / 2), (x, y))
    return list(kept.values())


def mark(role: str, unicode: bool) -> Any:
    import plotext

    symbols = {"healthy": "braille" if unicode else "*", "broken": "×" if unicode else "x"}
    return plotext.marker(symbols.get(role, "·" if unicode else "."), plotext.pixel(foreground=colour(role)))


def coloured(text: str, role: str) -> Any:
    import plotext

    return plotext.colorize(text).fill(plotext.pixel(foreground=colour(role)))


def colour(role: str) -> int:
    """A palette number that stands for the role on its way through plotext."""
    return next((number for number, name in ROLES.items() if name == role), 4)


def cells(drawing: str, unicode: bool = True) -> Picture:
    """plotext's coloured text as rows of cells. The colour is read back as the role that it stood for."""
    if not unicode:
        drawing = drawing.translate(ASCII)
    rows = []
    role = ""
    for line in drawing.rstrip("\n").split("\n"):
        row: list[Cell] = []
        place = 0
        for code in COLOURS.finditer(line):
            row.extend((character, role) for character in line[place : code.start()])
            role = role_of(code[1], role)
            place = code.end()
        row.extend((character, role) for character in line[place:])
        rows.append(tuple(row))
    width = max(map(len, rows), default=0)
    return Picture(tuple(row + ((" ", ""),) * (width - len(row)) for row in rows))


def role_of(code: str, role: str) -> str:
    """The role after one colour code: `38;5;N` names one, `0` ends it."""
    if code in ("", "0"):
        return ""
    found = re.search(r"38;5;(\d+)", code) or re.fullmatch(r"3([0-7])", code)
    return ROLES.get(int(found[1]), "") if found else role


def changed_spans(old: Picture, new: Picture) -> list[tuple[int, int, int]]:
    """(row, first column, length) of each run of cells that differ: what must be sent, and nothing else."""
    spans: list[tuple[int, int, int]] = []
    for number, (before, after) in enumerate(zip(old.rows, new.rows, strict=False)):
        different = [
            column for column, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]
        ]
        for column in different:
            if spans and spans[-1][0] == number and column <= spans[-1][1] + spans[-1][2] + 3:
                spans[-1] = (number, spans[-1][1], column - spans[-1][1] + 1)
            else:
                spans.append((number, column, 1))
    return spans
