"""minimodel as a learner has changed it to play with: files of their own copy, which train in a process with limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Edit, Lesson
from lessons.course.lesson.source import NO_PYTHON, compile_only, healthy_text, source_files
from lessons.course.play.knobs import MINE
from lessons.format.dare import narrowed
from tutor.learner import Learner
from tutor.library import Library
from tutor.words.text import reason_of
from tutor.workbench import Workbench

PLACE = "play"  # in the learner's workspace, as if it were a lesson


@dataclass
class OwnChange(Library):
    """The library with the learner's own files in it: to read, to edit, and to train with."""

    benches: dict[str, Workbench] = field(default_factory=dict)

    def bench(self, file: str) -> Workbench:
        """Return the place where a file is edited."""
        lesson = Lesson(PLACE, Path(), edits=(Edit(file, "", ""),))
        return self.benches.setdefault(file, Workbench(self.learner.folder, LessonMode(lesson, "open")))

    def code(self, file: str) -> str:
        """Return the learner's text of a file; the healthy one where they have none."""
        text = self.bench(file).own_text()
        return healthy_text(file) if text is None else text

    def opened(self, file: str) -> str:
        """Return the text of a file that is to be edited; what others write to it from now on is not written over."""
        text = self.code(file)
        self.bench(file).go_on_from(text)
        return text

    def kept(self, file: str, text: str) -> str:
        """Keep the text of a file, and return what is wrong with it, or with keeping it; `""` if all is well."""
        try:
            if text != self.bench(file).known:
                self.bench(file).keep(text)
            compile_only(text)
        except OSError as error:
            return self.text("repair.unwritable", detail=reason_of(error, self.text))
        except NO_PYTHON as error:
            line, problem = getattr(error, "lineno", 0) or 0, getattr(error, "msg", str(error))
            return self.text("play.mine_syntax", file=file, line=line, problem=problem)
        return ""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return what trains in place of the healthy files, read anew: `()` where nothing was changed."""
        found = ((file, self.code(file)) for file in source_files())
        return tuple(Edit(file, healthy_text(file), text) for file, text in found if text != healthy_text(file))

    @property
    def words(self) -> str:
        """Write what was changed on one line: `minimodel/nn/linear.py: x → 2 * x`."""
        found = map(narrowed, self.edits)
        sides = ((each.file, " ".join(each.before.split()), " ".join(each.after.split())) for each in found)
        return "; ".join(f"{file}: {before} → {after}" for file, before, after in sides)


def edits_of(learner: Learner, change: OwnChange) -> Callable[[str], tuple[Edit, ...]]:
    """Return what finds the edits of a break: the learner's own, or a lesson's. It may raise LessonError."""
    return lambda name: change.edits if name == MINE else learner.course.lessons[name].edits
