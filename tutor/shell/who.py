"""Who is learning: said where it could be somebody else, and asked in a kiosk before anything opens."""

import argparse
import io
import os
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from progress.errors import ProgressError
from progress.home import check_name, home_folder, learner_folder, learners
from progress.inert import inert
from tutor.exits import DONE, Refused
from tutor.kiosk import SENT, is_file_transfer, is_kiosk
from tutor.learner import Learner
from tutor.shell.learners import open_learner
from tutor.words.sentences import in_words
from tutor.words.text import Text

Ask = Callable[[str], str]


def learner_here(asked: argparse.Namespace, text: Text) -> Learner:
    """Return the learner asked for. In a kiosk one says who one is. Raises Refused for who only wants a file."""
    if not is_kiosk():
        return open_learner(asked)
    if is_file_transfer():
        raise Refused(text("kiosk.ignored"))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a byte that is no letter is no reason to end
    if ignored := ignored_words(text):
        say(ignored)
    try:
        asked.learner = (
            asked.learner if asked.learner is not None else ask_who(home_folder(asked.home), text, typed)
        )
    except EOFError:
        raise Refused("", DONE) from None
    return open_learner(asked)


def goes_on_words(asked: argparse.Namespace, learner: Learner, text: Text) -> str:
    """Say who goes on, where nobody was named and others learn here too."""
    if asked.learner is not None or len(learners(home_folder(asked.home))) < 2:
        return ""
    return inert(text("who.goes_on", name=learner.name))


def ignored_words(text: Text) -> str:
    """Say that a command which was sent to a kiosk is not run; nothing where none was."""
    return text("kiosk.ignored") if os.environ.get(SENT) else ""


def ask_who(home: Path, text: Text, ask: Ask) -> str:
    """Ask for the learner's name until it can be one; a new one is asked about again. Raises EOFError."""
    say(text("who.asks"))
    words, agreed = ask(f"{text('who.prompt')} "), ""
    while True:
        try:
            name = check_name(words.strip().replace("\ufffd", "\0"))  # of a letter that was lost: no name
        except ProgressError as error:
            say(inert(in_words(error.sentence, text)))
            words = ask(f"{text('who.prompt')} ")
            continue
        if name == agreed or learner_folder(home, name).exists():
            return name
        words, agreed = ask(f"{text('who.begins', name=name)} ") or name, name


def say(words: str) -> None:
    """Print a sentence, broken between its words."""
    print(textwrap.fill(words, shutil.get_terminal_size().columns - 1))


def typed(prompt: str) -> str:
    """One line from whoever is there. Raises EOFError at the end."""
    sys.stdout.write(prompt if sys.stdin.isatty() else f"{prompt}\n")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()
