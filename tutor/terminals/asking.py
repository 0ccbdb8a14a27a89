"""Asking the terminal itself whether it speaks UTF-8: to those that do, `é` is one column, and not two."""

import os
import re
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

PATIENCE_S = 0.3  # for one round trip; after them a terminal is believed to be its locale's
QUESTION = b"\r\xc3\xa9\x1b[6n\r\x1b[K"  # the letter is gone again before anybody sees it
ANSWER = re.compile(rb"\x1b\[\d+;(\d+)R")
INPUT, OUTPUT = 0, 1
IFLAG, LFLAG, CC = 0, 3, 6  # places in the settings of a terminal

Settings = list[Any] | None


class Question:
    """A question to the terminal, and what has come back so far."""

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
        """Return what comes next; nothing where patience is over, or the line has dropped."""
        left = self.asked_at + PATIENCE_S - time.monotonic()
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
    can_ask = termios and os.isatty(INPUT) and os.isatty(OUTPUT)
    # Nobody but Ctrl+C ends a start that hangs.
    before = take_keys(INPUT, leaves_signals=True) if can_ask else None
    try:
        yield Question() if before else None
    finally:
        give_back(INPUT, before)


def settings_of(descriptor: int) -> Settings:
    """Return the settings of a terminal; None where there is none, or the line has dropped."""
    if termios:
        with suppress(termios.error):
            return termios.tcgetattr(descriptor)
    return None


def take_keys(descriptor: int, leaves_signals: bool = False) -> Settings:
    """Let keys come as they are pressed, unseen; return the former settings, or None where the line has dropped."""
    before, mode = settings_of(descriptor), settings_of(descriptor)
    if before is None or mode is None:
        return None
    mode[LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | (0 if leaves_signals else termios.ISIG))
    mode[IFLAG] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    mode[IFLAG] &= ~termios.ISTRIP
    mode[CC][termios.VMIN] = 1
    give_back(descriptor, mode)
    return before


def give_back(descriptor: int, settings: Settings) -> None:
    """Let the terminal have these settings, if it is still there."""
    if settings is not None:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSANOW, settings)
