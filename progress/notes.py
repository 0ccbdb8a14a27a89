"""Notes as Markdown for people: a part that the program writes from the events, and the learner's own words.

The written part stands between two marks. What the learner writes before or after them stays; what they change
between them is kept in a dated copy beside the notes before that part is written anew.
"""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

from progress.disk import Disk, read_plain_file
from progress.errors import ProgressError
from progress.sentence import Sentence

BEGIN = "<!-- lynx-tutor writes from here ({digest}); your own words are safe above and below -->"
END = "<!-- lynx-tutor writes to here -->"
WRITTEN = re.compile(
    r"<!-- lynx-tutor writes from here \(([0-9a-f]{12})\)[^\n]*-->\n(.*?)" + re.escape(END), re.DOTALL
)


def write_notes(folder: Path, text: str, *, name: str = "breaks.md", disk: Disk | None = None) -> Path:
    """Bring `notes/<name>` up to date with `text`; ProgressError if it cannot be written."""
    disk = disk or Disk()
    path = folder / "notes" / name
    try:
        old = read_plain_file(path) if os.path.lexists(path) else b""
        before, changed, after = _own_words(old)
        if changed:
            disk.replace(_copy_of(path), old)
        new = (before + _written(text) + after).encode()
        if new != old:
            disk.replace(path, new)
    except OSError as error:
        raise ProgressError(Sentence("notes-not-written", file=path, problem=error.strerror)) from None
    return path


def _own_words(old: bytes) -> tuple[str, bool, str]:
    """Return the learner's words before and after the written part, and whether a copy of the whole must be kept."""
    try:
        text = old.decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        return "", True, ""
    match = WRITTEN.search(text)
    if match is None:
        return (text.rstrip("\n") + "\n\n" if text.strip() else ""), bool(text.strip()), ""
    return text[: match.start()], _digest(match[2]) != match[1], text[match.end() :]


def _written(text: str) -> str:
    body = text.replace(END, "").rstrip("\n") + "\n"
    return f"{BEGIN.format(digest=_digest(body))}\n{body}{END}"


def _copy_of(path: Path) -> Path:
    return path.with_name(f"{path.stem}-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}{path.suffix}")


def _digest(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:12]
