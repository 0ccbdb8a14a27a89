"""The terminal itself: its size, the modes it is asked for, and writing to it in a thread."""

import os
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TextIO

PATIENCE_S = 2.0  # that the end waits for a terminal that takes nothing
HOVERING = "?1003"  # every movement: left on by a line that drops, it types junk into a shell
DRAGGING = "?1002"  # movement while a button is down
ALTERNATE = "?1049"


class Output(threading.Thread):
    """Writes bytes in the order in which they came, and lets nobody wait, not even for a terminal that has stopped."""

    def __init__(self, stream: TextIO, ready: Callable[[], None], dropped: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self.stream, self.ready, self.dropped = stream, ready, dropped
        self.waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self.left = 0  # pieces not written yet

    def put(self, text: str) -> None:
        self.left += 1
        self.waiting.put(text.encode(self.stream.encoding, self.stream.errors or "replace"))

    def run(self) -> None:
        while (piece := self.waiting.get()) is not None:
            try:
                while piece:
                    piece = piece[os.write(self.stream.fileno(), piece) :]
            except OSError:
                self.dropped()
                return
            self.left -= 1
            if not self.left:
                self.ready()

    def close(self) -> None:
        """Write what is left, if the terminal still takes it."""
        self.waiting.put(None)
        self.join(PATIENCE_S)


def size_of(*descriptors: int) -> tuple[int, int]:
    """Return the window's size, whatever the environment says; 80×24 where the terminal does not know it."""
    for descriptor in descriptors:
        with suppress(OSError):
            width, height = os.get_terminal_size(descriptor)
            if width and height:
                return width, height
    return 80, 24


def forget_keys(descriptor: int) -> None:
    """Throw away what was typed and not read."""
    with suppress(termios.error):
        termios.tcflush(descriptor, termios.TCIFLUSH)


def begun(mouse: bool, alternate: bool) -> str:
    """Ask for another screen, no cursor, the mouse, pastes that say they are some, and no line that wraps."""
    over_ssh = os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY")
    moving = DRAGGING if over_ssh else HOVERING
    asked = [ALTERNATE if alternate else "", *(("?1000", moving, "?1006") if mouse else ()), "?1004", "?2004"]
    return "".join(f"\x1b[{mode}h" for mode in asked if mode) + "\x1b[?25l\x1b[?7l"


def ended(mouse: bool, alternate: bool) -> str:
    """Give the same back; also what nobody asked for, since a terminal may have had it on."""
    given_back = ["?2004", "?1004", *(("?1006", HOVERING, DRAGGING, "?1000") if mouse else ())]
    former_screen = f"\x1b[{ALTERNATE}l" if alternate else "\x1b[H\x1b[2J"
    modes = "".join(f"\x1b[{mode}l" for mode in given_back)
    return f"\x1b[m\x1b[r\x1b[?7h{modes}{former_screen}\x1b[?25h"
