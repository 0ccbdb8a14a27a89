"""One thing that happened, as an immutable record, and the ids that keep records in order."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

OWN_ID = re.compile(r"[0-9a-f]{32}")
LAST_MILLISECOND = 253_402_300_799_999  # the end of the year 9999


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, when, in which lesson, and what was said.

    The id is 32 hex digits: 12 of milliseconds, 4 of a counter, 8 random, and 8 that are a checksum of the
    rest of the record. The ids that one journal makes only ever grow, even when the clock goes backwards.
    """

    id: str
    time: datetime
    version: str
    kind: str
    lesson: str | None
    payload: Mapping[str, Any]


def next_id_start(time: datetime, latest: str, random: str = "") -> str:
    """The first 24 digits of a new id: by the clock, but always after `latest`."""
    milliseconds, counter = int(time.timestamp() * 1000), 0
    if OWN_ID.fullmatch(latest):
        last_milliseconds, last_counter = int(latest[:12], 16), int(latest[12:16], 16)
        if milliseconds <= last_milliseconds <= LAST_MILLISECOND:
            milliseconds, counter = last_milliseconds, last_counter + 1
    if counter > 0xFFFF:
        milliseconds, counter = milliseconds + 1, 0
    return f"{milliseconds:012x}{counter:04x}{random or os.urandom(4).hex()}"
