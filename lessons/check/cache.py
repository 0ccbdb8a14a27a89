"""Keep what was once proved: an answer by a hash of the question, and of all that numbers depend on beside it."""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from lessons.check.pages import Proof
from lessons.course.lesson.lesson import Lesson
from lessons.engine.cluster import fingerprint
from lessons.format.files import CONTENT, TRANSLATED
from lessons.format.own_functions import FILES

KEPT_S = 30 * 86_400
OWN = [f"{name}.{kind}" for name in FILES for kind in ("py", "toml")]
SHARED = ("course.toml", "glossary.en.md", "glossary.es.md", TRANSLATED, *OWN)  # by the lessons of one folder
WORD_LISTS = sorted(Path(__file__).parent.glob("*.toml"))  # by which the check reads


class Cache:
    """A folder of answers. Without a folder, or where it cannot be written, no answer is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def kept(self, question: object, answer: Callable[[], Any]) -> Any:
        """Return the answer to a question that is known by its text; found out, and kept, where it is new."""
        found = self.find(question)
        if found is None:
            found = answer()
            self.keep(question, found)
        return found

    def find(self, question: object) -> Any:
        found = None
        if self.folder:
            path = self.path(self.folder, question)
            with suppress(OSError, ValueError):
                found = json.loads(path.read_text(encoding="utf-8"))
                os.utime(path)
        return found

    def keep(self, question: object, found: Any) -> None:
        """Write an answer; if that fails, it is computed again another time."""
        if self.folder is None:
            return
        path = self.path(self.folder, question)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(found), encoding="utf-8")
            os.replace(fresh, path)
        except OSError:
            fresh.unlink(missing_ok=True)

    def path(self, folder: Path, question: object) -> Path:
        name = sha256(f"{question!r} {fingerprint()}".encode()).hexdigest()[:40]
        return folder / f"{name}.json"

    def forget_old(self) -> None:
        for path in self.folder.glob("*.json") if self.folder else ():
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > KEPT_S:
                    path.unlink()


def kept_verdicts(lesson: Lesson, cache: Cache) -> list[Proof]:
    found = cache.find(files_of(lesson))
    return [Proof(**each) for each in found] if isinstance(found, list) else []


def keep_verdicts(lesson: Lesson, cache: Cache, proofs: list[Proof]) -> None:
    if all(proof.holds for proof in proofs):
        cache.keep(files_of(lesson), [asdict(proof) for proof in proofs])


def files_of(lesson: Lesson) -> tuple[str, ...]:
    """Return a hash of the files that verdicts rest on, beside the code that the cache knows."""
    own = sorted(path for path in lesson.folder.rglob("*") if path.is_file())
    shared = [folder / name for folder in (lesson.folder.parent, CONTENT) for name in SHARED]
    found = sha256()
    for path in (*own, *shared, *WORD_LISTS):
        found.update(path.name.encode() + (path.read_bytes() if path.is_file() else b""))
    return "verdicts", lesson.id, found.hexdigest()
