"""Claim what is open of a learner's: a small file in their folder, written by whoever opens it.

The newest claim is in force, and nobody waits for an older one: its session sees that the file is another's, and
stops. So a claim of a process that died, of a folder that was copied or of another machine is never in the way.
"""

import os
import platform
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import tomli_w

from progress.disk import mark_of, read_plain_file, replace_file
from progress.event import is_timely
from progress.journal import local_time
from progress.sentence import ProgressError
from progress.toml import read_toml

FOLDER = "sessions"
TYPES = {"since": datetime, "process": int}  # all else is text


class Owner(NamedTuple):
    """A session that has something open: since when, and where it is at work."""

    session: str
    since: datetime
    host: str
    folder: str
    process: int
    began: str  # that process, as the system tells it: another one may be given the same number

    def is_here(self) -> bool:
        return self.host == platform.node()

    def may_live(self, folder: Path) -> bool:
        """Return True if the session may still be at work in this folder. Of another machine we cannot know."""
        if not self.is_here():
            return True
        is_running = self.began != "" and beginning_of(self.process) == self.began
        return is_running and self.folder == os.path.realpath(folder)


class SessionClaim:
    """One session's claim to what it has open. It never raises: where no file can be written, it claims without one."""

    def __init__(self, folder: Path, what: str, clock: Callable[[], datetime] = local_time) -> None:
        """Claim this lesson, whichever session holds it."""
        self.path = folder / FOLDER / f"{what}.toml"
        found, since = read_owner(self.path), clock()
        self.before = found if found and found.may_live(folder) else None
        if found:
            since = max(since, found.since + timedelta(microseconds=1))  # their clock may be ahead of ours
        here, process = os.path.realpath(folder), os.getpid()
        self.owner = Owner(os.urandom(8).hex(), since, platform.node(), here, process, beginning_of(process))
        with suppress(OSError):
            replace_file(self.path, tomli_w.dumps(self.owner._asdict()).encode())
        self._mark = mark_of(self.path)
        self._newer: Owner | None = None

    def newer(self) -> Owner | None:
        """Return the owner of a newer claim; None while this one holds. Costs one `stat`."""
        mark = mark_of(self.path)
        if mark != self._mark:
            self._mark, found = mark, read_owner(self.path)
            if found and found.session != self.owner.session and found.since > self.owner.since:
                self._newer = found
        return self._newer

    def give_back(self) -> None:
        """Let go of it, if it is still ours."""
        found = read_owner(self.path)
        if found and found.session == self.owner.session:
            with suppress(OSError):
                self.path.unlink()


def was_left(folder: Path, what: str) -> bool:
    """Return True if whoever had this open here has ended without giving it back."""
    found = read_owner(folder / FOLDER / f"{what}.toml")
    return found is not None and not found.may_live(folder)


def read_owner(path: Path) -> Owner | None:
    """Read the owner in a claim's file; None if it is no claim."""
    try:
        owner = Owner(**read_toml(read_plain_file(path).decode()))
    except (OSError, UnicodeDecodeError, ProgressError, TypeError):
        return None
    is_owner = all(isinstance(value, TYPES.get(name, str)) for name, value in owner._asdict().items())
    return owner if is_owner and owner.since.tzinfo and is_timely(owner.since) else None


def beginning_of(process: int) -> str:
    """Return a process's start time as the system counts it; `""` if it has ended, or the system does not say."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return "" if state[0] == "Z" else state[19]  # ended, and nobody has asked how
    except (OSError, IndexError, UnicodeDecodeError):
        return ""
