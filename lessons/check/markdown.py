"""Markdown as the tutor shows it: its parts, what a terminal cannot show, and the rows that it takes at 80×24."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark").enable("table")
KINDS = {"td": "cell", "th": "cell", "heading": "heading"}


@dataclass(frozen=True)
class Piece:
    """A paragraph, an item, a cell or a heading."""

    kind: str
    source: str
    code: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()  # marks that open and do not close


@dataclass(frozen=True)
class Section:
    """A section of a page in its parts. `hidden` is what the tutor does not show: HTML, links and images."""

    pieces: tuple[Piece, ...]
    fences: tuple[str, ...]
    hidden: tuple[tuple[str, str], ...]  # what it is, and its text

    def count(self, kind: str) -> int:
        return sum(piece.kind == kind for piece in self.pieces)


@cache
def parsed(text: str) -> Section:
    tokens = PARSER.parse(text)
    fences = [token.content for token in tokens if token.type in ("fence", "code_block")]
    inside = [child for token in tokens for child in token.children or ()]
    return Section(tuple(pieces(tokens)), tuple(fences), tuple(hidden([*tokens, *inside])))


def pieces(tokens: list[Token]) -> Iterator[Piece]:
    open_ones: list[str] = []
    for token in tokens:
        if token.nesting == 1:
            open_ones.append(token.type.removesuffix("_open"))
        elif token.nesting == -1:
            open_ones.pop()
        elif token.type == "inline":
            innermost = open_ones[-1] if open_ones else ""
            in_text = "item" if "list_item" in open_ones else "paragraph"
            yield piece(token, KINDS.get(innermost, in_text))


def piece(token: Token, kind: str) -> Piece:
    children = token.children or []
    code = tuple(child.content for child in children if child.type == "code_inline")
    written = "".join(child.content for child in children if child.type == "text")
    stray = tuple(mark for mark in ("`", "**") if mark in written)
    return Piece(kind, token.content, code, stray)


def hidden(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    for token in tokens:
        if token.type in ("html_block", "html_inline"):
            yield "HTML", token.content.strip()
        elif token.type == "image":
            yield "an image", token.content or str(token.attrGet("src"))
        elif token.type == "link_open":
            yield "a link", str(token.attrGet("href"))


WIDTH = 75  # columns of a paragraph: 80 without the margins of the page and its scroll bar
FENCE_WIDTH = WIDTH - 4  # columns of a fence: set in by two, with one more on each side
SCREEN_ROWS = 20  # 24 without the title, the steps, a blank row and the keys
INDENT = 2  # columns of an item's bullet
LISTS = ("bullet_list_close", "ordered_list_close")


def rows(markdown: str) -> int:
    """Return the rows that a text takes, with an empty one after each block."""
    count, indent = 0, 0
    for token in PARSER.parse(markdown):
        indent += token.nesting * INDENT if token.type.startswith("list_item") else 0
        if token.type == "inline":
            shown = "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())
            count += lines(shown, WIDTH - indent) + 1
        elif token.type in ("fence", "code_block"):
            count += len(token.content.splitlines()) + 1
        count += token.type in LISTS
    return count


def lines(text: str, width: int = WIDTH) -> int:
    return len(textwrap.wrap(text, width))
