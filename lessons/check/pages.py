"""A proof, and what it can name: a lesson's pages as written, their Markdown and its rows at 80×24, lines of files."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.prose import without_drawings
from lessons.format.files import read_text
from lessons.format.pages import place_of

STRUCTURE = "lesson.toml"
TITLE = ""  # the heading of the title
HEADER = re.compile(r"^\s*\[+([^\[\]]+)\]+")
CLAIM = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}]*))?\}")
ALONE = re.compile(rf"`({CLAIM.pattern})`")  # a code span that is nothing but a claim

PARSER = MarkdownIt("commonmark").enable("table")
KINDS = {"td": "cell", "th": "cell", "heading": "heading"}


@dataclass(frozen=True)
class Proof:
    """One verdict. It holds, or `problem` says what is wrong; `advice` says what would only be better.

    Where a limit of time was hit, it neither holds nor fails: `problem` says so, and the lesson may be right.
    """

    lesson: str
    what: str
    problem: str = ""  # what was found, and what was expected; or "not judged, because …"
    file: str = ""  # where to mend it, within the lesson's folder
    line: int | None = None
    advice: str = ""
    shown: str = ""  # what was measured, where it holds
    yours: bool = False  # no proof: a sentence, in `advice`, that only its author can answer for
    unjudged: bool = False  # a limit of time was hit
    key: str = ""  # of a question: which of its answers is true

    @property
    def holds(self) -> bool:
        return not self.problem

    @property
    def fails(self) -> bool:
        return not self.holds and not self.unjudged

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class PageFile:
    """All the words of a lesson in one language, by heading, and the lines of the file that holds them."""

    lesson: Lesson
    language: str

    @property
    def file(self) -> str:
        return f"{self.language}.md"

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The title, then the words of each section, claims and all; what is drawn among them is no word."""
        title = self.lesson.prose[self.language].written_title or self.lesson.prose[self.language].title
        return {TITLE: title, **{name: without_drawings(text) for name, text in self.written.items()}}

    @property
    def written(self) -> Mapping[str, str]:
        prose = self.lesson.prose[self.language]
        return prose.written or prose.sections

    def filled(self, heading: str) -> str:
        """Return a section as a learner reads it, with the numbers of its claims, and without its drawings."""
        return without_drawings(self.lesson.prose[self.language].sections[heading])

    @cached_property
    def file_lines(self) -> tuple[str, ...]:
        path = self.lesson.folder / self.file
        return tuple(read_text(path).split("\n")) if path.is_file() else ()

    def line(self, heading: str, text: str = "") -> int | None:
        """Return the line on which a section, or a text in it, begins."""
        first = self.lesson.prose[self.language].lines.get(heading) if heading else 1
        if first is None or not text:
            return first
        begins = text.strip().split("\n")[0]
        for number, line in enumerate(self.file_lines[first - 1 :], first):
            if begins in line:
                return number
            if number > first and line.startswith("## "):
                break
        return first

    def wrong(self, problem: str, heading: str, text: str = "") -> Proof:
        """Return a proof that fails at a text of a section. What was checked, the family adds."""
        return Proof(self.lesson.id, "", problem, self.file, self.line(heading, text))

    def better(self, advice: str, heading: str, text: str = "") -> Proof:
        return Proof(self.lesson.id, "", "", self.file, self.line(heading, text), advice=advice)


def pages_of(lesson: Lesson) -> Iterator[PageFile]:
    return (PageFile(lesson, language) for language in lesson.prose)


def called(heading: str) -> str:
    return f"## {heading}" if heading else "the title"


def without_claims(text: str) -> str:
    """Return a text without its claims and the backticks around one; of `{share:three quarters}` the words stay."""
    return CLAIM.sub(lambda claim: claim[2] or "", ALONE.sub(r"\1", text))


def line_in_structure(lesson: Lesson, table: str, name: str = "") -> int | None:
    """Return the line of `[table.name]`, of `name = …` in `[table]`, or of the `[[table]]` whose id is `name`."""
    path, quoted = lesson.folder / STRUCTURE, re.escape(name)
    key = re.compile(rf"""^\s*["']?{quoted}["']?\s*(=|\.)""")
    identity = re.compile(rf"""^\s*id\s*=\s*["']{quoted}["']""")
    began, inside = 0, not table  # the lesson's own keys come before the first header
    lines = path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else ()
    for number, line in enumerate(lines, 1):
        if header := HEADER.match(line):
            where = header[1].strip().replace('"', "")
            if where == f"{table}.{name}" or (where == table and not name):
                return number
            began, inside = number, where == table
        elif inside and identity.match(line):
            return began
        elif inside and key.match(line):
            return number
    return None


def place_in_files(lesson: Lesson, table: str, name: str = "") -> tuple[str, int | None]:
    """Return the file and the line where a question, a hint or a claim is said."""
    return place_of(lesson.folder, table, name) or (STRUCTURE, line_in_structure(lesson, table, name))


def line_of_experiment(lesson: Lesson, name: str) -> int | None:
    return line_in_structure(lesson, "review" if lesson.review(name) else "experiment", name)


@dataclass(frozen=True)
class Piece:
    """A paragraph, an item, a cell or a heading."""

    kind: str
    source: str
    code: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()  # marks that open and do not close


@dataclass(frozen=True)
class SectionParts:
    """A section of a page in its parts. `hidden` is what the tutor does not show: HTML, links and images."""

    pieces: tuple[Piece, ...]
    fences: tuple[str, ...]
    hidden: tuple[tuple[str, str], ...]  # what it is, and its text

    def count(self, kind: str) -> int:
        return sum(piece.kind == kind for piece in self.pieces)


@cache
def parsed(text: str) -> SectionParts:
    tokens = PARSER.parse(text)
    fences = [token.content for token in tokens if token.type in ("fence", "code_block")]
    inside = [child for token in tokens for child in token.children or ()]
    return SectionParts(tuple(pieces(tokens)), tuple(fences), tuple(hidden([*tokens, *inside])))


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
    """Return the rows that a text takes, with an empty one after each block; a list is one, and a table."""
    count, indent, in_table = 0, 0, False
    for token in PARSER.parse(markdown):
        indent += token.nesting * INDENT if token.type.startswith("list_item") else 0
        in_table = token.nesting == 1 if token.tag == "table" else in_table
        if token.type == "inline" and not in_table:
            shown = "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())
            count += lines(shown, WIDTH - indent) + (not indent)
        elif token.type in ("fence", "code_block"):
            count += len(token.content.splitlines()) + 1
        count += token.type in (*LISTS, "tr_open", "table_close")
    return count


def lines(text: str, width: int = WIDTH) -> int:
    return len(textwrap.wrap(text, width))
