"""The learner's own code of one lesson: kept in their workspace, and judged by how it behaves."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lessons.acts import Judged
from lessons.behaviour import as_checked
from lessons.course import LessonMode
from lessons.hunt import first_text
from lessons.page import Change
from lessons.steps import SEED

if TYPE_CHECKING:  # with NumPy, which opening a lesson does not need
    from lessons.runs.trial import Trial


@dataclass(frozen=True)
class Workbench:
    """A learner's folder, and the lesson they write code for."""

    folder: Path
    place: LessonMode

    @property
    def workspace(self) -> Path:
        """Where the learner's own code of this lesson lives."""
        return self.folder / "workspace" / self.place.lesson.id / self.place.mode

    def with_own_text(self, want: Change) -> Change:
        """The learner's own version of the file, where there is one."""
        from lessons.runs.workspace import read_own

        return replace(want, text=read_own(self.workspace, want.file) or want.text)

    def keep(self, code: str) -> Path:
        """Keep the learner's code in their workspace. Raises OSError where it cannot be written."""
        from lessons.runs.workspace import write_own

        return write_own(self.workspace, self.place.lesson, code)

    def judged(self, code: str, trial: "Trial | None" = None) -> Judged:
        """Keep the code, judge it and see how it behaves, in a process of its own. May take a while.

        Raises OSError where it cannot be kept, and Stopped where the trial was stopped.
        """
        from lessons.runs.behaving import behaviour
        from lessons.runs.judge import judge
        from lessons.runs.lab_report import report
        from lessons.runs.trial import Trial

        trial, lesson = trial or Trial(), self.place.lesson
        folder = self.keep(code)
        found = judge(folder, lesson, trial=trial)
        seen = behaviour(folder, lesson, found, SEED, trial)
        checks = report(folder, lesson, found, trial)
        plain = seen.as_plain() if seen else as_checked(checks) if checks else None
        return Judged(found.passed, found.reason, found.detail, self.own_line(code), behaviour=plain)

    def own_line(self, code: str) -> str:
        """The first line that is the learner's own, for their notes."""
        before = set(first_text(self.place.lesson)[0].splitlines())
        own = (line.strip()[:200] for line in code.splitlines() if line not in before and line.strip())
        return next(own, "")
