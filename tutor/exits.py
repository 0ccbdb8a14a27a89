"""Ends of a command: its exit codes, and the refusal that becomes a sentence on stderr."""

import signal
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it would delay the first paint
    from asyncio import AbstractEventLoop

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def call_when_ended(loop: "AbstractEventLoop", do: Callable[[], object], *names: str) -> None:
    """Call `do` when one of these signals comes; what a system has no signal or no handler for is left out."""
    for name in names:
        with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(getattr(signal, name), do)


class Refused(Exception):
    """A request that cannot be done: a sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code
