"""Markdown as the tutor shows it: its paragraphs, items and cells as plain words, its code, and what it cannot show."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark").enable("table")
KINDS = {"td": "cell", "th": "cell", "heading": "heading"}
EXAMPLE = 12  # words in italics or quotes, at most, that are mentioned and not said
QUOTED = re.compile(r"«[^«»]*»|“[^“”]*”|\"[^\"]*\"")


@dataclass(frozen=True)
class Piece:
    """A paragraph, an item, a cell or a heading. `words` leaves out code and what is only mentioned, in italics."""

    kind: str
    source: str
    words: str
    code: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()  # marks that open and do not close


@dataclass(frozen=True)
class Fence:
    """A block of code, with the language that it names, if any."""

    language: str
    text: str


@dataclass(frozen=True)
class Section:
    """A section of a page in its parts. `hidden` is what the tutor does not show: HTML, links and images."""

    pieces: tuple[Piece, ...]
    fences: tuple[Fence, ...]
    hidden: tuple[tuple[str, str], ...]  # what it is, and its text

    def count(self, kind: str) -> int:
        return sum(piece.kind == kind for piece in self.pieces)


@cache
def parsed(text: str) -> Section:
    """A section in its parts."""
    tokens = PARSER.parse(text)
    fences = [
        Fence(token.info.strip(), token.content) for token in tokens if token.type in ("fence", "code_block")
    ]
    inside = [child for token in tokens for child in token.children or ()]
    return Section(tuple(pieces(tokens)), tuple(fences), tuple(hidden([*tokens, *inside])))


def pieces(tokens: list[Token]) -> Iterator[Piece]:
    """Each inline token, named after what it stands in."""
    open_ones: list[str] = []
    for token in tokens:
        if token.nesting == 1:
            open_ones.append(token.type.removesuffix("_open"))
        elif token.nesting == -1:
            open_ones.pop()
        elif token.type == "inline":
            yield piece(token, kind_in(open_ones))


def kind_in(open_ones: list[str]) -> str:
    innermost = open_ones[-1] if open_ones else ""
    if innermost in KINDS:
        return KINDS[innermost]
    return "item" if "list_item" in open_ones else "paragraph"


def piece(token: Token, kind: str) -> Piece:
    children = token.children or []
    code = tuple(child.content for child in children if child.type == "code_inline")
    written = "".join(child.content for child in children if child.type == "text")
    stray = tuple(mark for mark in ("`", "**") if mark in written)
    return Piece(kind, token.content, QUOTED.sub(mentioned, plain(children)), code, stray)


def plain(children: list[Token]) -> str:
    """The words that are said, in one line: without code, and without the short examples in italics."""
    said: list[str] = []
    begun: int | None = None
    for child in children:
        if child.type == "em_open":
            begun = len(said)
        elif child.type == "em_close" and begun is not None:
            if len(" ".join(said[begun:]).split()) <= EXAMPLE:
                del said[begun:]
            begun = None
        elif child.type == "text":
            said.append(child.content)
        elif child.type in ("softbreak", "hardbreak", "code_inline"):
            said.append(" ")
    return "".join(said)


def mentioned(quote: re.Match[str]) -> str:
    """Nothing in place of a short quotation."""
    return " " if len(quote[0].split()) <= EXAMPLE else quote[0]


def hidden(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    for token in tokens:
        if token.type in ("html_block", "html_inline"):
            yield "HTML", token.content.strip()
        elif token.type == "image":
            yield "an image", token.content or str(token.attrGet("src"))
        elif token.type == "link_open":
            yield "a link", str(token.attrGet("href"))
