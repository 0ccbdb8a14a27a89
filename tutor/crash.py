"""An error that nobody expected: a report in the learner's folder for whoever mends it, a sentence for the learner."""

import os
import platform
import shutil
import sys
import traceback
from pathlib import Path

import tutor
from progress.disk import PRIVATE_FILE, PRIVATE_FOLDER
from progress.inert import inert
from progress.journal import local_time
from tutor.learner import Learner
from tutor.unsaved import unsaved_words
from tutor.words.text import Text

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
    """The versions, the terminal and its size."""
    size = shutil.get_terminal_size()
    versions = f"lynx-tutor {tutor.__version__}, Python {platform.python_version()}, {sys.platform}"
    return f"{versions}\nTERM={os.environ.get('TERM', '')}, {size.columns}×{size.lines}\n"


def trace_of(error: BaseException) -> str:
    """The error with the lines that led to it, and no name of a folder that is the learner's."""
    lines = "".join(traceback.format_exception(error))
    for folder in sorted({*installed_in(), str(Path.home())}, key=len, reverse=True):
        lines = lines.replace(f"{folder}{os.sep}", "")
    return inert(lines, lines=True)


def installed_in() -> set[str]:
    """The folders that code is imported from."""
    here = str(Path(tutor.__file__).parents[1])
    return {here, *(path for path in sys.path if path and (path != here))}


def crash_words(learner: Learner, text: Text, report: Path | None) -> str:
    """What happened, what is saved, where the report is, and how to go on."""
    if learner.journal.unsaved:
        return f"{text('crash.unsaved')} {unsaved_words(learner, text)}"
    return text("crash.reported", file=inert(str(report))) if report else text("crash.unreported")


def crashed(learner: Learner, text: Text, error: BaseException) -> str:
    """Save what is not saved yet, write the report, and find the words for the learner. Never raises."""
    try:
        learner.journal.retry()
        return crash_words(learner, text, write_report(learner, error))
    except Exception:
        return text("crash.alone")
