"""Where progress is kept: the home folder, and one plainly named folder in it for each learner."""

import os
import re
import unicodedata
from pathlib import Path

from progress.errors import ProgressError

VARIABLE = "LYNX_TUTOR_HOME"
LONGEST_NAME = 64
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
NO_HOME = "You have no home folder on this machine. Say where to keep progress with --home FOLDER."
SEPARATORS = '/\\:*?"<>|'


def home_folder(explicit: str | None = None) -> Path:
    """The folder that holds everything: as given, else $LYNX_TUTOR_HOME, else the platform's place for user data."""
    chosen = explicit or os.environ.get(VARIABLE)
    if chosen:
        if "\0" in chosen:
            raise ProgressError("The home folder's name holds a NUL character. Give --home a plain folder.")
        return _expanded(chosen)
    import platformdirs

    try:
        return _expanded(platformdirs.user_data_dir("lynx-tutor", appauthor=False))
    except RuntimeError:
        raise ProgressError(NO_HOME) from None


def _expanded(folder: str) -> Path:
    path = Path(os.path.expanduser(folder))
    if path.parts and path.parts[0].startswith("~"):
        raise ProgressError(NO_HOME)
    return path.absolute()


def learner_folder(home: Path, name: str) -> Path:
    """The folder of one learner; it need not exist yet. Some systems spell the same name in another Unicode form."""
    folder = home / "learners" / check_name(name)
    if folder.exists():
        return folder
    return next(
        (folder.with_name(other) for other in learners(home) if _normal(other) == folder.name), folder
    )


def check_name(name: str) -> str:
    """The name in its normal Unicode form, or ProgressError with what is wrong with it."""
    plain = _normal(name)
    if problem := _problem(plain):
        raise ProgressError(
            f"{_shown(plain)} cannot be a learner's name: {problem}. Try something like “ana”."
        )
    return plain


def _normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def learners(home: Path) -> tuple[str, ...]:
    """Everyone who has progress here, by name."""
    try:
        folders = [each for each in (home / "learners").iterdir() if each.is_dir()]
    except OSError:
        return ()
    return tuple(sorted(each.name for each in folders if not _problem(each.name)))


def last_learner(home: Path) -> str | None:
    """Whoever was active most recently."""
    return max(learners(home), key=lambda name: _last_active(home, name), default=None)


def default_learner() -> str:
    """A name for someone who gave none: their name on this machine, made plain."""
    import getpass

    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such user, as in some containers
        return "learner"
    plain = re.sub(r"[^\w.-]+", "-", unicodedata.normalize("NFC", account)).strip("-. ")[:LONGEST_NAME]
    return plain if plain and not _problem(plain) else "learner"


def _last_active(home: Path, name: str) -> float:
    for path in (home / "learners" / name / "progress.toml", home / "learners" / name):
        try:
            return path.stat().st_mtime
        except OSError:
            continue
    return 0.0


def _problem(name: str) -> str:
    """What is wrong with a name, or nothing."""
    if not name.strip():
        return "it is empty"
    if len(name) > LONGEST_NAME or len(name.encode("utf-8", "replace")) > 200:
        return f"it is longer than {LONGEST_NAME} letters"
    if not all(unicodedata.category(character)[0] in "LMNPSZ" for character in name) or "\u2028" in name:
        return "it holds characters that cannot be seen"
    if any(character in SEPARATORS for character in name):
        return f"it holds one of {' '.join(SEPARATORS)}, which a folder's name cannot"
    if name.startswith((".", " ", "-", "~")) or name.endswith((".", " ")):
        return "it begins or ends with a dot, a dash, a tilde or a space"
    if name.split(".")[0].strip().casefold() in RESERVED:
        return "Windows keeps that name for itself"
    return ""


def _shown(name: str) -> str:
    visible = "".join(character if character.isprintable() else "\ufffd" for character in name)
    return f"“{visible[:40]}{'…' if len(visible) > 40 else ''}”"
