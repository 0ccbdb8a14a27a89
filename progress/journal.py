"""The journal: everything that a learner did, in order, each event on the disk before `append` returns.

Where saving fails, `append` keeps the event in memory and says so in `trouble`; every later append, and
`retry`, tries again, in order.
"""

import os
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from progress.block import new_event, write_block
from progress.damaged import SetAside, set_aside
from progress.disk import Disk
from progress.errors import ProgressError
from progress.event import Event
from progress.header import FORMAT, write_header
from progress.lock import WriteLock
from progress.payload import write_inline
from progress.progress_file import NAME, News, ProgressFile
from progress.scan import decode, scan
from progress.trouble import Trouble, trouble_from


def local_time() -> datetime:
    """Now, with the offset of the learner's clock."""
    return datetime.now().astimezone()


class Journal:
    """One learner's events. Any number of sessions may have the same journal open and append to it."""

    def __init__(
        self,
        folder: Path | None,
        *,
        version: str,
        clock: Callable[[], datetime] = local_time,
        disk: Disk | None = None,
        patience: float = 2.0,
    ) -> None:
        self.folder = folder
        self.version = version
        self.trouble: Trouble | None = None
        self.set_aside: tuple[SetAside, ...] = ()
        self.header: dict[str, Any] = {}
        self._clock = clock
        self._disk = disk or Disk()
        self._saved: list[Event] = []
        self._unsaved: list[Event] = []
        self._ids: set[str] = set()
        self._all: tuple[Event, ...] | None = None
        self._one_thread = threading.RLock()
        if folder is not None:
            self._file = ProgressFile(folder / NAME, self._disk)
            self._lock = WriteLock(folder / f"{NAME}.lock", patience)

    @classmethod
    def open(cls, folder: Path, *, version: str, **options: Any) -> "Journal":
        """The journal in a learner's folder: whatever is good in it, and nothing raises."""
        journal = cls(Path(folder), version=version, **options)
        journal.refresh()
        if journal.trouble is None:
            journal.trouble = _foreseen(Path(folder) / NAME)
        return journal

    @classmethod
    def in_memory(cls, version: str, **options: Any) -> "Journal":
        """A journal for going on without saving: every event stays unsaved, and can be exported."""
        return cls(None, version=version, **options)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order, saved or not."""
        if self._all is None:
            self._all = (*self._saved, *self._unsaved)
        return self._all

    @property
    def unsaved(self) -> tuple[Event, ...]:
        """What is only in memory."""
        return tuple(self._unsaved)

    def append(self, kind: str, /, lesson: str | None = None, **payload: Any) -> Event:
        """Record that something happened. When this returns, it is on the disk, or `trouble` says why it is not."""
        write_inline(payload)  # refuse what cannot be written before anything is touched
        with self._one_thread:
            made: list[Event] = []

            def make() -> None:
                latest = max((event.id for event in (*self._saved[-1:], *self._unsaved[-1:])), default="")
                time = self._clock()
                made.append(new_event(kind, lesson, payload, version=self.version, time=time, latest=latest))
                self._unsaved.append(made[0])
                self._all = None

            self._save(make)
            if not made:
                make()
            return made[0]

    def retry(self) -> bool:
        """Try to save what is unsaved; True if nothing is left in memory only."""
        with self._one_thread:
            if self._unsaved:
                self._save(lambda: None)
            return not self._unsaved

    def refresh(self) -> None:
        """Take in what other sessions wrote."""
        if self.folder is None or not self.folder.is_dir():
            return
        with self._one_thread:
            try:
                with self._lock:
                    self._take_in(self._file.read())
            except OSError:
                self._refresh_without_lock()

    def export_unsaved(self, path: Path) -> None:
        """Write what is only in memory to a progress file of its own, which can be merged later."""
        learner = self.folder.name if self.folder else "unsaved"
        text = write_header(learner, self._clock()) + "".join(
            f"\n{write_block(event)}" for event in self._unsaved
        )
        try:
            self._disk.replace(Path(path), text.encode())
        except OSError as error:
            raise ProgressError(
                f"{path} could not be written ({error.strerror}). Choose another place."
            ) from None

    def _save(self, make: Callable[[], None]) -> None:
        if self.folder is None:
            return
        try:
            self._disk.make_folder(self.folder)
            with self._lock, self._file.opened_to_append() as file:
                self._take_in(self._file.news(file))
                make()
                self._refuse_newer_format()
                header = write_header(self.folder.name, self._clock()) if self._file.is_empty else ""
                blocks = "".join(f"\n{write_block(event)}" for event in self._unsaved)
                self._file.append(file, (header + blocks).encode())
        except OSError as error:
            self.trouble = trouble_from(error, self.folder / NAME)
        except ProgressError as error:
            self.trouble = Trouble("newer-format", str(error))
        else:
            self._saved += self._unsaved
            self._ids.update(event.id for event in self._unsaved)
            self._unsaved.clear()
            self.trouble = None

    def _refuse_newer_format(self) -> None:
        number = self.header.get("format", FORMAT)
        if isinstance(number, int) and number > FORMAT:
            raise ProgressError(
                f"This progress file is of format {number}, from a newer lynx-tutor; this one writes format {FORMAT}. "
                "Update lynx-tutor to save. Until then everything is kept in memory."
            )

    def _refresh_without_lock(self) -> None:
        try:
            self._take_in(self._file.read())
        except FileNotFoundError:
            pass
        except OSError as error:
            assert self.folder is not None
            self.trouble = trouble_from(error, self.folder / NAME)

    def _take_in(self, news: News | None) -> None:
        """Add what was found in the file to what we know."""
        if news is None or self.folder is None:
            return
        found = scan(decode(news.content), expect_header=news.whole)
        damage = set_aside(self.folder, found.damage, self._disk)
        if news.whole:
            self.header, self.set_aside = found.header, damage
            self._saved, self._ids = found.events, {event.id for event in found.events}
        else:
            self.set_aside += damage
            fresh = [event for event in found.events if event.id not in self._ids]
            self._saved += fresh
            self._ids.update(event.id for event in fresh)
        self._unsaved = [event for event in self._unsaved if event.id not in self._ids]
        self._all = None


def _foreseen(path: Path) -> Trouble | None:
    """Trouble that can be seen before the first write: a folder that cannot be written."""
    place = path if path.exists() else next(each for each in path.parents if each.exists())
    if place != path and not place.is_dir():
        return trouble_from(NotADirectoryError(20, "not a folder"), path)
    return None if os.access(place, os.W_OK) else trouble_from(PermissionError(13, "not allowed"), path)
