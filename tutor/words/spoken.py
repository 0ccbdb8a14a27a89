"""Blocks of a page as plain lines: whole sentences that make sense without seeing the line above."""

import re
from collections.abc import Iterator

from lessons.course.page import Block, Code, Table, Words
from lessons.course.text import plain_text
from tutor.words.text import Text

DRAWN = str.maketrans("─━│┃┌┐└┘├┤┬┴┼", "--||+++++++++")
BLANKS = re.compile(r"\n{3,}")
SIGNS = {"-": "linear.was", "+": "linear.is_now"}


def spoken(block: Block, text: Text) -> Iterator[str]:
    """Write the lines of a block. A picture is its sentence."""
    match block:
        case Words(markdown, tone):
            mark = {"right": text("linear.right"), "wrong": text("linear.wrong")}.get(tone, "")
            words = plain(markdown).removeprefix("· ")
            yield f"{mark}{words[:1].upper()}{words[1:]}" if mark else words
        case Code(lines, "diff"):
            for line in lines:
                yield f"    {text(SIGNS[line[0]])} {line[1:].strip()}" if line[:1] in SIGNS else f"    {line}"
        case Code(lines):
            yield from (f"    {line}" for line in lines)
        case Table(headings, rows):
            yield from block.lines or (row_words(headings, row) for row in rows)
        case picture:
            yield picture.says


def plain(markdown: str) -> str:
    """Return Markdown without its marks; what is drawn in it, in plain characters."""
    return BLANKS.sub("\n\n", plain_text(markdown)).strip("\n").translate(DRAWN)


def row_words(headings: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Return `loss: healthy 0.1; broken 0.7.`: a row as a sentence, its first cell alone, the others with headings."""
    first, *others = [(heading, cell) for heading, cell in zip(headings, row, strict=True) if cell]
    told = "; ".join(f"{heading} {cell}".strip() for heading, cell in others)
    return f"{first[1]}: {told}." if told else f"{first[1]}."
