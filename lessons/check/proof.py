"""A proof: one thing that was checked of a lesson, and what was found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proof:
    """One verdict. It holds, or `problem` says what is wrong; `advice` says what would only be better."""

    lesson: str
    what: str
    problem: str = ""  # what was found, and what was expected; or "not judged, because …"
    file: str = ""  # where to mend it, within the lesson's folder
    line: int | None = None
    advice: str = ""
    shown: str = ""  # what was measured, where it holds

    @property
    def holds(self) -> bool:
        return not self.problem

    @property
    def place(self) -> str:
        """Return `lesson.toml:12`."""
        return f"{self.file}:{self.line}" if self.line else self.file
