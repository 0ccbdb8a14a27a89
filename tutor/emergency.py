"""Emergencies: what could not be saved, and a report of an error that nobody expected."""

import os
import platform
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from itertools import count
from pathlib import Path

import tutor
from progress import journal, sentence
from progress.disk import PRIVATE_FILE, make_private_folder
from tutor.kiosk import is_kiosk
from tutor.learner import Learner, command
from tutor.words.text import Text

FOLDER, MOST = "crashes", 20  # where reports are, and how many are kept


def free_places(learner: Learner) -> tuple[Path, ...]:
    """List new files that may be written: here, at home and where it is temporary; in a kiosk, beside the journal."""
    folders = [learner.folder] if is_kiosk() else []
    for place in () if is_kiosk() else (os.getcwd, Path.home, tempfile.gettempdir):
        with suppress(OSError, RuntimeError):  # a folder that was deleted; nobody's home; nowhere to write
            folders.append(Path(place()))
    free = []
    for folder in dict.fromkeys(folders):
        if os.access(folder, os.W_OK):
            names = (f"lynx-tutor-{learner.name}{f'-{number}' if number > 1 else ''}.toml" for number in count(1))
            free.append(next(folder / name for name in names if not os.path.lexists(folder / name)))
    return tuple(free)


def typed_place(words: str, learner: Learner) -> Path:
    """Return the file that someone typed; `~` is their home. In a kiosk it is one of their own folder."""
    if is_kiosk():
        name = Path(words).name
        return learner.folder / (name if name.strip(". ") else f"lynx-tutor-{learner.name}.toml")
    return Path(os.path.expanduser(words)).absolute()


def trouble_words(learner: Learner, text: Text) -> str:
    """Say why saving fails; `""` when all is well."""
    return text(f"trouble.{learner.journal.trouble}") if learner.journal.trouble else ""


def kept_words(learner: Learner, text: Text) -> str:
    """Say where a finding was kept: in the notes, or in memory alone."""
    if trouble := trouble_words(learner, text):
        return text("play.kept_nowhere", trouble=trouble)
    return text("play.kept", file=str(learner.folder / "notes" / "breaks.md"))


def unsaved_words(learner: Learner, text: Text, trouble: str = "") -> str:
    count = len(learner.journal.unsaved)
    return text("app.unsaved", count=count, trouble=trouble or trouble_words(learner, text))


def written_words(learner: Learner, file: Path, text: Text) -> str:
    merge = command(learner, "merge", str(file))
    return text("app.written", count=len(learner.journal.unsaved), command=merge)


def write_report(learner: Learner, error: BaseException) -> Path | None:
    """Write a report to mend it with, without the learner's words; None if the folder cannot be written."""
    moment, size = journal.local_time(), shutil.get_terminal_size()
    versions = f"lynx-tutor {tutor.__version__}, Python {platform.python_version()}, {sys.platform}"
    terminal = f"TERM={os.environ.get('TERM', '')}, {size.columns}×{size.lines}"
    file = learner.folder / FOLDER / f"{moment:%Y-%m-%dT%H-%M-%S}.txt"
    try:
        make_private_folder(file.parent)
        for old in sorted(file.parent.glob("*.txt"))[: 1 - MOST]:
            old.unlink(missing_ok=True)
        file.touch(PRIVATE_FILE)
        file.write_text(f"{versions}\n{terminal}\n\n{trace_of(error)}", encoding="utf-8")
    except OSError:
        return None
    return file


def trace_of(error: BaseException) -> str:
    """Return the error with the lines that led to it, without the names of the learner's folders."""
    lines = "".join(traceback.format_exception(error))
    folders = {str(Path.home()), str(Path(tutor.__file__).parents[1]), *filter(None, sys.path)}
    for folder in sorted(folders, key=len, reverse=True):
        lines = lines.replace(f"{folder}{os.sep}", "")
    return sentence.inert(lines, lines=True)


def is_short_of_threads(error: BaseException) -> bool:
    """Return True if it is the system that lets no further process or thread begin."""
    return isinstance(error, BlockingIOError) or str(error) == "can't start new thread"  # as Python says it


def crashed(learner: Learner, text: Text, error: BaseException) -> str:
    """Save what is not saved yet, write the report, and find the words for the learner. Never raises."""
    try:
        learner.journal.retry()
        if is_short_of_threads(error) and not learner.journal.unsaved:
            return text("crash.no_process")
        report = write_report(learner, error)
        if learner.journal.unsaved:
            return f"{text('crash.unsaved')} {unsaved_words(learner, text)}"
        return text("crash.reported", file=sentence.inert(str(report))) if report else text("crash.unreported")
    except Exception:
        return text("crash.alone")
