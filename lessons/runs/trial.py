"""A judgement under way, seen from outside: what is being tried now, and a way to end it at once."""

import threading
from typing import Protocol


class Stopped(Exception):
    """The learner did not wait for the verdict: there is none."""


class Stoppable(Protocol):
    """A process of judged code."""

    def kill(self) -> None: ...


class Trial:
    """One judgement. Whoever waits for it reads what is tried, in a word, and may stop it from any thread."""

    def __init__(self) -> None:
        self.trying, self.number, self.count = "start", 1, 1  # the word, and which of how many it is
        self.stopped = False
        self.process: Stoppable | None = None
        self.lock = threading.Lock()

    def runs(self, process: Stoppable) -> None:
        """Another process has begun. Raises Stopped where nobody waits for it any more."""
        with self.lock:
            self.process = process
        self.check()

    def tries(self, what: str, number: int = 1, count: int = 1) -> None:
        """Go on to something else. Raises Stopped."""
        self.trying, self.number, self.count = what, number, count
        self.check()

    def check(self) -> None:
        """Go on, or raise Stopped."""
        if self.stopped:
            raise Stopped

    def stop(self) -> None:
        """End it: its process is ended at once, and whoever judges finds out at the next step."""
        with self.lock:
            self.stopped = True
            if self.process is not None:
                self.process.kill()
