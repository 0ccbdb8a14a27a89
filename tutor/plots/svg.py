"""Exports a picture as SVG: the terminal's own picture, cell for cell, by Rich."""

import io
import re
from html import escape
from itertools import groupby

from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from lessons.pictures import Picture
from progress.inert import inert
from tutor.plots.cells import draw
from tutor.plots.strokes import ROLES

COLUMNS, ROWS = 76, 20
# Legible on the white that each picture brings along. No two are told apart by their hue alone: see strokes.py.
BLUE, ORANGE, GREEN, GREY = "#1c6fbf", "#c05f00", "#1f8050", "#59626c"
COLOURS = {
    "healthy": BLUE, "broken": ORANGE, "arm-1": BLUE, "arm-2": ORANGE, "arm-3": GREEN, "arm-4": "#8a48b0",
    "arm-5": "#b83a75", "arm-6": "#7d6900", "shade": BLUE, "positive": BLUE, "negative": ORANGE, "right": GREEN,
    "wrong": ORANGE, "axis": GREY, "ideal": GREY, "mark": "#000000",
}  # fmt: skip
STYLES = {
    role: Style(
        color=COLOURS.get(role.removesuffix("-faint")), dim=role.endswith("-faint"), bold=role == "title"
    )
    for role in ROLES
}
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" \
viewBox="0 0 {width} {height}">
<style>{styles}</style><rect width="100%" height="100%" fill="#ffffff"/>
<g transform="translate(9, 24)" font-size="{char_height}" \
font-family="'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace">{matrix}</g>
</svg>"""
LEFT_OVER = re.compile(r' clip-path="[^"]*"|<text [^>]*>\n</text>')


def svg(picture: Picture) -> str:
    """Return a picture as one SVG on white, which also says in words what it shows."""
    console = Console(
        record=True, file=io.StringIO(), width=COLUMNS, color_system="truecolor", no_color=False, _environ={}
    )
    words = Text(no_wrap=True, overflow="ignore")
    for row in draw(picture, COLUMNS, ROWS).rows:
        for role, run in groupby(row, key=lambda cell: cell[1]):
            words.append("".join(sign for sign, _ in run), STYLES.get(role))
        words.append("\n")
    console.print(words)
    drawn = LEFT_OVER.sub("", console.export_svg(code_format=PAGE, theme=DEFAULT_TERMINAL_THEME))
    said = f"<title>{escape(inert(picture.title))}</title><desc>{escape(inert(picture.says))}</desc>"
    return drawn.replace("<style>", f"{said}<style>", 1)
