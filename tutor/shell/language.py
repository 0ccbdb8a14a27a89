"""Which language a command speaks: the one asked for, else the learner's own, else the system's. Writes nothing."""

import argparse
from pathlib import Path

from progress.disk import read_plain_file
from progress.errors import ProgressError
from progress.event import PREFERENCE
from progress.home import default_learner, home_folder, last_learner, learner_folder
from progress.progress_file import NAME
from progress.scan import scan
from tutor.understood import preferred
from tutor.words.text import Text, system_language


def text_for(asked: argparse.Namespace) -> Text:
    """The words in the language for what was asked."""
    return Text(asked.lang or own_language(asked) or system_language())


def own_language(asked: argparse.Namespace) -> str | None:
    """The language that the learner chose last, as their file says."""
    try:
        content = read_plain_file(folder_of(asked) / NAME)
    except (ProgressError, OSError):
        return None
    chosen = [preferred(event) for event in scan(content).events if event.kind == PREFERENCE]
    languages = [each[1] for each in chosen if each and each[0] == "language"]
    return languages[-1] if languages else None


def folder_of(asked: argparse.Namespace) -> Path:
    """The folder of the learner asked for; where that can be no name, of the one last at work. Raises ProgressError."""
    home = home_folder(asked.home)
    last = last_learner(home) or default_learner()
    try:
        return learner_folder(home, last if asked.learner is None else asked.learner)
    except ProgressError:
        return learner_folder(home, last)
