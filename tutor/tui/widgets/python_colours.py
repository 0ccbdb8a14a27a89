"""Python in colours, line by line: a key pressed in a long file colours the lines on the screen, and no others."""

import re
from functools import lru_cache
from typing import NamedTuple

from textual.highlight import highlight

STRINGS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|\n')
QUOTES = ('"""', "'''")
LINES = 4096  # that are remembered


class Coloured(NamedTuple):
    """A part of a line, and how Textual writes its style, such as `$text-accent`."""

    start: int
    end: int
    style: str


def open_quotes(text: str) -> list[str]:
    """For each line the three quotes that are open where it begins, or nothing."""
    opened, found = "", [""]
    for match in STRINGS.finditer(text):
        part = match[0]
        if part == "\n":
            found.append(opened)
        elif part in QUOTES and opened in ("", part):
            opened = "" if opened else part
        elif opened and part.find(opened) >= 0:  # a string or a remark only to those who read it alone
            opened = ""
    return found


@lru_cache(LINES)
def coloured(line: str, opened: str = "") -> tuple[Coloured, ...]:
    """The parts of a line that have a colour; `opened` are the quotes that it begins in."""
    before = f"{opened}\n" if opened else ""
    content = highlight(before + line, language="python")
    shift = len(before)
    spans = (Coloured(span.start - shift, span.end - shift, str(span.style)) for span in content.spans)
    return tuple(
        Coloured(max(0, start), min(end, len(line)), style) for start, end, style in spans if end > 0
    )
