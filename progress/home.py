"""Find where progress is kept: the home folder, and one plainly named folder in it for each learner."""

import getpass
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import platformdirs

from progress.disk import is_there
from progress.sentence import JOINERS, ProgressError, Sentence, joins

VARIABLE = "LYNX_TUTOR_HOME"
PACKS = "packs"  # the folder of lessons from elsewhere, beside the learners
LONGEST_NAME = 64  # letters
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
BETWEEN = " .-_'’@+,()"  # what stands in people's names and accounts, beside letters, digits and accents


def home_folder(explicit: str | None = None) -> Path:
    """Return the folder of all progress: as given, else $LYNX_TUTOR_HOME, else the platform's place for user data.

    Raises OSError where one of its names is too long, before anything is to be saved there.
    """
    chosen = explicit or os.environ.get(VARIABLE)
    place = _place(lambda: chosen or platformdirs.user_data_dir("lynx-tutor", appauthor=False))
    is_there(Path(place.anchor, max(place.parts, key=len)))  # where a parent is missing, nothing else would tell
    return place


def cache_folder(explicit: str | None = None) -> Path:
    """Return the folder of what can be found out again: within a home that was given, else the platform's own."""
    if explicit or os.environ.get(VARIABLE):
        return home_folder(explicit) / "cache"
    return _place(lambda: platformdirs.user_cache_dir("lynx-tutor", appauthor=False))


def _place(name: Callable[[], str]) -> Path:
    try:
        return Path(name()).expanduser().absolute()
    except RuntimeError:  # nobody's home is known
        raise ProgressError(Sentence("no-home")) from None


def learner_folder(home: Path, name: str) -> Path:
    """Return one learner's folder; it need not exist. Some systems spell the same name in another Unicode form.

    Raises OSError where nobody may look whether it is there.
    """
    name = check_name(name)
    if is_there(exact := home / "learners" / name):
        return exact
    spelled = next((other for other in learners(home) if _normal(other) == name), name)
    return home / "learners" / spelled


def check_name(name: str) -> str:
    """Return the name in its normal Unicode form; ProgressError if it cannot be a learner's."""
    plain = _normal(name)
    if not _can_be_a_folder(plain):
        shown = plain if len(plain) <= LONGEST_NAME else f"{plain[:LONGEST_NAME]}…"
        raise ProgressError(Sentence("bad-name", name=shown))
    return plain


def learners(home: Path) -> tuple[str, ...]:
    """List everyone who has progress here, by name."""
    try:
        folders = [each for each in (home / "learners").iterdir() if each.is_dir()]
    except OSError:
        return ()
    return tuple(sorted(each.name for each in folders if _can_be_a_folder(each.name)))


def kept_packs(home: Path) -> tuple[Path, ...]:
    """List the folders of the packs that are kept here, by name. Raises OSError where nobody may look."""
    try:
        folders = [each for each in (home / PACKS).iterdir() if each.is_dir() and each.name[0] != "."]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(sorted(folders))


def default_learner() -> str:
    """Name someone who gave no name: as this machine calls them, made plain."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, as in some containers
        return "learner"
    plain = re.sub(r"[^\w.-]+", "-", _normal(account)).strip("-. ")[:LONGEST_NAME]
    return plain if _can_be_a_folder(plain) else "learner"


def _normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _can_be_in_a_name(before: str, character: str, after: str) -> bool:
    if character in JOINERS:
        return joins(before, after)
    return unicodedata.category(character)[0] in "LMN" or character in BETWEEN


def _can_be_a_folder(name: str) -> bool:
    """Return True if a folder of this name can be made, seen and typed on every system."""
    return (
        bool(name.strip())
        and len(name) <= LONGEST_NAME
        and len(name.encode("utf-8", "replace")) <= 200
        and all(map(_can_be_in_a_name, f" {name}", name, f"{name[1:]} "))
        and not name.startswith(tuple(BETWEEN))
        and not name.endswith((".", " "))
        and name.split(".")[0].strip().casefold() not in RESERVED
    )
