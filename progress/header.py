"""The first lines of a progress file: its format, whose it is, and which journal it is."""

import os
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from progress.errors import ProgressError
from progress.payload import quoted, without_dates, write_lines
from progress.sentence import Sentence

FORMAT = 1
KNOWN = ("format", "learner", "journal", "created", "event")


def write_header(learner: str, created: datetime, older: Mapping[str, Any] | None = None) -> str:
    """The header of a progress file; of an older header its journal id and keys unknown to us are kept."""
    kept = without_dates({key: value for key, value in (older or {}).items() if key not in KNOWN})
    others = "".join(write_lines(kept))
    journal = str((older or {}).get("journal") or os.urandom(16).hex())
    return (
        "# What you did in lynx-tutor: a header, then one [[event]] for each thing that happened.\n"
        "# It is yours to read, copy and merge. The program only ever adds to its end.\n"
        f"format = {FORMAT}\n"
        f"learner = {quoted(learner)}\n"
        f"journal = {quoted(journal)}\n"
        f"created = {created.isoformat(timespec='seconds')}\n{others}"
    )


def format_of(header: Mapping[str, Any]) -> int:
    """The number of a file's format; a header without one is taken for the present format."""
    number = header.get("format", FORMAT)
    return number if type(number) is int else FORMAT


def refuse_newer_format(header: Mapping[str, Any]) -> None:
    """ProgressError if the file was written by a version of the program that knows more than this one."""
    if (number := format_of(header)) > FORMAT:
        raise ProgressError(Sentence("newer-refused", number=number, format=FORMAT))


def notices_of(header: Mapping[str, Any], folder_name: str) -> Iterator[Sentence]:
    """What is odd about a header."""
    learner = header.get("learner", folder_name)
    if unicodedata.normalize("NFC", str(learner)) != unicodedata.normalize("NFC", folder_name):
        yield Sentence("swapped", other=str(learner), learner=folder_name)
    if (number := format_of(header)) > FORMAT:
        yield Sentence("newer", number=number)
