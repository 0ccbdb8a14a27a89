"""Commands that a learner is told to type: each reaches this very learner, from whatever shell it is pasted into."""

import re
import shlex

from progress.errors import ProgressError
from progress.home import default_learner, home_folder, learners
from progress.inert import inert
from tutor.learner import Learner
from tutor.words.text import Text

COMMAND = re.compile(r"`(lynx-tutor(?: [^`]+)?)`")


def command(learner: Learner, *words: str) -> str:
    """A command about this learner's own file, quoted for the shell."""
    return " ".join([shlex.join(["lynx-tutor", *words]), *options(learner)])


def options(learner: Learner) -> list[str]:
    """What has to be said for a command to reach this learner: `--learner` and `--home`, unless both are known."""
    home = learner.folder.parent.parent
    alone = learners(home) == (learner.name,) and learner.name == default_learner()
    said = [] if alone else [f"--learner {shlex.quote(learner.name)}"]
    try:
        is_usual = home == home_folder()
    except ProgressError:
        is_usual = False
    return said if is_usual else [*said, f"--home {shlex.quote(inert(str(home)))}"]


class OwnText(Text):
    """The words for one learner: each command in them is one about this learner's file."""

    def __init__(self, language: str, learner: Learner) -> None:
        super().__init__(language)
        self.learner = learner

    def __call__(self, key: str, **values: object) -> str:
        words = super().__call__(key, **values)
        return COMMAND.sub(self.completed, words) if "`lynx-tutor" in words else words

    def completed(self, found: re.Match[str]) -> str:
        return f"`{' '.join([found[1], *options(self.learner)])}`"

    def in_language(self, language: str) -> "OwnText":
        return OwnText(language, self.learner)
