"""The step of a break met blind in which one measures: an instrument, its reading, and what that clears or accuses."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from lessons.course.lesson.instrument import ACCUSES, CLEARS, about, instrument_names, verdict
from lessons.course.lesson.page import Block, Choose, Measure, Page, Strings, Words
from lessons.course.lesson.state import State, Weighed
from lessons.course.steps.plan import LessonStep, Steps

MARKS = {CLEARS: "✓ ", ACCUSES: "✗ ", "": "– "}


@dataclass(frozen=True)
class Instruments(LessonStep):
    """As many looks as one likes; each reading is weighed before the next."""

    id: str
    kind: ClassVar[str] = "instruments"

    def done(self, state: State) -> bool:
        return True

    def page(self, steps: Steps, state: State, text: Strings) -> Page:
        for name in state.looks:
            if name not in state.weighed and verdict(state.looks[name]):
                part = about(name, "part", text.language)
                words = {word: text(f"instruments.{word}", part=part) for word in (CLEARS, ACCUSES)}
                asked = Words(text("instruments.which"), "heading")
                return steps.at(self, text, (*details(name, state, text), asked), Choose(words, partial(Weighed, name)))
        return steps.at(
            self, text, (Words(looks_words(state, text), "note"),), measuring(state, text, text("go.point"))
        )


def measuring(state: State, text: Strings, words: str) -> Measure:
    """Return the instruments to look with, each with what is known of it, and marks on those that have spoken."""
    names = {name: f"{mark(name, state)}{about(name, 'name', text.language)}" for name in instrument_names()}
    return Measure(names, {name: tuple(details(name, state, text)) for name in names}, tuple(state.looks), words)


def mark(instrument: str, state: State) -> str:
    return MARKS[verdict(state.looks[instrument])] if instrument in state.looks else ""


def looks_words(state: State, text: Strings) -> str:
    """Say how many looks were taken, and with what, in their order."""
    names = ", ".join(about(name, "name", text.language) for name in state.looks)
    return text("instruments.looks", count=len(state.looks), names=names) if names else text("instruments.intro")


def details(instrument: str, state: State, text: Strings) -> Iterator[Block]:
    """Yield what an instrument asks, what it read, what is normal, and what was said of it."""
    language = text.language
    yield Words(about(instrument, "name", language), "heading")
    yield Words(about(instrument, "asks", language))
    readings = state.looks.get(instrument, ())
    for each in readings:
        yield Words(
            text("instruments.unread" if not verdict(readings) else "instruments.read", says=each.says(language))
        )
    yield Words(text("instruments.normal", normal=about(instrument, "normal", language)))
    if said := state.weighed.get(instrument):
        found, part = verdict(readings), about(instrument, "part", language)
        yield Words(text(f"instruments.said_{found}", part=part), "right" if said == found else "wrong")
