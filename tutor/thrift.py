"""Fewer bytes on the line: of each update only the cells that differ from what the terminal already shows.

Textual 8.2 sends every line that changed from its widget's left edge, and all colours of every piece of it. Here each
cell is remembered as it was sent, and colours are sent where they change.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

Pen = tuple[str, str, str, str]  # attributes, foreground and background as codes; and a link
Cell = tuple[str, Pen]

NO_PEN: Pen = ("", "39", "49", "")
UNKNOWN: Cell = ("", ("?", "", "", ""))
NEAR = 4  # cells: across so few, writing what stands there already is no longer than a jump


class Shown:
    """What stands on the terminal, cell by cell."""

    def __init__(self) -> None:
        self.rows: dict[int, list[Cell]] = {}

    def thrifty(self, update: Any) -> Any:
        """The same update in fewer bytes. What is not known here goes as it is, and ends what is known."""
        if isinstance(update, ChopsUpdate):
            return ChangedCells(update, self)
        if isinstance(update, LayoutUpdate):
            return WholeScreen(update, self)
        if update is not None:
            self.rows.clear()
        return update


class WholeScreen(CompositorUpdate):
    """Every line, whatever was there."""

    def __init__(self, update: LayoutUpdate, shown: Shown) -> None:
        self.update, self.shown = update, shown

    def render_segments(self, console: Console) -> str:
        writer, system = Writer(), colours_of(console)
        self.shown.rows.clear()
        for y, strips in enumerate(self.update.strips, self.update.region.y):
            row = [cell for strip in strips for cell in cells(strip, system)]
            x = self.update.region.x
            self.shown.rows[y] = [UNKNOWN] * x + row
            writer.write(x, y, row)
        return writer.end()


class ChangedCells(CompositorUpdate):
    """Of the spans that a partial update asks for, the cells that differ."""

    def __init__(self, update: ChopsUpdate, shown: Shown) -> None:
        self.update, self.shown = update, shown

    def render_segments(self, console: Console) -> str:
        writer, system = Writer(), colours_of(console)
        for y, left, right in self.update.spans:
            ends = self.update.chop_ends[y]
            for end, (x, strip) in zip(ends, self.update.chops[y].items(), strict=False):
                if strip is not None and x < right and end > left:
                    start = max(x, left)
                    self.send(writer, start, y, cells(strip.crop(start - x, min(end, right) - x), system))
        return writer.end()

    def send(self, writer: "Writer", x: int, y: int, new: list[Cell]) -> None:
        row = self.shown.rows.setdefault(y, [])
        row.extend([UNKNOWN] * (x + len(new) - len(row)))
        for first, last in differing(row[x : x + len(new)], new):
            writer.write(x + first, y, new[first:last])
        row[x : x + len(new)] = new


class Writer:
    """Puts cells together as the shortest text that a terminal needs for them."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.pen = NO_PEN

    def write(self, x: int, y: int, row: Iterable[Cell]) -> None:
        self.parts.append(f"\x1b[{y + 1};{x + 1}H")
        for text, pen in row:
            if pen is not self.pen and pen != self.pen:
                self.parts.append(change(self.pen, pen))
                self.pen = pen
            self.parts.append(text)

    def end(self) -> str:
        if self.pen != NO_PEN:
            self.parts.append(change(self.pen, NO_PEN))
        return "".join(self.parts)


def differing(old: list[Cell], new: list[Cell]) -> list[tuple[int, int]]:
    """From where to where the cells differ; runs that are near each other are one."""
    found: list[tuple[int, int]] = []
    for place, cell in enumerate(new):
        if cell == old[place]:
            continue
        first = place
        while first and not new[first][0]:  # the later half of something wide: from its beginning
            first -= 1
        if found and first <= found[-1][1] + NEAR:
            found[-1] = (found[-1][0], place + 1)
        else:
            found.append((first, place + 1))
    return found


def cells(strip: Strip, system: ColorSystem) -> list[Cell]:
    """One cell a column. Text with wide characters is a single cell, and empty ones for the rest of its columns."""
    row: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        pen = pen_of(style, system) if style else NO_PEN
        width = cell_len(text)
        if width == len(text):
            row += [(character, pen) for character in text]
        else:
            row += [(text, pen), *([("", pen)] * (width - 1))]
    return row


@lru_cache(4096)
def pen_of(style: Style, system: ColorSystem) -> Pen:
    attributes = Strip.render_ansi(style.without_color, system)
    return attributes, codes(style.color, system, True), codes(style.bgcolor, system, False), style.link or ""


def codes(colour: Color | None, system: ColorSystem, foreground: bool) -> str:
    if colour is None:
        return "39" if foreground else "49"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


@lru_cache(4096)
def change(old: Pen, new: Pen) -> str:
    """From one pen to another: only what differs; attributes can only be ended all at once."""
    if new == NO_PEN:
        wanted = [""]
    elif old[0] != new[0] and old[0]:
        wanted = ["0", *(code for code, none in zip(new[:3], NO_PEN[:3], strict=True) if code != none)]
    else:
        wanted = [code for code, before in zip(new[:3], old[:3], strict=True) if code != before]
    link = f"\x1b]8;;{new[3]}\x1b\\" if new[3] != old[3] else ""
    return (f"\x1b[{';'.join(wanted)}m" if wanted else "") + link


def colours_of(console: Console) -> ColorSystem:
    return console._color_system or ColorSystem.TRUECOLOR
