"""The blocks of a page on the screen: one widget a block."""

from collections.abc import Iterable

from textual.content import Content
from textual.highlight import highlight
from textual.widget import Widget
from textual.widgets import Markdown, Static

from lessons.page import Block, Code, Table, Words
from tutor.tui.widgets.picture import PictureView

MARKS = {"good": "✓ ", "right": "✓ ", "wrong": "✗ ", "bad": "✗ "}
DIFF_COLOURS = {"+": "$success", "-": "$error"}


class Prose(Markdown):
    """Markdown from a lesson page. Links are not followed: nothing here touches the network."""

    def __init__(self, words: str, id: str | None = None) -> None:
        super().__init__(words, open_links=False, id=id)


class InlinePicture(PictureView):
    """A picture among other blocks."""


def widgets_of(blocks: Iterable[Block], width: int) -> list[Widget]:
    return [widget_of(block, width) for block in blocks]


def widget_of(block: Block, width: int) -> Widget:
    """The widget that shows a block, in so many cells."""
    match block:
        case Words(markdown, ""):
            return Prose(markdown)
        case Words(markdown, tone):
            return Static(f"{MARKS.get(tone, '')}{plain(markdown)}", classes=f"words {tone}", markup=False)
        case Code(lines, "diff"):
            return Static(diff_content(lines), classes="diff")
        case Code(lines):
            return Static(highlight("\n".join(lines), language="python"), classes="code")
        case Table():
            return Static(table_content(block, width), classes="table")
        case picture:
            return InlinePicture(picture)


def plain(markdown: str) -> str:
    return markdown.replace("**", "").replace("`", "").replace("*", "")


def diff_content(lines: Iterable[str]) -> Content:
    """A diff: each line has its sign as well as its colour."""
    parts = [Content.assemble((line, DIFF_COLOURS.get(line[:1], "$muted"))) for line in lines]
    return Content("\n").join(parts)


def table_content(table: Table, width: int) -> Content:
    """Columns side by side, as wide as they need; where there is no room, cells are cut, the first column most."""
    rows = [table.headings, *table.rows]
    widths = fitted([max(len(row[column]) for row in rows) for column in range(len(table.headings))], width)
    roles = table.roles or ("",) * len(widths)
    return Content("\n").join(
        Content.assemble(
            *(
                cell_content(*each, heading=row is table.headings)
                for each in zip(row, widths, roles, strict=True)
            )
        )
        for row in rows
    )


def cell_content(words: str, width: int, role: str, heading: bool) -> tuple[str, str]:
    style = f"$role-{role}" if role else ("$muted" if heading else "$foreground")
    return f"{shortened(words, width):<{width}}  ", f"bold {style}" if heading else style


def fitted(widths: list[int], room: int) -> list[int]:
    """Make the widest columns narrower until all fit."""
    while sum(widths) + 2 * len(widths) > room and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    return widths


def shortened(words: str, width: int) -> str:
    """The words, with an ellipsis where they do not fit."""
    return words if len(words) <= width else f"{words[: max(0, width - 1)]}…"
