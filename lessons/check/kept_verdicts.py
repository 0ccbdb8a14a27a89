"""The verdicts of a lesson that holds, kept until one of its files, its course's or the check's own changes."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from lessons.check.cache import Cache
from lessons.check.proof import Proof
from lessons.lesson import Lesson
from lessons.load import CONTENT

WORDS = sorted(Path(__file__).parent.rglob("*.toml"))  # by which the check reads
SHARED = ("course.toml", "glossary.en.md", "glossary.es.md")  # what lessons of one folder share


def kept_verdicts(lesson: Lesson, cache: Cache) -> list[Proof]:
    """Return what was proved of a lesson as it is now; nothing where it has changed, or did not hold."""
    found = cache.find(question(lesson))
    return [Proof(**each) for each in found] if isinstance(found, list) else []


def keep_verdicts(lesson: Lesson, cache: Cache, proofs: list[Proof]) -> None:
    """Keep the verdicts of a lesson that holds: what fails is judged again."""
    if all(proof.holds for proof in proofs):
        cache.keep(question(lesson), [vars(proof) for proof in proofs])


def question(lesson: Lesson) -> tuple[str, ...]:
    """Return what verdicts rest on, beside the code that the cache knows."""
    own = sorted(path for path in lesson.folder.rglob("*") if path.is_file())
    shared = [folder / name for folder in (lesson.folder.parent, CONTENT) for name in SHARED]
    return "verdicts", lesson.id, digest([*own, *shared, *WORDS])


def digest(paths: Iterable[Path]) -> str:
    found = sha256()
    for path in paths:
        found.update(path.name.encode() + (path.read_bytes() if path.is_file() else b""))
    return found.hexdigest()
