"""The step of a break met blind in which one measures: an instrument, its reading, and what that clears or accuses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from lessons.course.lesson.instrument import (
    ACCUSES,
    CLEARS,
    SEEDS,
    Readings,
    about,
    atlas,
    instrument_names,
    read_alike,
    verdict,
)
from lessons.course.lesson.page import Block, Choose, Look, Measure, Onward, Page, Strings, Words
from lessons.course.lesson.state import State, Weighed
from lessons.course.steps.plan import LessonStep, Steps

MARKS = {CLEARS: "· ", ACCUSES: "! ", "": "– "}  # ✓ and ✗ are about the learner's answer


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
        looks = Words(looks_words(state, text), "note")
        if state.found:  # a further look would count
            read = (block for name in state.looks for block in details(name, state, text))
            return steps.at(self, text, (looks, *read), Onward(text("go.on")))
        symptom = (Look("symptom", text("observe.symptom"), steps.lesson.symptom),) if steps.lesson.symptom else ()
        return steps.at(self, text, (looks,), measuring(state, text, text("go.point"), points=True), symptom)


def instruments_page(looks: Mapping[str, Readings], text: Strings) -> Page:
    """Return the page over an open lesson, where a reading is looked at and not weighed."""
    note = Words(text("instruments.open"), "note")
    return Page("instruments", text("stage.instruments"), (note,), measuring(State(looks=looks), text, text("go.back")))


def measuring(state: State, text: Strings, words: str, points: bool = False) -> Measure:
    """Return the instruments to look with, each with what is known of it, and marks on those that have spoken."""
    names = {name: f"{mark(name, state)}{about(name, 'name', text.language)}" for name in instrument_names()}
    return Measure(
        names, {name: tuple(details(name, state, text)) for name in names}, tuple(state.looks), words, points
    )


def mark(instrument: str, state: State) -> str:
    return MARKS[verdict(state.looks[instrument])] if instrument in state.looks else ""


def looks_words(state: State, text: Strings) -> str:
    """Say how many looks were taken, and with what, in their order."""
    names = "; ".join(about(name, "name", text.language) for name in state.looks)
    return text("instruments.looks", count=len(state.looks), names=names) if names else text("instruments.intro")


def measured_blocks(steps: Steps, state: State, text: Strings) -> Iterator[Block]:
    """Say, once a break is known, how it was looked for, which look tells most, and which instruments see it."""
    language, alike = text.language, read_alike(steps.lesson.id)
    was_hunted = any(step.kind == Instruments.kind for step in steps.all)
    if was_hunted or alike:
        yield Words(text("instruments.yours" if was_hunted else "instruments.title"), "heading")
    if was_hunted:
        looks = looks_words(state, text) if state.looks else text("instruments.no_look")
        yield Words(f"{looks} {text('instruments.hints', count=sum(state.hints.values()))}")
    for best in list(alike)[:1]:
        yield Words(text("instruments.best", name=about(best, "name", language), alike=alike[best]))
        row = atlas()[steps.lesson.id]
        names = (f"{about(name, 'name', language)} ({max(row[name].values())})" for name in alike)
        yield Words(text("instruments.seen_by", names="; ".join(names), seeds=SEEDS))


def details(instrument: str, state: State, text: Strings) -> Iterator[Block]:
    """Yield what an instrument asks, what it read, what is normal, and what was said of it."""
    language = text.language
    yield Words(about(instrument, "name", language), "heading")
    yield Words(about(instrument, "asks", language))
    readings = state.looks.get(instrument, ())
    for each in readings:
        key = "read" if verdict(readings) else "unread"
        usual = f" {text('instruments.usual')}" if each.is_usual else ""
        yield Words(text(f"instruments.{key}", says=each.says(language)) + usual)
    yield Words(text("instruments.normal", normal=about(instrument, "normal", language)))
    if said := state.weighed.get(instrument):
        found, part = verdict(readings), about(instrument, "part", language)
        yield Words(text(f"instruments.said_{found}", part=part), "right" if said == found else "wrong")
