"""Rows of one's own: a file is read anew each time, and never kept. Nothing of it leaves this machine."""

import os
from pathlib import Path

from lessons.course.play.rows import OwnRows
from lessons.course.play.rows_file import MAX_BYTES, RowsError, read_rows
from progress.sentence import inert
from tutor.exits import WRONG_USAGE, Refused
from tutor.kiosk import is_kiosk
from tutor.words.text import Text, reason_of

SUFFIXES = (".csv", ".tsv", ".txt")


def names_file(words: str) -> bool:
    """Return True if words name a file of rows, and no task: by its ending, or by a folder before it."""
    return words.lower().endswith(SUFFIXES) or "/" in words or "\\" in words


def is_there(words: str) -> bool:
    """Return True if there is a file or a folder of this name; at a kiosk nobody is told."""
    return not is_kiosk() and os.path.exists(os.path.expanduser(words))


def rows_in(words: str, label: str, text: Text) -> OwnRows:
    """Read the rows of a file that somebody named. Raises Refused, with a sentence."""
    file, shown = Path(os.path.expanduser(words)), inert(words)
    if is_kiosk():  # whose files would they be?
        raise Refused(text("rows.kiosk"), WRONG_USAGE)
    try:
        if not file.is_file():
            raise Refused(text("rows.folder" if file.is_dir() else "rows.no_file", file=shown), WRONG_USAGE)
        if file.stat().st_size > MAX_BYTES:
            raise Refused(text("rows.huge", file=shown, most=MAX_BYTES // 1024**2), WRONG_USAGE)
        return read_rows(file.read_bytes(), file.name, label)
    except OSError as error:
        raise Refused(text("rows.unread", file=shown, problem=reason_of(error, text)), WRONG_USAGE) from None
    except RowsError as error:
        raise Refused(text(f"rows.{error.what}", file=shown, **error.values), WRONG_USAGE) from None
