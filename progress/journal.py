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

from progress import disk
from progress.backups import SetAside, mended, rewrite_locked, set_aside
from progress.event import Event, Payload, new_event, write_inline
from progress.scan import Scan, notices_of, refuse_newer_format, scan, write_blocks, write_file
from progress.sentence import ProgressError, Sentence


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
        patience_s: float = disk.PATIENCE_S,
    ) -> None:
        self.folder = folder
        self.version = version
        self.news = 0  # how often something that others wrote was taken in
        self.trouble: str | None = None  # which kind, while saving fails: see `progress.disk`
        self.set_aside: SetAside | None = None  # what could not be read
        self._found = Scan(is_utf16=False)  # the file, as it was read last
        self._mark = disk.ABSENT  # of the file, as far as it is known
        self._clock = clock
        self._happened: list[tuple[str, str | None, Payload]] = []
        self._unsaved: list[Event] = []
        self._saved: list[Event] = []
        self._all: tuple[Event, ...] | None = None
        self._one_thread = threading.RLock()
        self._path = folder / disk.NAME
        self._lock = disk.WriteLock(folder / disk.LOCK, patience_s)

    @classmethod
    def open(cls, folder: Path, *, version: str, **options: Any) -> "Journal":
        """Open the journal in a learner's folder: all that is good in it is read, and no damage raises."""
        journal = cls(Path(folder), version=version, **options)
        journal.refresh()
        journal.trouble = journal.trouble or _foreseeable_trouble(journal._path)
        return journal

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order, saved or not."""
        if self._all is None:
            self._all = (*self._saved, *self._unsaved)
        return self._all

    @property
    def unsaved(self) -> tuple[Event, ...]:
        """The events that are only in memory."""
        return tuple(self._unsaved)

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """Return the notices for the learner about the file as it was found; `()` when all is well."""
        damage = self.set_aside.notices() if self.set_aside else ()
        soft = [Sentence("no-locks")] if self._lock.is_soft else []
        return (*notices_of(self._found.header, self.folder.name), *damage, *soft)

    def append(self, kind: str, /, lesson: str | None = None, **payload: Any) -> Event:
        """Record that something happened. On return it is on the disk, or `trouble` says why not."""
        values = Payload(write_inline(payload))  # refuse what cannot be written before anything is touched
        with self._one_thread:
            self._happened.append((kind, lesson, values))
            self._save()
            return self._unsaved[-1] if self._unsaved else self._saved[-1]

    def retry(self) -> bool:
        """Try to save what is unsaved; True if every event is on the disk."""
        with self._one_thread:
            if self._unsaved:
                self._save()
            elif self.trouble:
                self.refresh()
            return not self._unsaved

    def refresh(self) -> None:
        """Take in what other sessions wrote; without new events this costs one `stat`."""
        if disk.mark_of(self._path) is None:
            return
        with self._one_thread:
            try:
                self._read()
            except OSError as error:
                self.trouble = disk.trouble_from(error)
            else:
                if self.trouble and not self._unsaved:
                    self.trouble = _foreseeable_trouble(self._path)

    def export_unsaved(self, path: Path) -> None:
        """Write what is only in memory to a new progress file, which can be merged later."""
        try:
            if os.path.lexists(path):
                raise ProgressError(Sentence("taken", file=path))
            disk.replace_file(path, write_file(self.folder.name, self._clock(), self._unsaved, {}))
        except (OSError, ValueError) as error:  # a name can be one that no system can write
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgressError(Sentence("not-exported", file=path, problem=problem)) from None

    def _read(self, is_locked: bool = False) -> None:
        """Take in the file, unless it is as it was. What is damaged may be half written: wait until it is whole."""
        mark = disk.mark_of(self._path) or disk.ABSENT
        if mark == self._mark:
            return
        found = scan(b"" if mark == disk.ABSENT else disk.read_plain_file(self._path))
        if found.damage and not is_locked:
            try:
                with self._lock:
                    self._read(is_locked=True)
                return
            except TimeoutError:
                return  # and look again
            except OSError:
                pass  # a folder that only lets us read has no lock, and needs none
        self._take_in(found)
        self._mark = mark

    def _take_in(self, found: Scan) -> None:
        """Know what the file says now. If it is empty, what it lost is to be written again."""
        if not (found.header or found.events or found.damage):
            self._unsaved[:0] = self._saved
        ids = {event.id for event in found.events}
        self._unsaved = [event for event in self._unsaved if event.id not in ids]
        self._saved, self._found, self._all = found.events, found, None
        self.set_aside = set_aside(self.folder, found.damage)
        self.news += 1

    def _save(self) -> None:
        """Write down all that is unsaved; whatever the disk does, what happened is recorded in memory."""
        try:
            try:
                self._write()
            except FileNotFoundError:  # the first event, or the folder was deleted under us
                disk.make_private_folder(self.folder)
                self._write()
        except (OSError, ProgressError) as error:
            self.trouble = disk.trouble_from(error)
        self._record()

    def _write(self) -> None:
        """Add what is unsaved to the end of the file, after what other sessions have added."""
        with self._lock:
            self._read(is_locked=True)
            if self._found.is_utf16:
                rewrite_locked(self.folder, lambda _: mended(self.folder, self._found))
                self._read(is_locked=True)
            refuse_newer_format(self._found.header)
            self._record()
            self._add_to_file()
        self._saved += self._unsaved
        self._unsaved, self._all, self.trouble = [], None, None

    def _add_to_file(self) -> None:
        size, events = self._mark[2], self._unsaved
        content = write_blocks(events) if size else write_file(self.folder.name, events[0].time, events, {})
        disk.append_to(self._path, content)
        mark = disk.mark_of(self._path)
        if mark and mark[2] == size + len(content):  # else somebody wrote without the lock: look next time
            self._mark = mark

    def _record(self) -> None:
        """Make events of what happened, later than all that is known."""
        for kind, lesson, values in self._happened:
            latest = next((known[-1].id for known in (self._unsaved, self._saved) if known), "")
            event = new_event(kind, lesson, values, version=self.version, time=self._clock(), latest=latest)
            self._unsaved.append(event)
        self._happened.clear()
        self._all = None


def _foreseeable_trouble(path: Path) -> str | None:
    """Return the kind of trouble that can be seen before the first write: a place that cannot be written."""
    place = next((each for each in (path, *path.parents) if os.path.exists(each)), path)
    if place != path and not os.path.isdir(place):
        return "not-a-folder"
    lock = path.with_name(disk.LOCK)
    if os.path.isdir(lock) or (os.path.exists(lock) and not _may_write(lock)):
        return "foreign-lock"
    return None if _may_write(place) else "not-allowed"


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
