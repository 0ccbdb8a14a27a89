"""A judgement under way: what whoever waits for it reads, and how they stop it."""

from lessons.engine.process import Process


class Stopped(Exception):
    """Raised if the learner did not wait for the verdict: there is none."""


class JudgeRun:
    """One judgement. Whoever waits for it reads what is tried, in a word, and may stop it from any thread."""

    def __init__(self) -> None:
        self.trying, self.number, self.count = "start", 1, 1  # the word, and which of how many it is
        self.stopped = False
        self.process: Process | None = None

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
        self.stopped = True
        if self.process is not None:
            self.process.close()
