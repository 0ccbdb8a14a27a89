"""Acts as a journal keeps them, and back again: the one place where an event's kind and the names in it stand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from lessons.course.course import LessonMode
from lessons.course.lesson import state, summaries
from lessons.course.play.knobs import Found
from lessons.course.steps import flow, recipes
from progress.event import FINDING, FINISHED, RECALL, RESET, REVIEW, UNDO, VERDICT, Event
from progress.sentence import disarmed

UNREADABLE = (KeyError, TypeError, ValueError, OverflowError, RecursionError)  # what a reader raises
LONGEST = 200_000  # letters of one value: more than anybody writes, and still shown at once
LARGEST = 2**63  # what TOML can hold


def as_words(value: Any) -> str:
    """Return words; or a number, as a hand may have written it. No character of them moves a cursor."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError("no words")
    return disarmed(str(value)[:LONGEST])


def as_count(value: Any) -> int:
    if as_number(value) != int(value):
        raise TypeError("no whole number")
    if abs(value) >= LARGEST:
        raise OverflowError("too large a number")
    return int(value)


def as_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("no number")
    return float(value)


def as_plain(value: Any) -> Any:
    """Return the same values with all words in them disarmed, and dates as words."""
    match value:
        case Mapping():
            return {as_words(key): as_plain(each) for key, each in value.items()}
        case list() | tuple():
            return [as_plain(each) for each in value]
        case bool() | int() | float() | None:
            return value
        case str():
            return as_words(value)
    return str(value)


READERS: Mapping[Any, Callable[[Any], Any]] = {
    str: as_words,
    int: as_count,
    float: as_number,
    float | None: lambda value: None if value is None else as_number(value),
    bool: lambda value: value is True,
    Mapping[str, Any]: lambda value: summaries.checked_record(as_plain(value)),  # of a sweep
    Any: as_plain,
}
BY_KIND: Mapping[str, type] = {
    "opened": state.Opened,
    "moved": state.Moved,
    "prediction": state.Predicted,
    "locked": state.Locked,
    "run": state.Ran,
    "sweep": state.Swept,
    VERDICT: state.Graded,
    "guess": state.Guessed,
    "rung": state.TookHint,
    "pointed": state.Pointed,
    "accused": state.Accused,
    "test": state.ChoseTest,
    "look": state.Looked,
    "weighed": state.Weighed,
    "repair": state.Judged,
    "reflection": state.Wrote,
    FINISHED: state.Finished,
    RESET: state.Reset,
}
BEGINNING = state.State()
BY_ACT = {act: kind for kind, act in BY_KIND.items()}
# The fields that have another name in a journal.
RENAMED = {state.Moved: {"step": "stage"}, state.Guessed: {"hint": "rung"}, state.TookHint: {"hint": "rung"}}
LEFT_OUT: tuple[tuple[str, Any], ...] = (("step", ""), ("behaviour", None), ("parts", None), ("confidence", None))


@dataclass(frozen=True)
class Recalled:
    """Answer a review."""

    concept: str
    sibling: str
    round: int
    answer: str
    confidence: float | None


@dataclass(frozen=True)
class Reviewed(Recalled):
    """A run has judged that answer."""

    right: bool
    truth: str = ""


@dataclass(frozen=True)
class Undone:
    """Take a reset back."""

    event: str


# What belongs to no mode of a lesson, and so is no act of one.
BESIDES: Mapping[str, type] = {RECALL: Recalled, REVIEW: Reviewed, UNDO: Undone, FINDING: Found}


def as_event(act: state.Act) -> tuple[str, dict[str, Any]]:
    """Return the kind and the payload of an act. What was not named, seen or said is left out."""
    renamed = RENAMED.get(type(act), {})
    values = {renamed.get(name, name): value for name, value in vars(act).items() if (name, value) not in LEFT_OUT}
    return BY_ACT[type(act)], values


def from_event(kind: str, payload: Mapping[str, Any]) -> state.Act | None:
    """Read an act back; None if it is no act, or malformed. Every payload is data from outside."""
    form = BY_KIND.get(kind)
    return read(form, payload) if form else None


def read_event(event: Event) -> Any:
    """Read what an event says, of a lesson or beside them; None where it cannot be understood."""
    form = BY_KIND.get(event.kind) or BESIDES.get(event.kind)
    return read(form, event.payload) if form else None


def findings(events: Iterable[Event]) -> list[Found]:
    """Return what was kept at play with settings that can be read, in order."""
    found = (read_event(event) for event in events if event.kind == FINDING)
    return [each for each in found if isinstance(each, Found) and isinstance(each.settings, dict)]


def read(form: type, payload: Mapping[str, Any]) -> Any:
    """Return the act of this form in an event; None if the program would not have written it so."""
    renamed, values = RENAMED.get(form, {}), {}
    try:
        for field in fields(form):
            key = renamed.get(field.name, field.name)
            if key in payload or field.default is MISSING:
                value = payload.get(key) if field.type == float | None else payload[key]
                values[field.name] = READERS[field.type](value)
        return form(**values)
    except UNREADABLE:
        return None


def advanced(place: LessonMode, now: state.State, events: Iterable[Event]) -> state.State:
    """Fold the events of a lesson into its state; skip those that are no act of a lesson."""
    steps = recipes.steps_of(place)
    for event in events:
        if act := from_event(event.kind, event.payload):
            now = flow.advance(steps, now, act)
    return now
