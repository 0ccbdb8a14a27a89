"""The journal: everything that a learner did, in order, each event on the disk before `append` returns.

Where saving fails, `append` keeps the event in memory and says so in `trouble`; every later append, and
`retry`, tries again, in order.
"""

import os
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from progress.backups import upgrade_locked
from progress.block import new_event, write_block
from progress.damaged import SetAside, notices_about, set_aside
from progress.disk import Disk
from progress.errors import ProgressError
from progress.event import Event
from progress.header import FORMAT, format_of, notices_of, refuse_newer_format, write_header
from progress.lock import FAILING, LockHeld, WriteLock, trouble_from
from progress.payload import Payload, write_inline
from progress.progress_file import NAME, ProgressFile, mark_of
from progress.scan import scan
from progress.sentence import Sentence


def local_time() -> datetime:
    """Return the present time, with the offset of the learner's clock."""
    return datetime.now().astimezone()


class Journal:
    """Holds one learner's events. Any number of sessions may have the same journal open and append to it."""

    def __init__(
        self,
        folder: Path,
        *,
        version: str,
        clock: Callable[[], datetime] = local_time,
        disk: Disk | None = None,
        patience: float = 2.0,
    ) -> None:
        self.folder = folder
        self.version = version
        self.set_aside: tuple[SetAside, ...] = ()
        self.header: Mapping[str, Any] = {}
        self.news = 0  # how often something that others wrote was taken in
        self.trouble: str | None = None  # which kind, while saving fails: see `progress.lock`
        self._clock = clock
        self._disk = disk or Disk()
        self._happened: list[tuple[str, str | None, Payload]] = []
        self._unsaved: list[tuple[Event, str]] = []  # with their blocks
        self._saved: list[Event] = []
        self._all: tuple[Event, ...] | None = None
        self._is_wide = False
        self._one_thread = threading.RLock()
        self._file = ProgressFile(folder / NAME, self._disk)
        self._lock = WriteLock(folder / f"{NAME}.lock", patience)
        self._impatient_lock = WriteLock(folder / f"{NAME}.lock", 0.0)
        self._glanced_at: tuple[int, ...] | None = None

    @classmethod
    def open(cls, folder: Path, *, version: str, **options: Any) -> "Journal":
        """Open the journal in a learner's folder: whatever is good in it is read, and nothing raises."""
        journal = cls(Path(folder), version=version, **options)
        journal.refresh()
        journal.trouble = journal.trouble or _foreseeable_trouble(journal._file.path)
        return journal

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order, saved or not."""
        if self._all is None:
            self._all = (*self._saved, *self.unsaved)
        return self._all

    @property
    def unsaved(self) -> tuple[Event, ...]:
        """The events that are only in memory."""
        return tuple([event for event, _ in self._unsaved])

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """What the learner should be told about the file as it was found; empty when all is well."""
        soft = [Sentence("no-locks")] if self._lock.is_soft else []
        return (*notices_of(self.header, self.folder.name), *notices_about(self.set_aside), *soft)

    def append(self, kind: str, /, lesson: str | None = None, **payload: Any) -> Event:
        """Record that something happened. On return it is on the disk, or `trouble` says why not."""
        values = Payload(write_inline(payload))  # refuse what cannot be written before anything is touched
        with self._one_thread:
            self._happened.append((kind, lesson, values))
            self._save()
            return self._unsaved[-1][0] if self._unsaved else self._saved[-1]

    def retry(self) -> bool:
        """Try to save what is unsaved; True if nothing is left in memory only."""
        with self._one_thread:
            if self._unsaved:
                self._save()
            return not self._unsaved

    def refresh(self) -> None:
        """Take in what other sessions wrote."""
        if not os.path.isdir(self.folder):
            return
        with self._one_thread:
            try:
                with self._lock:
                    self._take_in(self._file.read())
            except OSError:  # a folder that only lets us read has no lock, and needs none
                self._refresh_without_lock()

    def glance(self) -> None:
        """Take in what other sessions wrote, unless one is writing just now. Cheap enough for every second."""
        mark = mark_of(self._file.path)
        if mark is None or mark == self._glanced_at:
            return
        with self._one_thread:
            try:
                with self._impatient_lock:
                    self._take_in(self._file.read())
            except LockHeld:
                return  # and look again
            except OSError:
                self._refresh_without_lock()
        self._glanced_at = mark

    def export_unsaved(self, path: Path) -> None:
        """Write what is only in memory to a new progress file, which can be merged later."""
        try:
            if os.path.lexists(path):
                raise ProgressError(Sentence("taken", file=path))
            header = write_header(self.folder.name, self._clock())
            self._disk.replace(Path(path), (header + self._unsaved_blocks()).encode())
        except (OSError, ValueError) as error:  # a name can be one that no system can write
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgressError(Sentence("not-exported", file=path, problem=problem)) from None

    def _save(self) -> None:
        """Write down all that is unsaved; whatever the disk does, what happened is recorded in memory."""
        try:
            self._write_in_folder()
        except OSError as error:
            self.trouble = trouble_from(error)
        except ProgressError:
            self.trouble = "newer-format" if format_of(self.header) > FORMAT else FAILING
        self._record()

    def _write_in_folder(self) -> None:
        """Write, and make the folder first where it is missing."""
        try:
            self._write()
        except FileNotFoundError:  # the first event, or the folder was deleted under us
            self._disk.make_folder(self.folder)
            self._write()

    def _write(self) -> None:
        """Add what is unsaved to the end of the file, after what other sessions have added."""
        with self._lock:
            self._catch_up()
            self._record()
            header = write_header(self.folder.name, self._unsaved[0][0].time) if self._file.is_empty else ""
            self._file.append((header + self._unsaved_blocks()).encode())
        self._saved += [event for event, _ in self._unsaved]
        self._unsaved, self._all = [], None
        self.trouble = None

    def _catch_up(self) -> None:
        """Know all that is in the file, and have it in UTF-8."""
        self._take_in(self._file.read())
        if self._is_wide:
            upgrade_locked(self.folder, self._disk)
            self._take_in(self._file.read())
        refuse_newer_format(self.header)

    def _unsaved_blocks(self) -> str:
        return "".join([f"\n{block}" for _, block in self._unsaved])

    def _record(self) -> None:
        """Make events of what happened, later than all that is known."""
        for kind, lesson, values in self._happened:
            last = self._unsaved[-1][0] if self._unsaved else self._saved[-1] if self._saved else None
            latest, time = last.id if last else "", self._clock()
            made = new_event(kind, lesson, values, version=self.version, time=time, latest=latest)
            self._unsaved.append(made)
        self._happened.clear()
        self._all = None

    def _refresh_without_lock(self) -> None:
        try:
            self._take_in(self._file.read())
        except OSError as error:
            self.trouble = trouble_from(error)

    def _take_in(self, content: bytes | None) -> None:
        """Know what the file says now. If it is empty, what it lost is to be written again."""
        if content is None:
            return
        scanned, known = scan(content), {event.id: event for event in self._saved}
        self.set_aside = set_aside(self.folder, scanned.damage, self._disk)
        self.news += 1
        if not content.strip():
            self._unsaved = [*((event, write_block(event)) for event in self._saved), *self._unsaved]
        self._saved = [known[each.id] if known.get(each.id) == each else each for each in scanned.events]
        self._unsaved = [each for each in self._unsaved if each[0].id not in scanned.ids]
        self.header, self._is_wide, self._all = scanned.header, scanned.is_wide, None


def _foreseeable_trouble(path: Path) -> str | None:
    """Return the kind of trouble that can be seen before the first write: a place that cannot be written."""
    place = next((each for each in (path, *path.parents) if os.path.exists(each)), path)
    if place == path and os.path.isdir(place):
        return "not-a-file"
    if place != path and not os.path.isdir(place):
        return "not-a-folder"
    writable = os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
    return None if writable else "not-allowed"
