"""Diagnose a training setup: read it with every instrument, and say what is out of the ordinary.

In a notebook: `from tutor.diagnose import diagnose`, then `diagnose(model, loss, optimizer, (inputs, labels))`.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lessons.course.lesson.instrument import ORDINARY, UNREAD, InstrumentReading, about, instrument_words
from lessons.format.course import load_course
from lessons.instruments.setup import Step, TrainingSetup
from lessons.instruments.table import read_all
from progress.sentence import inert
from tutor.words.text import Text, system_language


def diagnose(
    model: Any,
    loss: Callable[[Any, Any], Any],
    optimizer: Any,
    batch: tuple[Any, Any],
    step: Step | None = None,
    *,
    accuracy: Callable[[Any, Any], Any] | None = None,
    held_out: tuple[Any, Any] | None = None,
    language: str = "",
) -> "Diagnosis":
    """Read a setup with every instrument, and leave it as it was; all random numbers are seeded anew."""
    setup = TrainingSetup(model, loss, optimizer, batch, step, accuracy, held_out)
    return Diagnosis(tuple(read_all(setup)), Text(language or system_language()))


@dataclass(frozen=True)
class Diagnosis:
    """The readings of all instruments; they show themselves as a report."""

    readings: tuple[InstrumentReading, ...]
    text: Text

    @property
    def is_ordinary(self) -> bool:
        return not any(each.is_out for each in self.readings)

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Write what is out of the ordinary, then what is in order, then what could not be looked at."""
        out = [each for each in self.readings if each.is_out]
        yield self.text("diagnose.out" if out else "diagnose.none_out", count=len(out))
        for each in out:
            yield from ("", f"! {self.name(each)}: {self.says(each)}", *self.explained(each))
        for heading, mark, finding in (("in_order", "·", ORDINARY), ("not_read", "-", UNREAD)):
            if found := [each for each in self.readings if each.finding == finding]:
                yield from ("", self.text(f"diagnose.{heading}"))
                yield from (f"{mark} {self.name(each)}: {self.says(each)}" for each in found)

    def explained(self, reading: InstrumentReading) -> Iterator[str]:
        language, course = self.text.language, load_course()
        own = instrument_words()[reading.instrument]
        finding = own[reading.finding]
        titles = [f"{course.headings[each].title(language, True)} ({each})" for each in finding["lessons"]]
        parts = {
            "normal": own["normal"][language],
            "means": finding["means"][language],
            "lessons": "; ".join(titles),
            "search": finding["search"],
        }
        yield from (f"    {self.text(f'diagnose.{part}')} {words}" for part, words in parts.items())

    def name(self, reading: InstrumentReading) -> str:
        return about(reading.instrument, "name", self.text.language)

    def says(self, reading: InstrumentReading) -> str:
        return inert(reading.says(self.text.language))

    def as_json(self) -> dict[str, Any]:
        """Return the promised object: every reading that there is, and nothing of what could not be looked at."""
        return {"readings": [self.plain(each) for each in self.readings if each.finding != UNREAD]}

    def plain(self, reading: InstrumentReading) -> dict[str, Any]:
        finding = instrument_words()[reading.instrument].get(reading.finding, {})
        value = reading.value if reading.value is not None and math.isfinite(reading.value) else None
        return {
            "instrument": reading.instrument,
            "normal": reading.finding == ORDINARY,
            "value": value,
            "says": self.says(reading),
            "lessons": finding.get("lessons", []),
        }
