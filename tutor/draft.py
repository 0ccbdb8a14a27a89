"""Words typed on a lesson's last page before they are an event: in a file, so that a kill costs a second at most."""

from contextlib import suppress
from pathlib import Path

from lessons.course import LessonMode
from progress.disk import Disk, read_plain_file

FOLDER = "drafts"


class Draft:
    """The file of one lesson. Where it cannot be written the words are on the screen, and in the journal later."""

    def __init__(self, folder: Path, place: LessonMode) -> None:
        self.path = folder / FOLDER / f"{place.lesson.id}.{place.mode}.md"
        self.words = ""  # that were kept here last

    def keep(self, words: str) -> None:
        """Put the words in the file, whole or not at all."""
        if words != self.words:
            self.words = words
            with suppress(OSError):
                Disk().replace(self.path, words.encode("utf-8", "replace"))

    def found(self) -> str:
        """Return what somebody typed here who never left the page: their process was killed."""
        try:
            return read_plain_file(self.path).decode().strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def remove(self) -> None:
        with suppress(OSError):
            self.path.unlink()
