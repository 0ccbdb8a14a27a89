"""Explain an error of the system: the place, its owner, and the command that helps. Its own words say half of that."""

import errno
import os
import shlex
from contextlib import suppress
from pathlib import Path

from progress.disk import LOCKS
from progress.sentence import Sentence

LONGEST_PATH = 200  # letters that are shown


def refusal(error: OSError, home: Path | None = None) -> Sentence:
    """Return a sentence about an error of the system; about a place in `home` also the command that mends it."""
    problem = os.strerror(errno.ENOTDIR) if error.errno == errno.EEXIST else error.strerror or str(error)
    if error.filename is None:
        if isinstance(error, FileNotFoundError):
            return Sentence("no-folder")
        is_short = isinstance(error, BlockingIOError)
        return Sentence("stopped", problem=problem) if is_short else Sentence("unwritten", problem=problem)
    file = Path(os.fsdecode(error.filename))
    if file.suffix in LOCKS and os.path.lexists(file):
        return Sentence("lock", file=file, problem=problem, command=shlex.join(["rm", "-r", str(file)]))
    if isinstance(error, PermissionError) and (found := nearest(file)):
        return denial(*found, home)
    name = str(file)
    return Sentence("unusable", file=f"{name[:LONGEST_PATH]}…" if len(name) > LONGEST_PATH else name, problem=problem)


def denial(place: Path, owner: int, home: Path | None) -> Sentence:
    """Return whose a place is; of one in `home` also the command that gives it to whoever asks."""
    me = os.geteuid()
    if home is None or home not in (place, *place.parents):
        return Sentence("not-yours", place=place, owner=account(owner))
    if owner == me:
        return Sentence("closed", place=place, command=shlex.join(["chmod", "-R", "u+rwX", str(home)]))
    command = shlex.join(["sudo", "chown", "-R", account(me), str(home)])
    return Sentence("foreign", place=place, owner=account(owner), command=command)


def nearest(file: Path) -> tuple[Path, int] | None:
    """Return the file, or the last folder on the way to it that can be seen, and its owner, where there are owners."""
    for place in (file, *file.parents) if hasattr(os, "geteuid") else ():
        with suppress(OSError):
            return place, os.stat(place).st_uid
    return None


def account(number: int) -> str:
    """Return the name of an account, or its number if it has no name."""
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
