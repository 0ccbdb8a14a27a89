"""Whether a terminal speaks UTF-8, asked of the terminal itself: to those that do, `é` is one column, and not two."""

import os
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = (
    0.3  # seconds for one round trip; a terminal that has not answered by then is believed to be its locale's
)
QUESTION = b"\r\xc3\xa9\x1b[6n"
ERASED = b"\r\x1b[K"
ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
INPUT, OUTPUT = 0, 1


class Question:
    """What was asked, and what has come back so far."""

    def __init__(self) -> None:
        self.asked_at = time.monotonic()
        self.received = b""
        self.utf8: bool | None = None  # None: no answer
        os.write(OUTPUT, QUESTION)

    def wait(self) -> bool | None:
        """Wait for the answer, until patience is over. What else was typed meanwhile is left in `received`."""
        while self.utf8 is None and self.comes_more():
            self.received += os.read(INPUT, 1024)
            if answer := ANSWER.search(self.received):
                self.utf8 = answer[1] == b"2"
                self.received = self.received.replace(answer[0], b"", 1)
        return self.utf8

    def comes_more(self) -> bool:
        left = self.asked_at + PATIENCE - time.monotonic()
        return bool(select.select([INPUT], [], [], max(0.0, left))[0])


@contextmanager
def asked() -> Iterator[Question | None]:
    """Ask, so that the answer can come while something else is done. None where there is no terminal to ask.

    Until the end of the block nothing that is typed is shown; then the terminal is as it was, and the question gone.
    An answer that comes later is read by the app as a report of its cursor, which it does nothing with.
    """
    if sys.platform == "win32" or not (os.isatty(INPUT) and os.isatty(OUTPUT)):
        yield None
        return
    import termios

    before = termios.tcgetattr(INPUT)
    quiet = termios.tcgetattr(INPUT)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(INPUT, termios.TCSANOW, quiet)
    try:
        yield Question()
    finally:
        os.write(OUTPUT, ERASED)
        termios.tcsetattr(INPUT, termios.TCSANOW, before)
