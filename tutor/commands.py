"""Commands that a learner is told to type: each reaches this very learner, from whatever shell it is pasted into."""

import re
import shlex
from pathlib import Path

from progress.errors import ProgressError
from progress.home import default_learner, home_folder, learners
from progress.inert import inert
from tutor.learner import Learner
from tutor.words.text import Text

COMMAND = re.compile(r"`(lynx-tutor(?: [^`]+)?)`")


def command(learner: Learner, *words: str) -> str:
    """A command about this learner's own file, quoted for the shell. It names the learner, whoever else there is."""
    return " ".join([shlex.join(["lynx-tutor", *words, "--learner", learner.name]), *home_option(learner)])


def options(learner: Learner) -> list[str]:
    """What has to be said for a command to reach this learner, who need not be named where there is no other."""
    alone = {*learners(home_of(learner)), default_learner()} == {learner.name}
    return [*([] if alone else [f"--learner {shlex.quote(learner.name)}"]), *home_option(learner)]


def home_option(learner: Learner) -> list[str]:
    """The learner's home, where it is not the one that is taken anyway."""
    try:
        is_usual = home_of(learner) == home_folder()
    except ProgressError:
        is_usual = False
    return [] if is_usual else [f"--home {shlex.quote(inert(str(home_of(learner))))}"]


def home_of(learner: Learner) -> Path:
    return learner.folder.parent.parent


class OwnText(Text):
    """The words for one learner: each command in them is one about this learner's file."""

    def __init__(self, language: str, learner: Learner) -> None:
        super().__init__(language)
        self.learner = learner
        self.languages: dict[str, OwnText] = {language: self}

    def __call__(self, key: str, /, **values: object) -> str:
        words = super().__call__(key, **values)
        return COMMAND.sub(self.completed, words) if "`lynx-tutor" in words else words

    def completed(self, found: re.Match[str]) -> str:
        return f"`{' '.join([found[1], *options(self.learner)])}`"

    def in_language(self, language: str) -> "OwnText":
        """The same in another language, and the very same again on the way back: what was found out with it is kept."""
        if language not in self.languages:
            other = OwnText(language, self.learner)
            self.languages = other.languages = self.languages | other.languages
        return self.languages[language]
