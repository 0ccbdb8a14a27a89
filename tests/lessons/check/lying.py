"""Lessons that lie: an honest one with an edit to its files, and the sentence that has to come of it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from lessons.check.cache import Cache
from lessons.check.course import folder_at, prove_folder
from lessons.check.folder import prove_lesson_at
from lessons.check.proof import Proof
from lessons.check.workers import Workers

HONEST = Path(__file__).parent / "honest"
LIES = Path(__file__).parent / "lies"
Change = tuple[str, str, str]  # a file, a text that stands in it, and what stands there instead


@dataclass(frozen=True)
class Lie:
    """A change to an honest lesson, and part of the sentence that refuses it; none where it should still pass."""

    name: str
    lesson: str
    changes: tuple[Change, ...]
    expected: str = ""


def lie(name: str, lesson: str, *changes: Change, expected: str) -> Lie:
    """`lie("wide bounds", "break", ("lesson.toml", before, after), expected="no wider than")`."""
    return Lie(name, lesson, changes, expected)


def honest(name: str, lesson: str, *changes: Change) -> Lie:
    """A change after which everything is still proved."""
    return Lie(name, lesson, changes)


def families() -> dict[str, list[Lie]]:
    """Every list of lies and honest edits, by the name of its file."""
    files = sorted(path.stem for path in LIES.glob("*.py") if path.stem != "__init__")
    modules = {name: import_module(f"tests.lessons.check.lies.{name}") for name in files}
    return {name: [*module.LIES, *getattr(module, "HONEST", [])] for name, module in modules.items()}


def write(told: Lie, parent: Path) -> Path:
    """Write the lesson that tells this lie. An empty `before` adds to the end of a file, or makes one."""
    folder = parent / told.lesson
    shutil.copytree(HONEST / told.lesson, folder)
    for file, before, after in told.changes:
        path = folder / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        assert before in text, f"{told.name}: {before!r} does not stand in {told.lesson}/{file}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace(before, after, 1) if before else text + after, encoding="utf-8")
    return folder


def proofs_of(folder: Path, workers: Workers, cache: Cache) -> Iterator[Proof]:
    whole = folder_at(folder)
    yield from prove_folder(whole)
    for place in whole.lessons:
        yield from prove_lesson_at(place, whole, workers, cache, whatever_it_says=True)


def sentences(proofs: Iterator[Proof]) -> list[str]:
    """What fails, in words."""
    return [f"{proof.what}: {proof.problem}" for proof in proofs if not proof.holds]
