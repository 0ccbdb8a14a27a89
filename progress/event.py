"""The record of one thing that happened, the kinds that progress itself reads, and the ids that keep order."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

VERDICT = "verdict"  # on a prediction: {question, answer, confidence, right, truth}
FINISHED = "finished"  # a lesson was worked through to its end
RECALL = "recall"  # a review's answer is given: {concept, sibling, round, answer, confidence}
REVIEW = "review"  # its run has judged it: the same, with {right, truth}
RESET = "reset"  # with a lesson: that lesson begins anew; without: every lesson does
UNDO = "undo"  # that reset, or that undoing, did not happen: {event}, the id of it
MODE = "mode"  # where every event of a lesson says in which of its modes it happened
FINDING = "finding"  # seen at play, beside the lessons: {text, settings, figures}
PREFERENCE = "preference"  # the learner's choice of language, of light or dark: {name, value}

OWN_ID = re.compile(r"[0-9a-f]{32}")
# The years that a clock can tell: between them any time has a date everywhere, and days can be counted on from it.
FIRST_YEAR, LAST_YEAR = 1969, 8999
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
    """Return the first 24 digits of a new id: by the clock, but always after `latest`."""
    stamp = f"{int(time.timestamp() * 1000):012x}0000"
    if latest[:16] >= stamp and OWN_ID.fullmatch(latest) and int(latest[:12], 16) <= LAST_MILLISECOND:
        stamp = f"{int(latest[:16], 16) + 1:016x}"
    return f"{stamp}{random or os.urandom(4).hex()}"


def is_timely(time: datetime) -> bool:
    """Tell whether a clock can have told this time."""
    return FIRST_YEAR <= time.year <= LAST_YEAR
