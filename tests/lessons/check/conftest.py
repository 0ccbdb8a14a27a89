"""The processes that proofs need, begun once, and what a family of proofs finds wrong with a lesson."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from lessons.check.evidence import Evidence
from lessons.check.pages import Proof
from lessons.course.lesson.lesson import Lesson
from lessons.engine.pool import Pool

Running = Callable[[Lesson, Evidence], Iterator[Proof]]
Failures = Callable[..., list[tuple[str, str]]]


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    with closing(Pool(1)) as pool:
        yield pool


@pytest.fixture
def evidence_of(pool: Pool) -> Iterator[Callable[[Lesson], Evidence]]:
    made: list[Evidence] = []

    def make(lesson: Lesson) -> Evidence:
        made.append(Evidence(lesson, pool))
        return made[-1]

    yield make
    for evidence in made:
        evidence.close()


@pytest.fixture
def failed(evidence_of: Callable[[Lesson], Evidence]) -> Failures:
    def failed(family: Running, lesson: Lesson) -> list[tuple[str, str]]:
        proofs: Any = family(lesson, evidence_of(lesson))
        return [(proof.what, proof.problem) for proof in proofs if not proof.holds]

    return failed
