"""What somebody hands in as a repair or a lab, as files; and what the judge says of it, kept."""

from collections.abc import Mapping
from typing import Any

from lessons.check.evidence import Evidence
from lessons.exercise import Attempt, Lab
from lessons.lesson import Lesson
from lessons.runs.edits import edited_files, edited_text, healthy_text
from lessons.runs.judge import judge_text
from lessons.source import source, source_files

Files = Mapping[str, str]  # each by its path beside minimodel, or a lab's file by its name
TRIED = "\n# tried\n"  # what is unchanged is not judged


class Unjudged(Exception):
    """An attempt that cannot be handed in: a sentence that says why."""


def judged(evidence: Evidence, lesson: Lesson, files: Files) -> str:
    """Return why the judge refuses these files; nothing where it does not. An answer is kept."""
    question = ("judged", asked_of(lesson), sorted(files.items()))
    found: str = evidence.cache.kept(question, lambda: refusal(evidence, lesson, files))
    return found


def asked_of(lesson: Lesson) -> tuple[Any, ...]:
    """Return all of a lesson that the judge looks at."""
    if lesson.lab:
        return lesson.lab.begin, lesson.lab.checks
    assert lesson.repair is not None
    arms = [(name, each.arms[0]) for name, each in lesson.experiments.items()]
    return lesson.edits, lesson.repair.gradcheck, lesson.repair.seeds, lesson.repair.accept, arms


def refusal(evidence: Evidence, lesson: Lesson, files: Files) -> str:
    """Hand in the files: the judge's own process takes the core of a worker."""
    with evidence.workers.core():
        found = judge_text(lesson, files)
    return "" if found.passed else ": ".join(filter(None, (found.reason, found.detail)))


def healthy_files(lesson: Lesson) -> dict[str, str]:
    return {file: healthy_text(file) for file in edited_files(lesson.edits)}


def broken_files(lesson: Lesson) -> dict[str, str]:
    """Return the break as it is shipped; a remark says that somebody tried."""
    return {file: edited_text(lesson.edits, file) + TRIED for file in edited_files(lesson.edits)}


def files_of(lesson: Lesson, attempt: Attempt) -> dict[str, str]:
    """Return the files of an attempt. Raises Unjudged where the text that it replaces does not stand there once."""
    if lesson.lab:
        return {lesson.lab.file: in_solution(lesson.lab, attempt)}
    if attempt.file:
        return elsewhere(lesson, attempt)
    edit = lesson.edits[0]
    return {**healthy_files(lesson), edit.file: healthy_text(edit.file).replace(edit.before, attempt.code)}


def in_solution(lab: Lab, attempt: Attempt) -> str:
    """Return the whole of a lab's file, or the solution with one text of it replaced."""
    return once(lab.solution, attempt, "the solution") if attempt.before else attempt.code


def elsewhere(lesson: Lesson, attempt: Attempt) -> dict[str, str]:
    """Return the broken library with another text of it replaced."""
    if attempt.file not in source_files():
        raise Unjudged(f"its file, {attempt.file!r}, is not a file of minimodel.")
    text = once(source(lesson.edits, attempt.file), attempt, f"the broken {attempt.file}")
    return {**broken_files(lesson), attempt.file: text}


def once(text: str, attempt: Attempt, where: str) -> str:
    """Return a text with an attempt in the place of what it replaces. Raises Unjudged unless that stands there once."""
    if (count := text.count(attempt.before)) != 1:
        raise Unjudged(
            f"its before, {attempt.before!r}, should stand once in {where}; it stands {count} times."
        )
    return text.replace(attempt.before, attempt.code)
