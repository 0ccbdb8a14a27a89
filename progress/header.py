"""The first lines of a progress file: its format, whose it is, and which journal it is."""

import secrets
from datetime import datetime

from progress.payload import quoted

FORMAT = 1


def write_header(learner: str, created: datetime) -> str:
    """The header of a new progress file."""
    return (
        "# What you did in lynx-tutor: a header, then one [[event]] for each thing that happened.\n"
        "# It is yours to read, copy and merge. The program only ever adds to its end.\n"
        f"format = {FORMAT}\n"
        f"learner = {quoted(learner)}\n"
        f'journal = "{secrets.token_hex(16)}"\n'
        f"created = {created.isoformat(timespec='seconds')}\n"
    )
