"""Acts as a journal keeps them, and back again: the one place where an event's kind and the names in it stand."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from lessons import acts
from lessons.acts import Act
from lessons.play_acts import Found
from progress.event import FINDING, FINISHED, RECALL, RESET, REVIEW, UNDO, VERDICT, Event
from tutor.reading import READERS, UNREADABLE


@dataclass(frozen=True)
class Form:
    """How an act is written: its kind, and the fields that have another name there."""

    kind: str
    act: type
    renamed: Mapping[str, str]


FORMS = (
    Form("opened", acts.Opened, {}),
    Form("moved", acts.Moved, {"step": "stage"}),
    Form("prediction", acts.Predicted, {}),
    Form("locked", acts.Locked, {}),
    Form("run", acts.Ran, {}),
    Form("sweep", acts.Swept, {}),
    Form(VERDICT, acts.Graded, {}),
    Form("guess", acts.Guessed, {"hint": "rung"}),
    Form("rung", acts.TookHint, {"hint": "rung"}),
    Form("pointed", acts.Pointed, {}),
    Form("accused", acts.Accused, {}),
    Form("repair", acts.Judged, {}),
    Form("reflection", acts.Wrote, {}),
    Form(FINISHED, acts.Finished, {}),
    Form(RESET, acts.Reset, {}),
)


@dataclass(frozen=True)
class Recalled:
    """Answer a review."""

    concept: str
    sibling: str
    round: int
    answer: str
    confidence: float


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
BESIDES = {
    kind: Form(kind, act, {})
    for kind, act in ((RECALL, Recalled), (REVIEW, Reviewed), (UNDO, Undone), (FINDING, Found))
}
BY_KIND = {form.kind: form for form in FORMS}
BY_ACT = {form.act: form for form in FORMS}


LEFT_OUT: tuple[tuple[str, Any], ...] = (("step", ""), ("behaviour", None))


def as_event(act: Act) -> tuple[str, dict[str, Any]]:
    """The kind and the payload of an act. A step that is not named is left out, and what was not seen."""
    form = BY_ACT[type(act)]
    values = {
        form.renamed.get(name, name): value
        for name, value in vars(act).items()
        if (name, value) not in LEFT_OUT
    }
    return form.kind, values


def from_event(kind: str, payload: Mapping[str, Any]) -> Act | None:
    """Read an act back; None for what is none, or cannot be understood. Every payload is data from outside."""
    form = BY_KIND.get(kind)
    act: Act | None = read(form, payload) if form else None
    return act


def read_event(event: Event) -> Any:
    """What an event says, of a lesson or beside them; None where it cannot be understood."""
    form = BY_KIND.get(event.kind) or BESIDES.get(event.kind)
    return read(form, event.payload) if form else None


def is_known(kind: str) -> bool:
    return kind in BY_KIND or kind in BESIDES


def read(form: Form, payload: Mapping[str, Any]) -> Any:
    """What an event of this form says; None where it says what the program would not have written."""
    try:
        return form.act(**values_of(form, payload))
    except UNREADABLE:
        return None


def values_of(form: Form, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Each field, of the type that it has to be. Raises what reading it raises."""
    found = {}
    for field in fields(form.act):
        key = form.renamed.get(field.name, field.name)
        if key in payload or field.default is MISSING:
            found[field.name] = READERS[field.type](payload[key])
    return found
