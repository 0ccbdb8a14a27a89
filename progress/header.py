"""The first lines of a progress file: its format, whose it is, and which journal it is."""

import os
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from progress.errors import ProgressError
from progress.payload import plain_data, write_lines
from progress.sentence import Sentence

FORMAT = 1
COMMENT = """\
# What you did in lynx-tutor: a header, then one [[event]] for each thing that happened.
# It is yours to read, copy and merge. The program only ever adds to its end.
"""
KNOWN = ("format", "learner", "journal", "created", "event")


def write_header(learner: str, created: datetime, older: Mapping[str, Any] | None = None) -> str:
    """Return the header of a progress file; of an older one its journal id and keys unknown to us are kept."""
    older = older or {}
    values = {
        "format": FORMAT,
        "learner": learner,
        "journal": str(older.get("journal") or os.urandom(16).hex()),
        "created": created.replace(microsecond=0),
    }
    others = plain_data({key: value for key, value in older.items() if key not in KNOWN}, "header")
    return COMMENT + write_lines(values | others)


def format_of(header: Mapping[str, Any]) -> int:
    """Return the number of a file's format; a header without one is taken for the present format."""
    number = header.get("format", FORMAT)
    return number if type(number) is int else FORMAT


def refuse_newer_format(header: Mapping[str, Any]) -> None:
    """Raise ProgressError if the file was written by a version of the program that knows more than this one."""
    if (number := format_of(header)) > FORMAT:
        raise ProgressError(Sentence("newer-refused", number=number, format=FORMAT))


def notices_of(header: Mapping[str, Any], folder_name: str) -> Iterator[Sentence]:
    """Tell what is odd about a header."""
    learner = header.get("learner", folder_name)
    if unicodedata.normalize("NFC", str(learner)) != unicodedata.normalize("NFC", folder_name):
        yield Sentence("swapped", other=str(learner), learner=folder_name)
    if (number := format_of(header)) > FORMAT:
        yield Sentence("newer", number=number)
