"""The ladder of hints, and the near misses beside it."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence
from lessons.check.proof import Proof
from lessons.lesson import Lesson
from lessons.source import nearness, source


def prove_near_misses(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Each near miss is the answer for some line."""
    for miss in lesson.near_misses:
        count = len(source(lesson.edits, miss.file).splitlines())
        hit = any(nearness(lesson, miss.file, line).near == miss.id for line in range(1, count + 1))
        where = f"no line of {miss.file} is it: {(miss.function or miss.line)!r}."
        yield Proof(lesson.id, f"near miss {miss.id}", "" if hit else where)
