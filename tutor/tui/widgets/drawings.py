"""Drawings and tables made of characters, in a window narrower than they are."""

import re
import textwrap
from itertools import pairwise

NO_BREAK = "\u00a0"  # a space at which no line ends
MIN_WORDS = 12  # columns that words need to be folded below each other
LAST_COLUMN = re.compile(r"(.*\S {2,})(\S.*)")
LINES = re.compile("[\u2190-\u2193\u2500-\u259f\u25a0-\u25ff·╱╲]")  # a drawing's: arrows, boxes, blocks, points


def fitted_drawing(drawing: str, width: int) -> str:
    """Return the drawing with less space between its columns, and a table's last words folded in their own column.

    Where this is not enough, words go on in the next line. What has lines and arrows below each other stays too wide:
    cut, it shows more than folded to pieces.
    """
    lines = drawing.rstrip("\n").split("\n")
    is_drawn = len(lines) > 1 and LINES.search(drawing)
    loose, tight = (narrowed(lines, width, gap) for gap in (2, 1))
    tries = (loose, loose if is_drawn else folded(loose, width), tight)
    last = tight if is_drawn else [part for line in loose for part in flowing(line, width)]
    return "\n".join(next((each for each in tries if widest(each) <= width), last))


def flowing(line: str, width: int) -> list[str]:
    """Return the line in as many as it needs, parted between its columns or, where one is too wide, between words."""
    columns = line.replace("  ", "\t").replace(" ", NO_BREAK).replace("\t", "  ")
    whole = line if max(map(len, columns.split(" "))) > width else columns
    return [part.replace(NO_BREAK, " ") for part in textwrap.wrap(whole, width)] or [""]


def widest(lines: list[str]) -> int:
    return max(map(len, lines))


def narrowed(lines: list[str], width: int, gap: int) -> list[str]:
    """Return the lines without columns that are empty in all of them, as far as needed; `gap` of them stay together."""
    while widest(lines) > width and (place := spare_column(lines, gap)) is not None:
        lines = [line[:place] + line[place + 1 :] for line in lines]
    return lines


def spare_column(lines: list[str], gap: int) -> int | None:
    """Return an empty column in the widest run of more than `gap` of them, or None where there is none."""
    filled = [-1, *(at for at in range(widest(lines)) if any(line[at : at + 1].strip() for line in lines))]
    space, place = max(((after - before - 1, before + 1) for before, after in pairwise(filled)), default=(0, 0))
    return place if space > gap else None


def folded(lines: list[str], width: int) -> list[str]:
    """Return the lines with the words of their last column below each other, where a line is too wide."""
    found = [(line, LAST_COLUMN.fullmatch(line)) for line in lines]
    return [
        part
        for line, last in found
        for part in (
            textwrap.wrap(last[2], width, initial_indent=last[1], subsequent_indent=" " * len(last[1]))
            if last and len(line) > width >= len(last[1]) + MIN_WORDS
            else [line]
        )
    ]
