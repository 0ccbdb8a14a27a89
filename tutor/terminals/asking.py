"""Whether a terminal speaks UTF-8, asked of the terminal itself: to those that do, `é` is one column, and not two."""

import os
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

PATIENCE = 0.3  # seconds for one round trip; after them a terminal is believed to be its locale's
QUESTION = b"\r\xc3\xa9\x1b[6n\r\x1b[K"  # the letter is gone again before anybody sees it
ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
INPUT, OUTPUT = 0, 1


class Question:
    """What was asked, and what has come back so far."""

    def __init__(self) -> None:
        self.asked_at = time.monotonic()
        self.received = b""
        self.utf8: bool | None = None  # None: no answer
        with suppress(OSError):
            os.write(OUTPUT, QUESTION)

    def answer(self) -> bool | None:
        """Wait until it is there, or patience is over. What else was typed meanwhile is left in `received`."""
        while self.utf8 is None and (more := self.more()):
            self.received += more
            if answer := ANSWER.search(self.received):
                self.utf8 = answer[1] == b"2"
                self.received = self.received.replace(answer[0], b"", 1)
        return self.utf8

    def more(self) -> bytes:
        """What comes next; nothing where patience is over, or the line has dropped."""
        left = self.asked_at + PATIENCE - time.monotonic()
        with suppress(OSError):
            if select.select([INPUT], [], [], max(0.0, left))[0]:
                return os.read(INPUT, 1024)
        return b""


@contextmanager
def asked() -> Iterator[Question | None]:
    """Ask, so that the answer can come while something else is done. None where there is no terminal to ask.

    Until the end of the block nothing that is typed is shown, and Ctrl+S stops nothing; then the terminal is as it was.
    An answer that comes later is read by the app as a report of its cursor, which it does nothing with.
    """
    before = silenced() if sys.platform != "win32" and os.isatty(INPUT) and os.isatty(OUTPUT) else None
    if before is None:
        yield None
        return
    try:
        yield Question()
    finally:
        give_back(before)


def silenced() -> list[Any] | None:
    """Let the terminal show nothing of what comes in; how it was before. None where the line has dropped."""
    import termios

    try:
        before, quiet = termios.tcgetattr(INPUT), termios.tcgetattr(INPUT)
        quiet[0] &= ~termios.IXON
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(INPUT, termios.TCSANOW, quiet)
    except termios.error:
        return None
    return before


def give_back(before: list[Any]) -> None:
    """Let the terminal be as it was."""
    import termios

    with suppress(termios.error):
        termios.tcsetattr(INPUT, termios.TCSANOW, before)
