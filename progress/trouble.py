"""The kinds of trouble that keep a journal from saving. The words for each stand in the string tables."""

import errno

from progress.disk import NotPlainFile
from progress.lock import LockHeld

FAILING = "failing"
KINDS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.ENOTDIR: "not-a-folder",
    errno.EISDIR: "not-a-file",
}


def trouble_from(error: OSError) -> str:
    """Return the kind of trouble that an error of the system means for the learner."""
    if isinstance(error, LockHeld):
        return "locked"
    if isinstance(error, NotPlainFile):
        return "not-plain"
    return KINDS.get(error.errno or 0, FAILING)
