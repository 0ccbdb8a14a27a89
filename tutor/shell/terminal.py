"""Prepare this terminal: what is true of it, its characters, and plain lines on it, broken between words."""

import io
import os
import shutil
import sys
import textwrap
from collections.abc import MutableMapping

from tutor.terminals.characters import ASCII_ONLY, characters_of, keep_encoding, speak, typed_formulas
from tutor.terminals.kinds import CHOSEN, FORCED, TerminalKind, kind_of
from tutor.terminals.replies import without_replies
from tutor.words.text import unbroken


def prepare(ascii: bool) -> None:
    """Mend the environment and the streams, and let output be in the characters that there are."""
    fill_streams()
    trust_the_window(os.environ)
    if ascii:
        os.environ[ASCII_ONLY] = "1"
    if not os.environ.get("NO_COLOR"):  # an empty one does not count, but Textual counts it
        os.environ.pop("NO_COLOR", None)
    if os.environ.get(FORCED, "").lower() not in (*CHOSEN, "auto"):
        os.environ.pop(FORCED, None)
    speak_to(kind_of(os.environ))


def fill_streams() -> None:
    """Let a stream that was closed for us (`<&-`) be an empty one, before a file of ours takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def speak_to(kind: TerminalKind, utf8: bool | None = None) -> None:
    """Let each stream write what it can: a terminal what it says itself, or its name and the locale; a file all."""
    for stream in {id(each): each for each in (sys.stdout, sys.stderr, sys.__stderr__)}.values():
        if stream is None:
            continue
        if os.environ.get(ASCII_ONLY) or stream.isatty():
            speak(stream, characters_of(os.environ, kind, utf8))
        else:
            keep_encoding(stream)


def trust_the_window(environ: MutableMapping[str, str], output: int = 1) -> None:
    """Forget COLUMNS and LINES where the terminal itself says how large it is; they never change when it does."""
    try:
        size = os.get_terminal_size(output)
    except (OSError, ValueError):
        return
    for name, known in zip(("COLUMNS", "LINES"), size, strict=True):
        if known:
            environ.pop(name, None)


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
        return without_replies(input(last))
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
    wrapper = textwrap.TextWrapper(
        columns, expand_tabs=False, replace_whitespace=False, break_long_words=False, break_on_hyphens=False
    )
    rows: list[str] = []
    for line in words.split("\n"):
        wrapper.subsequent_indent = " " * (len(line) - len(line.lstrip(" ")))
        rows += [line] if len(line.rstrip()) <= columns else wrapper.wrap(unbroken(line))
    return "\n".join(rows)
