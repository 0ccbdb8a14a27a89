"""What a learner found at play, as lines of their notes. What makes no sense is left out."""

from collections.abc import Iterator, Mapping
from typing import Any

from lessons.knobs import KNOBS, NONE, Values, applies
from lessons.play_acts import Found
from lessons.playing import figure_name, value_said
from lessons.value_words import value_words
from lessons.vocabulary import metric_of
from progress.event import FINDING
from tutor.learner import Learner
from tutor.reading import LARGEST
from tutor.records import read_event
from tutor.reports.markdown import literal
from tutor.reports.words import day
from tutor.words.text import Text

LONGEST = 60  # letters of a value


def finding_lines(learner: Learner, text: Text) -> Iterator[str]:
    """A line a finding, oldest first: the learner's own words, then what they are about."""
    for event in learner.events():
        found = read_event(event) if event.kind == FINDING else None
        if isinstance(found, Found) and found.text.strip():
            about = "; ".join(filter(None, (settings_words(found, text), figures_words(found, text))))
            yield f"{day(event.time.date())}. **{literal(found.text)}**" + (f"  \n  {about}" if about else "")


def settings_words(found: Found, text: Text) -> str:
    """Each knob with its value, of those that meant anything."""
    given = as_words(found.settings)
    values: Values = {knob: given.get(knob, NONE) for knob in KNOBS}
    told = [
        f"{text(f'play.{knob}')} {literal(value_said(knob, values[knob], text))}"
        for knob in KNOBS
        if knob in given and applies(knob, values) and (knob, values[knob]) != ("break", NONE)
    ]
    return ", ".join(told)


def figures_words(found: Found, text: Text) -> str:
    """What was measured, as far as this version knows it."""
    figures = found.figures if isinstance(found.figures, Mapping) else {}
    return ", ".join(
        literal(f"{figure_name(name, text)} {value_words(float(value), name, text)}")
        for name, value in figures.items()
        if metric_of(name) and is_figure(value)
    )


def is_figure(value: Any) -> bool:
    """Whether this is a number that a float can hold."""
    return isinstance(value, float) or (type(value) is int and abs(value) < LARGEST)


def as_words(settings: Any) -> dict[str, str]:
    """Values that are words, and short, by the name of their knob."""
    given = settings if isinstance(settings, Mapping) else {}
    return {str(name): str(value)[:LONGEST] for name, value in given.items() if isinstance(value, str)}
