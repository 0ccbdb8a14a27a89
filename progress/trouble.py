"""Why something could not be saved, in words for people."""

import errno
from dataclasses import dataclass
from pathlib import Path

from progress.disk import NotPlainFile
from progress.lock import LockHeld

MEANWHILE = (
    "Nothing you do is lost while the program runs: it is kept in memory and tried again at each step."
)
REASONS = {
    errno.ENOSPC: ("full", "The disk is full, so {path} could not be written. Free some space. {meanwhile}"),
    errno.EDQUOT: (
        "full",
        "Your disk quota is used up, so {path} could not be written. Free some space. {meanwhile}",
    ),
    errno.EFBIG: ("full", "{path} may not grow any further (a file size limit is set). {meanwhile}"),
    errno.EROFS: (
        "read-only",
        "{path} is on a read-only disk. Choose another folder with --home. {meanwhile}",
    ),
    errno.EACCES: ("not-allowed", "You may not write {path}. Choose another folder with --home. {meanwhile}"),
    errno.EPERM: ("not-allowed", "You may not write {path}. Choose another folder with --home. {meanwhile}"),
    errno.ENOTDIR: (
        "not-a-folder",
        "{path} cannot be there: part of its path is a file. Use --home. {meanwhile}",
    ),
    errno.EISDIR: (
        "not-a-file",
        "{path} is a folder; it should be a file. `lynx-tutor doctor` mends it. {meanwhile}",
    ),
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """What keeps a journal from saving: a short name of the kind, and a sentence or two for the learner."""

    kind: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def trouble_from(error: OSError, path: Path) -> Trouble:
    """What an error of the system means for the learner."""
    if isinstance(error, LockHeld):
        return Trouble(
            "locked", f"Another program is holding {path.name} and has not let go of it. {MEANWHILE}"
        )
    if isinstance(error, NotPlainFile):
        return Trouble("not-plain", f"{path} is not a plain file. Move it away, or use --home. {MEANWHILE}")
    fallback = ("failing", "{path} could not be written ({problem}). {meanwhile}")
    kind, sentence = REASONS.get(error.errno or 0, fallback)
    return Trouble(kind, sentence.format(path=path, problem=error.strerror or error, meanwhile=MEANWHILE))
