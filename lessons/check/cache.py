"""What was once proved is kept: an answer by a hash of the question, and of all that numbers depend on beside it."""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from lessons.runs.fingerprint import fingerprint

KEPT_S = 30 * 86_400


class Cache:
    """A folder of answers. Without a folder, or where it cannot be written, nothing is kept."""

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
        """Return the answer that is kept, or None."""
        if self.folder is None:
            return None
        path = self.path(self.folder, question)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            os.utime(path)
        except (OSError, ValueError):
            return None
        return found

    def keep(self, question: object, found: Any) -> None:
        """Write an answer; nothing is lost where that fails."""
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
        """Delete what nobody has asked for in a month."""
        for path in self.folder.glob("*.json") if self.folder else ():
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > KEPT_S:
                    path.unlink()
