"""What could not be saved when the learner leaves: where it may be written instead, and what is said of it."""

import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tutor.commands import command
from tutor.kiosk import is_kiosk
from tutor.learner import Learner
from tutor.words.text import Text


def free_places(learner: Learner) -> tuple[Path, ...]:
    """New files that may be written: in the folder one is in, at home, and among what is temporary.

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
    """The file that someone typed; `~` is their home. In a kiosk it is one of their own folder, whatever is typed."""
    if is_kiosk():
        name = Path(words).name
        return learner.folder / (name if name.strip(". ") else f"lynx-tutor-{learner.name}.toml")
    return Path(os.path.expanduser(words)).absolute()


def trouble_words(learner: Learner, text: Text) -> str:
    """Say why nothing can be saved; nothing where all is well."""
    kind = learner.journal.trouble or ""
    return text(f"trouble.{kind}") if text.has(f"trouble.{kind}") else kind


def unsaved_words(learner: Learner, text: Text, trouble: str = "") -> str:
    """Say how much is not saved, and why."""
    count = len(learner.journal.unsaved)
    return text("app.unsaved", count=count, trouble=trouble or trouble_words(learner, text))


def written_words(learner: Learner, file: Path, text: Text) -> str:
    """That it is in a file, and the command that brings it in."""
    merge = command(learner, "merge", str(file))
    return text("app.written", count=len(learner.journal.unsaved), command=merge)
