"""Plain lines on a terminal, broken between words at the edge of the window; in a pipe every line stays whole."""

import io
import shutil
import sys
from collections.abc import Iterator

from tutor.terminals.codec import typed_formulas


def say(words: str) -> None:
    print(in_window(words))


def in_window(words: str) -> str:
    """Return words in characters that are there, and in the width of the window; whole where it is no terminal."""
    words = typed_formulas(words, sys.stdout)
    return wrapped(words, shutil.get_terminal_size().columns) if sys.stdout.isatty() else words


def listen(prompt: str) -> str:
    """Return one line from the learner, with the question before it. Raises EOFError at its end."""
    if sys.stdin.isatty():
        before, _, last = in_window(prompt).rpartition("\n")
        print(before, end="\n" if before else "")
        return input(last)
    say(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def read_any_bytes() -> None:
    """Let a byte that is no letter be no reason to end."""
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")


def wrapped(words: str, columns: int) -> str:
    """Break each line that is longer than the window between two words; what follows is indented as its line is."""
    return "\n".join(row for line in words.split("\n") for row in rows_of(line, columns))


def rows_of(line: str, columns: int) -> Iterator[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    while len(line) > columns:
        end = line.rfind(" ", len(indent), columns + 1)
        end = end if end >= 0 else line.find(" ", columns)
        if end < 0 or not line[end:].strip():
            break
        yield line[:end].rstrip()
        line = indent + line[end:].lstrip()
    yield line
