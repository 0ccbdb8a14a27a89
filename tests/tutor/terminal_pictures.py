"""The screen of a terminal as an SVG picture, in the palette of a PC's console: what a person there would see."""

from html import escape

import pyte

PALETTE = {
    "black": "000000", "red": "aa0000", "green": "00aa00", "brown": "aa5500", "blue": "0000aa",
    "magenta": "aa00aa", "cyan": "00aaaa", "white": "aaaaaa", "brightblack": "555555", "brightred": "ff5555",
    "brightgreen": "55ff55", "brightbrown": "ffff55", "brightyellow": "ffff55", "brightblue": "5555ff",
    "brightmagenta": "ff55ff", "bfightmagenta": "ff55ff", "brightcyan": "55ffff", "brightwhite": "ffffff",
}  # fmt: skip
WIDE, HIGH = 9, 18
INK, GROUND = "white", "black"  # of a terminal that is told no colour


def svg_of(screen: pyte.Screen) -> str:
    """A picture of everything on the screen."""
    width, height = WIDE * screen.columns, HIGH * screen.lines
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="15" '
        f'font-family="DejaVu Sans Mono, monospace"><rect width="100%" height="100%" fill="{colour(GROUND)}"/>'
    ]
    for y in range(screen.lines):
        for x in range(screen.columns):
            parts += cell_of(screen.buffer[y][x], x * WIDE, y * HIGH)
    return "\n".join([*parts, "</svg>"])


def cell_of(cell: pyte.screens.Char, x: int, y: int) -> list[str]:
    ink = colour(INK if cell.fg == "default" else cell.fg)
    ground = colour(GROUND if cell.bg == "default" else cell.bg)
    if cell.reverse:
        ink, ground = ground, ink
    parts = []
    if ground != colour(GROUND):
        parts.append(f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" fill="{ground}"/>')
    if cell.data.strip():
        weight = ' font-weight="bold"' if cell.bold else ""
        line = ' text-decoration="underline"' if cell.underscore else ""
        words = escape(cell.data)
        parts.append(f'<text x="{x}" y="{y + HIGH - 4}" fill="{ink}"{weight}{line}>{words}</text>')
    return parts


def colour(name: str) -> str:
    return f"#{PALETTE.get(name, name)}"
