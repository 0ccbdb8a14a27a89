"""Lessons that lie: an honest one with an edit to its files."""

import shutil
from pathlib import Path

from lessons.check.cache import Cache
from lessons.check.evidence import Evidence
from lessons.check.families import prove_pages, prove_runs
from lessons.course.lesson.values import LessonError
from lessons.engine.pool import Pool
from lessons.format.course import load_lesson

HONEST = Path(__file__).parent / "honest"
Change = tuple[str, str, str]  # a file, a text in it, and what is there instead


def write(lesson: str, changes: tuple[Change, ...], parent: Path) -> Path:
    folder = parent / lesson
    shutil.copytree(HONEST / lesson, folder)
    for file, before, after in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert before in text, f"{before!r} is not in {lesson}/{file}"
        (folder / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    return folder


def failures(folder: Path, pool: Pool, cache: Cache) -> list[str]:
    try:
        lesson = load_lesson(folder)
    except LessonError as error:
        return [str(error)]
    evidence = Evidence(lesson, pool, cache)
    try:
        pages = prove_pages(lesson, evidence)
        runs = prove_runs(lesson, evidence, all(proof.holds for proof in pages))
        return [f"{proof.what}: {proof.problem}" for proof in (*pages, *runs) if not proof.holds]
    finally:
        evidence.close()
