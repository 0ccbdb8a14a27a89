"""Repairs and labs: what is right passes, and what is not fails."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY, edited_files, edited_text
from lessons.runs.judge import Judgement, judge
from lessons.runs.workspace import copy_library

TRIED = "\n# tried\n"  # what is unchanged is not judged


def prove_repair(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The break fails as shipped, and the healthy library passes."""
    if lesson.repair is None:
        return
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-check-") as folder:
        package = Path(folder) / LIBRARY.name
        copy_library(LIBRARY, package)
        yield Proof(lesson.id, "the repair passes", failure(judge(package, lesson)))
        for file in edited_files(lesson.edits):
            (package.parent / file).write_text(edited_text(lesson.edits, file) + TRIED, encoding="utf-8")
        broken = judge(package, lesson)
        problem = "the broken library is judged repaired." if broken.passed else ""
        yield Proof(lesson.id, "the break fails", problem)


def prove_lab(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The solution passes, and the text to begin with fails."""
    if lesson.lab is None:
        return
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-check-") as folder:
        file = Path(folder) / lesson.lab.file
        file.write_text(lesson.lab.solution, encoding="utf-8")
        yield Proof(lesson.id, "the solution passes", failure(judge(Path(folder), lesson)))
        file.write_text(lesson.lab.begin + TRIED, encoding="utf-8")
        empty = judge(Path(folder), lesson)
        yield Proof(lesson.id, "the beginning fails", "it is judged as done." if empty.passed else "")


def failure(judgement: Judgement) -> str:
    return "" if judgement.passed else f"{judgement.reason}: {judgement.detail}"
