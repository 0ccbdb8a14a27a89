"""A proof: one thing that was checked of a lesson, what was found, and how to mend what is wrong."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proof:
    """One thing that was checked. What is wrong stands in `problem`; what would only be better, in `advice`."""

    lesson: str
    what: str
    problem: str = ""  # what was found, and what was expected
    file: str = ""  # where to mend it, within the lesson's folder
    line: int | None = None
    mend: str = ""  # what to write there
    advice: str = ""
    shown: str = ""  # what was measured, where it holds

    @property
    def holds(self) -> bool:
        return not self.problem

    @property
    def place(self) -> str:
        """`lesson.toml:12`."""
        return f"{self.file}:{self.line}" if self.line else self.file
