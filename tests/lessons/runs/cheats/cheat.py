"""A way to cheat the judge, to hang it, or to escape it: what a file may say instead of being right.

Each stands in the file that Break 00 is in, its line still broken, or in a lab's file. The tests judge them all, and
tests/benchmarks/judge_cheats.py prints what each costs a learner.
"""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent

from lessons.lesson import Lesson
from lessons.load import CONTENT, load_lesson
from lessons.runs.edits import edited_text

BREAK, LAB = load_lesson(CONTENT / "break-gelu-identity"), load_lesson(CONTENT / "build-linear")
FILE = BREAK.edits[0].file


@dataclass(frozen=True)
class Cheat:
    """A way, in a line or two of Python, and the reasons that the judge may find."""

    family: str
    way: str
    reasons: str
    line: str = "return x + 0"  # in the place of the broken line
    more: str | Callable[[], str] = ""  # after the end of the file
    lab: str | Callable[[], str] = ""  # a whole file of the lab, where it is one
    seconds: float = 20

    @property
    def lesson(self) -> Lesson:
        return LAB if self.lab else BREAK

    def files(self) -> dict[str, str]:
        """The texts to judge, by their file."""
        if self.lab:
            assert LAB.lab is not None
            return {LAB.lab.file: dedent(self.lab() if callable(self.lab) else self.lab)}
        more = self.more() if callable(self.more) else self.more
        return {FILE: broken_with(self.line) + "\n" + dedent(more)}


def broken_with(line: str) -> str:
    """The file with this in the place of the broken line of GELU."""
    head, gelu, rest = edited_text(BREAK.edits, FILE).partition("class GELU")
    lines = rest.split("\n")
    at = max(number for number, each in enumerate(lines) if each == "        return x" and number < 25)
    lines[at] = "\n".join("        " + each for each in dedent(line).strip("\n").split("\n"))
    return head + gelu + "\n".join(lines)


# ---- what several cheats begin with -----------------------------------------


# What several cheats begin with: the frames that call them, and the judge's own table of calls.
FRAMES = """
import sys
def frames():
    frame = sys._getframe()
    while frame is not None:
        yield frame
        frame = frame.f_back
"""
FIND_CALLS = FRAMES + "CALLS = next(f.f_globals['CALLS'] for f in frames() if 'CALLS' in f.f_globals)\n"
