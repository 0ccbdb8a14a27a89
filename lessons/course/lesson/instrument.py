"""Instruments in words: what each asks, what is normal, and what it read."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lessons.course.lesson.values import LANGUAGES

ORDINARY, UNREAD = "", "unread"
CLEARS, ACCUSES = "clears", "accuses"
FOLDER = Path(__file__).parents[2] / "instruments"
SEEDS = 16  # of the atlas
MOST = SEEDS / 2  # of these seeds, from which on a reading counts as seen
MAX_NAMES = 4
PERCENT = re.compile(r"(\d)%")
UNFIT = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # what a reading of a journal raises


@cache
def instrument_words() -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / "instruments.toml").read_text(encoding="utf-8"))


@cache
def instrument_names() -> tuple[str, ...]:
    return tuple(name for name in instrument_words() if name != UNREAD)


def about(instrument: str, what: str, language: str) -> str:
    """Return its `name`, the `part` that it is about, what it `asks`, or what is `normal`."""
    return str(instrument_words()[instrument][what][language])


@dataclass(frozen=True)
class InstrumentReading:
    """The reading of an instrument: `finding` is ORDINARY, or a key of its words; `reason`, why it could not look."""

    instrument: str
    finding: str
    value: float | None
    values: Mapping[str, Any]
    reason: str = ""
    is_usual: bool = False  # the healthy library reads it, too

    @property
    def is_out(self) -> bool:
        """Return True if it is out of the ordinary."""
        return self.finding not in (ORDINARY, UNREAD) and not self.is_usual

    @property
    def template(self) -> Mapping[str, str]:
        words = instrument_words()
        if self.finding == UNREAD:
            return words[UNREAD][self.reason]
        own = words[self.instrument]
        return own[self.finding]["says"] if self.finding else own["ordinary"]

    def says(self, language: str) -> str:
        values = {name: listed(value) if isinstance(value, list) else value for name, value in self.values.items()}
        return PERCENT.sub(r"\1 %", self.template[language].format(value=self.value, **values))

    def plain(self) -> dict[str, Any]:
        """Return what a journal keeps of it."""
        return {name: value for name, value in vars(self).items() if name != "instrument" and value is not None}


Readings = tuple[InstrumentReading, ...]  # of one look


def listed(names: list[str]) -> str:
    more = f", … ({len(names)})" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + more


def readings_in(instrument: str, kept: Any) -> Readings:
    """Read what a journal keeps of a look; `()` if it is no reading of this instrument. It is data from outside."""
    try:
        found = tuple(InstrumentReading(instrument, **{"value": None, **each}) for each in kept)
        said = [each.says(language) for each in found for language in LANGUAGES]
    except UNFIT:
        return ()
    return found if instrument in instrument_names() and all(said) else ()


def verdict(readings: Iterable[InstrumentReading]) -> str:
    """Return CLEARS or ACCUSES; `""` where it could not look."""
    known = [each for each in readings if each.finding != UNREAD]
    return "" if not known else ACCUSES if any(each.is_out for each in known) else CLEARS


# The atlas: on how many seeds an instrument reads what in a broken library. `docs/make_atlas.py` measures it.

Row = Mapping[str, Mapping[str, int]]  # by instrument and finding


@cache
def atlas() -> Mapping[str, Row]:
    found: Mapping[str, Row] = json.loads((FOLDER / "atlas.json").read_text(encoding="utf-8"))
    return found


def seen_in(row: Row) -> dict[str, frozenset[str]]:
    """Return what each instrument finds on most seeds; those that find nothing are left out."""
    found = {name: frozenset(each for each, count in own.items() if count >= MOST) for name, own in row.items()}
    return {name: findings for name, findings in found.items() if findings}


def read_alike(lesson: str) -> dict[str, int]:
    """Return how many other breaks read the same, by instrument, for those that see this break: the fewest first."""
    rows = {name: seen_in(row) for name, row in atlas().items()}
    own = rows.pop(lesson, {})
    alike = {name: sum(row.get(name) == found for row in rows.values()) for name, found in own.items()}
    return dict(sorted(alike.items(), key=lambda each: (each[1], -max(atlas()[lesson][each[0]].values()))))
