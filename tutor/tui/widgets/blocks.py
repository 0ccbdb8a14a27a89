"""The blocks of a page on the screen: one widget a block."""

import sys
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownFence

from lessons.course.lesson.page import Block, Code, Table, Words, plain_text
from lessons.course.lesson.pictures import Boundary, Matrix, Picture, Scatter
from tutor.plots import draw
from tutor.terminals.characters import typed_formulas
from tutor.tui.widgets.drawings import fitted_drawing
from tutor.tui.widgets.picture import PictureView, speaks_unicode
from tutor.tui.widgets.python_colours import python

MARKS = {"good": "✓ ", "right": "✓ ", "wrong": "✗ ", "bad": "✗ "}
MIN_SQUARE_COLUMNS = 36  # of a square of answers beside another
MAX_PICTURE_ROWS, MAX_TALL_PICTURE_ROWS = 14, 24  # the taller the window, the more
DRAWN = ("", "text")  # the languages of fences that hold a drawing
DIFF_COLOURS = {"+": "$success", "-": "$error"}


class Fence(MarkdownFence):
    """Code. Without a language in its page it has no colours: guessing one imports two hundred modules."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        if language == "python" and not ansi:
            return python(code)
        return super().highlight(code, language or "text", ansi, dark)

    def on_mount(self) -> None:
        self.set_class(self.lexer in DRAWN, "drawing")

    def on_resize(self) -> None:
        self.set_content(self._highlighted_code)

    def set_content(self, content: Content) -> None:
        """Show a drawing fitted into the columns that there are now; code is folded."""
        if self.lexer in DRAWN and self.size.width:
            content = self.highlight(fitted_drawing(self.code, self.size.width - 2), "text")
        super().set_content(content)


class ProseBlock(Markdown):
    """Markdown from a lesson page. Links are not followed: no page touches the network."""

    BLOCKS = {**Markdown.BLOCKS, "fence": Fence, "code_block": Fence}

    def __init__(self, words: str, id: str | None = None) -> None:
        super().__init__(typed_formulas(words, sys.__stderr__), open_links=False, id=id)


class InlinePicture(PictureView):
    """A picture among other blocks, as tall as it needs to be."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        tallest = max(MAX_PICTURE_ROWS, min(MAX_TALL_PICTURE_ROWS, viewport.height // 2))
        tallest = getattr(self.picture, "height", 0) or tallest
        if isinstance(self.picture, Matrix):  # all its rows, since a page scrolls
            tallest = max(tallest, len(self.picture.values) + 2)
        return len(draw(self.picture, width, tallest, speaks_unicode()).rows) if self.picture else 0


class TableView(Widget):
    """A table, as wide as there is room for and at most so wide."""

    def __init__(self, table: Table, most: int) -> None:
        super().__init__(classes="table")
        self.table, self.most = table, most

    def render(self) -> Content:
        return table_content(self.table, min(self.most, self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(table_content(self.table, min(self.most, width)).split("\n", allow_blank=True))


def words_and_pictures(blocks: Sequence[Block]) -> tuple[list[Block], list[Picture]]:
    """Part blocks to be read, which are words, code and tables, from pictures."""
    words: list[Block] = [block for block in blocks if isinstance(block, Words | Code | Table)]
    return words, [block for block in blocks if not isinstance(block, Words | Code | Table)]


def is_square(block: Block) -> bool:
    """Return True for a square of answers, and for a cloud whose points have no names to be read."""
    return isinstance(block, Boundary) or (isinstance(block, Scatter) and not any(each.name for each in block.points))


def widgets_of(blocks: Iterable[Block], width: int) -> list[Widget]:
    """Return a widget for each block; squares of answers stand side by side, as many as there is room for."""
    widgets: list[Widget] = []
    for are_squares, some in groupby(blocks, key=is_square):
        found = [widget_of(block, width) for block in some]
        beside = max(1, width // MIN_SQUARE_COLUMNS) if are_squares else 1
        rows = [found[place : place + beside] for place in range(0, len(found), beside)]
        widgets += [Horizontal(*row, classes="squares") if len(row) > 1 else row[0] for row in rows]
    return widgets


def widget_of(block: Block, width: int) -> Widget:
    match block:
        case Words(markdown, ""):
            return ProseBlock(markdown)
        case Words(_, "passed"):
            mark, words = Static("✓", classes="mark"), Static(plain_text(block.markdown), markup=False)
            return Horizontal(mark, words, classes="words passed")
        case Words(_, tone):
            return Static(toned(block), classes=f"words {tone}", markup=False)
        case Code(lines, "diff"):
            coloured = [Content.styled(line, DIFF_COLOURS.get(line[:1], "$muted")) for line in lines]
            return Static(Content("\n").join(coloured), classes="diff")
        case Code(lines):
            code = typed_formulas("\n".join(lines), sys.__stderr__)
            return Static(python(code), classes="code")
        case Table():
            return TableView(block, width)
        case picture:
            return InlinePicture(picture)


def toned(words: Words) -> str:
    return f"{MARKS.get(words.tone, '')}{plain_text(words.markdown)}"


def table_content(table: Table, width: int) -> Content:
    """Return columns side by side, without headings that are empty; or, where they lack room, the table's sentences."""
    least = sum(map(longest_word, columns_of(table))) + 2 * (len(table.headings) - 1)
    if table.lines and least > width:
        return Content("\n".join(line for each in table.lines for line in textwrap.wrap(each, width)))
    return Content("\n").join(row_contents(table, width)[not any(table.headings) :])


def row_contents(table: Table, width: int) -> list[Content]:
    """Return the headings and the rows, each as one piece."""
    rows, columns = [table.headings, *table.rows], columns_of(table)
    widths = fitted([max(map(len, column)) for column in columns], list(map(longest_word, columns)), width)
    roles = table.roles or ("",) * len(widths)
    own = [("",), *((role,) for role in table.row_roles or ("",) * len(table.rows))]
    return [
        row_content(row, widths, (*(first if any(first) else roles[:1]), *roles[1:]), heading=number == 0)
        for number, (row, first) in enumerate(zip(rows, own, strict=True))
    ]


def columns_of(table: Table) -> list[tuple[str, ...]]:
    return list(zip(table.headings, *table.rows, strict=True))


def longest_word(column: Iterable[str]) -> int:
    return max((len(word) for cell in column for word in cell.split()), default=1)


def row_content(row: Sequence[str], widths: list[int], roles: Sequence[str], heading: bool) -> Content:
    """Return a row of as many lines as its longest cell needs."""
    cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
    plain = "$muted" if heading else "$foreground"
    styles = [f"{'bold ' if heading else ''}{f'$role-{role}' if role else plain}" for role in roles]
    lines = []
    for line in zip_longest(*cells, fillvalue=""):
        parts = zip(line, widths, styles, strict=True)
        lines.append(Content("  ").join(Content.styled(f"{word:<{width}}", style) for word, width, style in parts))
    return Content("\n").join(lines)


def fitted(widths: list[int], words: list[int], room: int) -> list[int]:
    """Make the widest columns narrower until all fit; one that would break its longest word only as a last resort."""
    widths = [max(1, width) for width in widths]
    while sum(widths) + 2 * (len(widths) - 1) > room and max(widths) > 8:
        loose = [column for column, width in enumerate(widths) if width > words[column]]
        widths[max(loose or range(len(widths)), key=widths.__getitem__)] -= 1
    return widths
