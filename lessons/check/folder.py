"""All that is proved of one lesson's folder: that it loads, what it needs, and everything it says."""

from collections.abc import Callable, Iterator
from pathlib import Path

from lessons.check.cache import Cache
from lessons.check.course import Folder, prove_needs, read_lesson_at
from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.check.proofs import Running, prove
from lessons.check.workers import Workers
from lessons.format import LessonError
from lessons.runs.chunks import Executor

Telling = Callable[[float, int], None]


def prove_lesson_at(
    place: Path,
    folder: Folder,
    workers: Workers,
    cache: Cache,
    tell: Telling = lambda done, total: None,
    further: tuple[Running, ...] = (),
    executor: Executor | None = None,
    whatever_it_says: bool = False,
) -> Iterator[Proof]:
    """Prove one lesson of a folder; where it does not load, that is the proof that fails."""
    try:
        lesson = read_lesson_at(place, folder.course)
    except LessonError as error:
        yield Proof(place.name, "it loads", str(error))
        return
    yield from prove_needs(lesson, folder.course)
    evidence = Evidence(lesson, workers, cache, executor)
    evidence.told = tell
    try:
        yield from prove(lesson, evidence, further, whatever_it_says)
    finally:
        evidence.close()
