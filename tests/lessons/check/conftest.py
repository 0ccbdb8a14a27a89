"""The processes that proofs need, begun once, and what a family of proofs finds wrong with a lesson."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lessons.check.evidence import Evidence, Workers
from lessons.check.pages import Proof
from lessons.course.lesson.lesson import Lesson

Running = Callable[[Lesson, Evidence], Iterator[Proof]]
Failures = Callable[..., list[tuple[str, str]]]


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    with Workers(1) as workers:
        yield workers


@pytest.fixture
def evidence_of(workers: Workers) -> Iterator[Callable[[Lesson], Evidence]]:
    made: list[Evidence] = []

    def make(lesson: Lesson) -> Evidence:
        made.append(Evidence(lesson, workers))
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
