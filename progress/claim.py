"""Who has something of a learner's open: a small file in their folder, written by whoever opens it.

The newest claim is in force, and nobody waits for an older one: its session sees that the file is another's, and
stops. So a claim of a process that died, of a folder that was copied or of another machine is never in the way.
"""

import os
import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from progress.disk import Disk, read_plain_file
from progress.event import is_timely
from progress.journal import local_time
from progress.progress_file import mark_of

FOLDER = "sessions"
A_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True)
class Owner:
    """A session that has something open: since when, and where it is at work."""

    session: str
    since: datetime
    host: str
    folder: str
    process: int
    began: str  # that process, as the system tells it: another one may be given the same number

    def is_here(self) -> bool:
        return self.host == platform.node()


class Claim:
    """One session's claim to what it has open. It never raises: where nothing can be written, nothing is claimed."""

    def __init__(self, folder: Path, what: str, clock: Callable[[], datetime] = local_time) -> None:
        """Take it, whoever has it."""
        self.path = folder / FOLDER / f"{what}.toml"
        found = read_owner(self.path)
        self.before = found if found and may_live(found, folder) else None
        since = clock() if found is None else later(clock(), found.since)
        here, process = real(folder), os.getpid()
        self.owner = Owner(os.urandom(8).hex(), since, platform.node(), here, process, beginning_of(process))
        with suppress(OSError):
            write_owner(self.path, self.owner)
        self._mark = mark_of(self.path)
        self._newer: Owner | None = None

    def newer(self) -> Owner | None:
        """Who has taken it since; None while it is ours. Costs one `stat`."""
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
    return found is not None and not may_live(found, folder)


def later(now: datetime, other: datetime) -> datetime:
    """Return the present time; a moment after the other's where their clock is ahead of ours."""
    try:
        return max(now, other + A_MOMENT)
    except OverflowError:
        return now


def write_owner(path: Path, owner: Owner) -> None:
    import tomli_w

    Disk().replace(path, tomli_w.dumps(asdict(owner)).encode())


def read_owner(path: Path) -> Owner | None:
    """Read a claim; None for what is none. A file is data from outside."""
    import tomllib

    try:
        owner = Owner(**tomllib.loads(read_plain_file(path).decode()))
        types = {"since": datetime, "process": int}
        if all(isinstance(value, types.get(name, str)) for name, value in vars(owner).items()):
            return owner if owner.since.tzinfo and is_timely(owner.since) else None
    except (
        OSError,
        ValueError,
        TypeError,
        RecursionError,
    ):  # whatever TOML and UTF-8 have to say is a ValueError
        pass
    return None


def may_live(owner: Owner, folder: Path) -> bool:
    """Tell whether a session may still be at work in this folder. Of another machine we cannot know."""
    if not owner.is_here():
        return True
    return owner.folder == real(folder) and bool(owner.began) and beginning_of(owner.process) == owner.began


def real(folder: Path) -> str:
    return os.path.realpath(folder)


def beginning_of(process: int) -> str:
    """Return when a process began, in the system's own words; nothing where there is none, or none tells it."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError, UnicodeDecodeError):
        return ""
