"""When something fails: what could not be saved, and a report of an error that nobody expected."""

import os
import platform
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import tutor
from progress.disk import PRIVATE_FILE, PRIVATE_FOLDER
from progress.journal import local_time
from progress.sentence import inert
from tutor.kiosk import is_kiosk
from tutor.learner import Learner, command
from tutor.words.text import Text


def free_places(learner: Learner) -> tuple[Path, ...]:
    """List new files that may be written: in the folder one is in, at home, and among what is temporary.

    A kiosk writes in the learner's own folder only.
    """
    folders = iter([learner.folder]) if is_kiosk() else _folders()
    free = dict.fromkeys(folder for folder in folders if os.access(folder, os.W_OK))
    return tuple(_free_name(folder, learner.name) for folder in free)


def _folders() -> Iterator[Path]:
    for place in (os.getcwd, Path.home, tempfile.gettempdir):
        try:
            yield Path(place())
        except (OSError, RuntimeError):  # a folder that was deleted; nobody's home; nowhere to write
            continue


def _free_name(folder: Path, learner: str) -> Path:
    names = (f"lynx-tutor-{learner}{f'-{number}' if number > 1 else ''}.toml" for number in count(1))
    return next(folder / name for name in names if not os.path.lexists(folder / name))


def typed_place(words: str, learner: Learner) -> Path:
    """Return the file that someone typed; `~` is their home. In a kiosk it is one of their own folder."""
    if is_kiosk():
        name = Path(words).name
        return learner.folder / (name if name.strip(". ") else f"lynx-tutor-{learner.name}.toml")
    return Path(os.path.expanduser(words)).absolute()


def trouble_words(learner: Learner, text: Text) -> str:
    """Say why nothing can be saved; nothing where all is well."""
    return text(f"trouble.{learner.journal.trouble}") if learner.journal.trouble else ""


def unsaved_words(learner: Learner, text: Text, trouble: str = "") -> str:
    count = len(learner.journal.unsaved)
    return text("app.unsaved", count=count, trouble=trouble or trouble_words(learner, text))


def written_words(learner: Learner, file: Path, text: Text) -> str:
    merge = command(learner, "merge", str(file))
    return text("app.written", count=len(learner.journal.unsaved), command=merge)


FOLDER, MOST = "crashes", 20  # where reports are, and how many are kept


def write_report(learner: Learner, error: BaseException) -> Path | None:
    """Write what is needed to mend it, and nothing of the learner; nothing where the folder cannot be written."""
    moment = local_time()
    file = learner.folder / FOLDER / f"{moment:%Y-%m-%dT%H-%M-%S}.txt"
    try:
        file.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        for old in sorted(file.parent.glob("*.txt"))[: 1 - MOST]:
            old.unlink(missing_ok=True)
        file.touch(PRIVATE_FILE)
        file.write_text(f"{circumstances()}\n{trace_of(error)}", encoding="utf-8")
    except OSError:
        return None
    return file


def circumstances() -> str:
    size = shutil.get_terminal_size()
    versions = f"lynx-tutor {tutor.__version__}, Python {platform.python_version()}, {sys.platform}"
    return f"{versions}\nTERM={os.environ.get('TERM', '')}, {size.columns}×{size.lines}\n"


def trace_of(error: BaseException) -> str:
    """Return the error with the lines that led to it, without the names of the learner's folders."""
    lines = "".join(traceback.format_exception(error))
    folders = {str(Path.home()), str(Path(tutor.__file__).parents[1]), *filter(None, sys.path)}
    for folder in sorted(folders, key=len, reverse=True):
        lines = lines.replace(f"{folder}{os.sep}", "")
    return inert(lines, lines=True)


def crashed(learner: Learner, text: Text, error: BaseException) -> str:
    """Save what is not saved yet, write the report, and find the words for the learner. Never raises."""
    try:
        learner.journal.retry()
        report = write_report(learner, error)
        if learner.journal.unsaved:
            return f"{text('crash.unsaved')} {unsaved_words(learner, text)}"
        return text("crash.reported", file=inert(str(report))) if report else text("crash.unreported")
    except Exception:
        return text("crash.alone")
