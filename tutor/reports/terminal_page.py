"""Shows Markdown in a terminal: its tables as wide as the terminal, nothing in them that a terminal would obey."""

import io
import re

from rich.console import Console
from rich.markdown import Markdown

WIDEST = 140  # columns of a table that an eye can still follow
NARROWEST = 80


def terminal_page(markdown: str, width: int = 80, encoding: str = "utf-8") -> str:
    """Lay the page out in lines of at most `width` columns, in letters that the encoding has, without colours."""
    file = io.TextIOWrapper(io.BytesIO(), encoding, errors="replace", newline="\n")
    console = Console(
        file=file, width=min(max(width, NARROWEST), WIDEST), force_terminal=False, color_system=None
    )
    console.print(Markdown(markdown))
    file.seek(0)
    lines = "\n".join(line.rstrip() for line in file.read().splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"
