"""The learner's own code of one lesson: kept in their workspace, and judged by how it behaves."""

import shutil
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import HEALTHY, Experiment, Lesson, Prose
from lessons.course.lesson.page import Block, Strings, Words
from lessons.course.lesson.state import Judged
from lessons.course.lesson.value_words import number
from lessons.course.steps.behaviour import YOURS, as_checked
from lessons.course.steps.behaviour_words import BehaviourWords
from lessons.course.steps.hints import first_text
from lessons.course.steps.plan import SEED
from lessons.judge.judging import JudgeRun
from lessons.judge.workspace import ANSI, Unreadable, read_copy, set_aside, write_own
from progress.disk import PRIVATE_FOLDER, WriteLock, mark_of

MAX_CHANGES = 400  # lines of a diff that a journal keeps


def judging() -> ModuleType:
    """Return the module that judges, imported once there is something to judge: it needs NumPy."""
    from lessons.judge import judged_behaviour

    return judged_behaviour


class Workbench:
    """A learner's folder, and the lesson they write code for.

    The copy may be written elsewhere too: by another window, or in an editor of the learner's own. What stands there
    and was not read here is never written over: a draft gives way to it, and what is judged sets it aside.
    """

    def __init__(self, folder: Path, place: LessonMode) -> None:
        self.place, self.workspace = place, folder / "workspace" / place.lesson.id / place.mode
        self.known = ""  # the text that the learner goes on from: read from the copy, or written to it
        self._seen: tuple[int, ...] | None = None  # of the copy, when it was last looked at
        self._odd: tuple[str, str] | None = None  # about the copy, as it was last read: a key, and a file's name
        self._told = set[tuple[str, str]]()

    @property
    def file(self) -> str:
        lesson = self.place.lesson
        return lesson.lab.file if lesson.lab else lesson.edits[0].file

    @property
    def path(self) -> Path:
        return self.workspace / self.file

    def own_text(self) -> str | None:
        """Return the learner's own version of the file, where there is one. What cannot be read is set aside."""
        try:
            found = read_copy(self.workspace, self.file)
        except Unreadable:
            self._odd = "repair.unreadable", self.path.name
            with suppress(OSError):  # then nothing can be written there, and judging says so
                self._odd = "repair.set_aside", set_aside(self.path).name
            return None
        if found and found[1] == ANSI:
            self._odd = "repair.ansi", self.path.name
        return found[0] if found else None

    def odd_words(self, text: Strings) -> str:
        """Return a notice about the copy as it was last read, if it is odd; once, however often it is saved so."""
        found, self._odd = self._odd, None
        if not found or found in self._told:
            return ""
        self._told.add(found)
        return text(found[0], file=found[1])

    def go_on_from(self, text: str) -> None:
        self.known, self._seen = text, mark_of(self.path)

    def news(self) -> str | None:
        """Return the text written elsewhere since, or None; looked for only if the file is not as it was."""
        if (mark := mark_of(self.path)) == self._seen:
            return None
        self._seen = mark
        return self.foreign_text()

    def newest(self, code: str) -> str:
        """Return the text written elsewhere since, and go on from it; else the code as it is."""
        if (text := self.news()) is None:
            return code
        self.go_on_from(text)
        return text

    def foreign_text(self) -> str | None:
        text = self.own_text()
        return text if text != self.known else None

    def draft(self, code: str) -> bool:
        """Keep what was typed. False: something else was written meanwhile, and stays. Raises OSError."""
        if code == self.known:
            return True
        with self.lock():
            foreign = self.foreign_text()
            if foreign is None:
                self.write(code)
        return foreign in (None, code)

    def keep(self, code: str, copy: Path | None = None) -> Path:
        """Keep the code in its folder, or in `copy`, and set aside what was written elsewhere. Raises OSError."""
        with self.lock():
            if self.foreign_text() not in (None, code):  # a copy beside it keeps that
                own = self.path
                others = (own.with_name(f"{own.name}-before-{number}") for number in count(1))
                shutil.copy2(own, next(other for other in others if not other.exists()))
            folder = self.write(code)
            return Path(shutil.copytree(folder, copy)) if copy else folder

    def write(self, code: str) -> Path:
        folder = write_own(self.workspace, self.place.lesson, code)
        self.go_on_from(code)
        return folder

    def lock(self) -> WriteLock:
        """Return a lock, under which nobody else looks and writes."""
        self.workspace.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        return WriteLock(self.workspace / ".lock")

    def judged(self, code: str, trial: JudgeRun | None = None) -> Judged:
        """Keep the code, judge it and see how it behaves, in a process of its own. Raises OSError or Stopped."""
        trial, lesson = trial or JudgeRun(), self.place.lesson
        with TemporaryDirectory(ignore_cleanup_errors=True) as own:  # who types on writes to the learner's copy
            folder = self.keep(code, Path(own) / "judged")
            found = judging().judge(folder, lesson, trial=trial)
            # Of a pack nothing is drawn beside the verdict: its own break would be trained in this process.
            seen = None if "/" in lesson.id else judging().behaviour(folder, lesson, found, SEED, trial)
        plain = seen.as_plain() if seen else as_checked(found.checks) if found.checks else None
        changes = unified_diff(first_text(lesson)[0].splitlines(), code.splitlines(), lineterm="", n=1)
        own = "\n".join(line for line in islice(changes, 2, MAX_CHANGES) if line[:2] != "@@")
        return Judged(found.passed, found.reason, found.detail, own, behaviour=plain, parts=dict(found.parts) or None)

    def seen_in(self, experiment: Experiment, lesson: Lesson, page: Prose, text: Strings) -> tuple[Block, ...]:
        """Train another lesson's network on what was written in this lab, if that still passes."""
        lab = self.place.lesson
        found = judging().on_own_code(self.workspace, lab, experiment, SEED)
        told = {"file": self.file, "lab": lab.prose[text.language].title}
        if found is None:
            return (Words(text("own.fails", **told), "note"),)
        named = replace(page, sections={**page.sections, f"arm {HEALTHY}": text("own.library")})
        curves = BehaviourWords(found, lesson, named, text).curves((HEALTHY, YOURS))
        ends = {side: number(losses[-1]) for side, losses in found.losses.items()}
        return Words(text("own.runs", **told, **ends)), curves
