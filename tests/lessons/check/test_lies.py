"""A lesson that lies is refused in a sentence that says so; an honest one, changed, still passes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessons.check.cache import Cache
from lessons.check.workers import Workers
from tests.lessons.check.lying import HONEST, Lie, families, proofs_of, sentences, write

TOLD = [(family, told) for family, lies in families().items() for told in lies]
LIES = [pytest.param(told, id=f"{family}: {told.name}") for family, told in TOLD if told.expected]
TRUE = [pytest.param(told, id=f"{family}: {told.name}") for family, told in TOLD if not told.expected]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """What is trained for one lie need not be trained for the next, in whichever process it is told."""
    of_this_process = tmp_path_factory.getbasetemp()
    return Cache(
        (of_this_process.parent if "PYTEST_XDIST_WORKER" in os.environ else of_this_process) / "kept"
    )


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(1) as workers:
        yield workers


@pytest.mark.parametrize("name", sorted(path.name for path in HONEST.iterdir()))
def test_an_honest_lesson_passes(name: str, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    folder = write(Lie("nothing", name, ()), tmp_path)
    assert sentences(proofs_of(folder, workers, kept)) == []


@pytest.mark.parametrize("told", LIES)
def test_a_lie_is_refused_in_a_sentence(told: Lie, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    found = sentences(proofs_of(write(told, tmp_path), workers, kept))
    assert any(told.expected in each for each in found), "\n".join(found) or "everything was proved"
    assert not any("a fault of lynx-tutor" in each for each in found)


@pytest.mark.parametrize("told", TRUE)
def test_an_honest_edit_still_passes(told: Lie, tmp_path: Path, kept: Cache, workers: Workers) -> None:
    assert sentences(proofs_of(write(told, tmp_path), workers, kept)) == []
