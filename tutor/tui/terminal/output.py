"""Writing to the terminal in a thread: whoever writes never waits, not even for a terminal that has stopped."""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TextIO

PATIENCE = 2.0  # seconds that the end waits for a terminal that takes nothing


class Output(threading.Thread):
    """Writes bytes in the order in which they came. Says when it has nothing left, and when the line has dropped."""

    def __init__(self, stream: TextIO, ready: Callable[[], None], dropped: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self.stream, self.ready, self.dropped = stream, ready, dropped
        self.waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self.left = 0  # pieces not written yet

    @property
    def is_idle(self) -> bool:
        return not self.left

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
            if self.is_idle:
                self.ready()

    def close(self) -> None:
        """Write what is left, if the terminal still takes it."""
        self.waiting.put(None)
        self.join(PATIENCE)
