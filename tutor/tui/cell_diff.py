"""Sending only the cells that differ from what the terminal already shows.

Textual 8.2 sends every line that changed from its widget's left edge, and all colours of every piece of it. Here each
cell is remembered as it was sent, and colours are sent where they change. Measured by `tests/benchmarks/app_manners.py
bytes`: 0.7 kB/s with it, 2.8 kB/s without.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual.strip import Strip

from tutor.tui.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate, colours_of

SgrState = tuple[str, str, str, str]  # attributes, foreground and background as codes; and a link
Cell = tuple[str, SgrState]

PLAIN: SgrState = ("", "39", "49", "")
UNKNOWN: Cell = ("", ("?", "", "", ""))
NEAR = 4  # cells: across so few, writing what stands there already is no longer than a jump


class TerminalState:
    """What stands on the terminal, cell by cell."""

    def __init__(self) -> None:
        self.rows: dict[int, list[Cell]] = {}

    def minimal_update(self, update: Any) -> Any:
        """Give the same update in fewer bytes. What is not known here goes as it is, and ends what is known."""
        if ChopsUpdate is None:
            return update
        if isinstance(update, ChopsUpdate):
            return ChangedCells(update, self)
        if isinstance(update, LayoutUpdate):
            return WholeScreen(update, self)
        if update is not None:
            self.rows.clear()
        return update


class WholeScreen(CompositorUpdate):
    """Every line, whatever was there."""

    def __init__(self, update: LayoutUpdate, shown: TerminalState) -> None:
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

    def __init__(self, update: ChopsUpdate, shown: TerminalState) -> None:
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
        self.state = PLAIN

    def write(self, x: int, y: int, row: Iterable[Cell]) -> None:
        self.parts.append(f"\x1b[{y + 1};{x + 1}H")
        for text, state in row:
            if state is not self.state and state != self.state:
                self.parts.append(change(self.state, state))
                self.state = state
            self.parts.append(text)

    def end(self) -> str:
        if self.state != PLAIN:
            self.parts.append(change(self.state, PLAIN))
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
        state = state_of(style, system) if style else PLAIN
        width = cell_len(text)
        if width == len(text):
            row += [(character, state) for character in text]
        else:
            row += [(text, state), *([("", state)] * (width - 1))]
    return row


@lru_cache(4096)
def state_of(style: Style, system: ColorSystem) -> SgrState:
    attributes = Strip.render_ansi(style.without_color, system)
    return attributes, codes(style.color, system, True), codes(style.bgcolor, system, False), style.link or ""


def codes(colour: Color | None, system: ColorSystem, foreground: bool) -> str:
    if colour is None:
        return "39" if foreground else "49"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


@lru_cache(4096)
def change(old: SgrState, new: SgrState) -> str:
    """From one state to another: only what differs; attributes can only be ended all at once."""
    if new == PLAIN:
        wanted = [""]
    elif old[0] != new[0] and old[0]:
        wanted = ["0", *(code for code, none in zip(new[:3], PLAIN[:3], strict=True) if code != none)]
    else:
        wanted = [code for code, before in zip(new[:3], old[:3], strict=True) if code != before]
    link = f"\x1b]8;;{new[3]}\x1b\\" if new[3] != old[3] else ""
    return (f"\x1b[{';'.join(wanted)}m" if wanted else "") + link
