"""How many rows a text takes on the smallest screen that pages are written for, 80×24: as the app lays it out."""

import textwrap

from markdown_it.token import Token

from lessons.check.markdown import PARSER

WIDTH = 75  # columns of a paragraph: 80 without the margins of the page and its scroll bar
FENCE_WIDTH = WIDTH - 4  # columns of a fence: set in by two, with one more on each side
SCREEN_ROWS = 20  # 24 without the title, the steps, a blank row and the keys
INDENT = 2  # columns of an item's bullet
LISTS = ("bullet_list_close", "ordered_list_close")


def rows(markdown: str) -> int:
    """The rows that a text takes, with an empty one after each block."""
    count, indent = 0, 0
    for token in PARSER.parse(markdown):
        indent += token.nesting * INDENT if token.type.startswith("list_item") else 0
        if token.type == "inline":
            count += lines(shown(token), WIDTH - indent) + 1
        elif token.type in ("fence", "code_block"):
            count += len(token.content.splitlines()) + 1
        count += token.type in LISTS
    return count


def lines(text: str, width: int = WIDTH) -> int:
    """The lines that plain words take."""
    return len(textwrap.wrap(text, width))


def shown(token: Token) -> str:
    """A paragraph as it is shown, without its marks."""
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())
