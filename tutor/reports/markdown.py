"""Writes Markdown. Words from a file stay words: no markup, no HTML, no link of theirs comes alive."""

import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from progress.inert import inert

FIGURE = re.compile(r"[\d.]+( %)?$|—$")
# What Markdown would take for markup, at the start of a line or anywhere; and what some readers make links of.
ACTIVE = re.compile(r"^\d{1,9}[.)](?=\s|$)|^[-+=]|[\\`*_\[\]<>&|~#$@]|(?<=:)//|(?<=\bwww)\.", re.IGNORECASE)


def page(parts: Iterable[str]) -> str:
    """Join paragraphs, lists and tables to a page; an empty one is left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def literal(words: str) -> str:
    """Write words that Markdown shows as they are, on one line."""
    return ACTIVE.sub(escaped, inert(words).strip())


def escaped(found: re.Match[str]) -> str:
    """Put every mark behind a backslash of its own; the digits of a numbered line stay as they are."""
    return "".join(each if each.isdigit() else f"\\{each}" for each in found.group())


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of literal words; columns of numbers stand right, words stand left."""
    if not rows:
        return ""
    columns = list(zip(*rows, strict=True))
    sides = ["---:" if all(map(FIGURE.match, column)) else "---" for column in columns]
    lines = [map(literal, headings), sides, *(map(literal, row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def image(path: str, words: str) -> str:
    return f"![{literal(words)}]({quote(path)})"


def quotation(words: str) -> str:
    """Quote somebody's own lines, each on a line of its own."""
    lines = [literal(line) for line in inert(words, lines=True).split("\n")]
    return "\n".join(f"> {line}  " if line else ">" for line in lines)


def code(words: str) -> str:
    """Write a code span, with more backticks around it than in it."""
    plain = inert(words)
    fence = "`" * (max(map(len, re.findall("`+", plain)), default=0) + 1)
    return f"{fence} {plain} {fence}" if "`" in plain else f"{fence}{plain}{fence}"
