"""The knobs of a model to play with: what each may be, what turning one changes, and what a learner does with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import isnan
from typing import Any

from lessons.course.lesson.metric import as_number
from lessons.course.lesson.pictures import Boundary, Curve, Picture

Values = Mapping[str, str]  # of every knob

NONE, OWN = "none", "own"  # no break; a lesson's own layers, as they are
ROWS = "my-rows"  # for a task: asks for a file
MINE = "mine"  # for a break: what the learner changed
ALONE = ("xor", "two-moons", "dichotomies", "digits", "additive", "agreement", "triples")  # tasks without an option
TASKS: Mapping[str, Mapping[str, object]] = {
    **{name: {"name": name} for name in ALONE},
    **{name: {"name": "line", "function": name} for name in ("sine", "step", "abs", "square", "zigzag")},
    "multiply": {"name": "multiply"},
    **{name: {"name": "sequence", "question": name} for name in ("majority", "parity", "ends")},
    **{name: {"name": name} for name in ("modular", "speech", "reverse", "most", "sentences")},
}
# Tasks whose rows are words, which a transformer reads; some have an answer at every place, some must not look ahead.
WORDED = ("speech", "reverse", "copy", "first", "most", "largest", "sentences", "texts")
AT_PLACES, CAUSAL = ("reverse", "copy", "sentences", "texts"), ("speech", "sentences", "texts")
UNCOUNTED = "0"  # rows of a task that has always the same ones
# How many rows train, where nothing is said.
TRAINING_ROWS: Mapping[str, str] = {
    **{name: "48" for name, options in TASKS.items() if options["name"] == "line"},
    **{name: "96" for name, options in TASKS.items() if options["name"] == "sequence"},
    **dict.fromkeys(("additive", "agreement"), "48"),
    **dict.fromkeys(("digits", "two-moons"), "100"),
    **dict.fromkeys(WORDED, "512"),
    "triples": "250",
    "dichotomies": "10",
    "multiply": "128",
    "modular": "80",
    "columns": "40",
    "motifs": "96",
}
MEANT = {"line": "sine", "sequence": "parity"}  # tasks of lessons that are several here
GRAMMAR = ("additive", "agreement", "triples")
MLP, TENSE, DEEP, RECURRENCE, TRANSFORMER = "MLP", "TenseMLP", "DeepMLP", "recurrence", "transformer"
RANDOM, LINEARISED = "random-features", "linearised"
NETWORKS = (MLP, RANDOM, LINEARISED)  # linear layers with an activation between
# What the knobs of the other models are called among their settings, and what they are if nothing is said.
MODEL_KEYS: Mapping[str, Mapping[str, tuple[str, object]]] = {
    TENSE: {"width": ("hidden", 16), "activation": ("activation", "gelu")},
    DEEP: {"width": ("hidden", 16), "depth": ("depth", 2), "activation": ("activation", "gelu")},
    RECURRENCE: {"width": ("state", 8), "activation": ("inside", "identity")},
    TRANSFORMER: {"width": ("width", 16), "depth": ("layers", 1), "positions": ("positions", "learned")},
}
KNOBS: Mapping[str, tuple[str, ...]] = {
    "task": tuple(TASKS),
    "model": (MLP, TENSE, DEEP, RANDOM, LINEARISED, RECURRENCE, TRANSFORMER),
    "width": ("1", "2", "4", "8", "16", "32", "64", "128", "256", "512"),
    "depth": ("0", "1", "2", "3", "4"),
    "activation": ("identity", "shrink", "relu", "leaky_relu", "gelu", "tanh", "sigmoid", "sin", "abs", "square"),
    "positions": ("none", "learned", "sinusoidal", "distance"),
    "optimizer": ("sgd", "momentum", "adam", "adamw"),
    "lr": ("0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10"),
    "eps": ("1e-08", "0.0001", "0.01", "0.1", "1", "10"),
    "steps": ("50", "100", "200", "400", "800", "1600"),
    "rows": ("2", "3", "5", "10", "20", "50", "100", "200", "500", "1000", "2000"),
    "seed": tuple(map(str, range(32))),
    "break": (NONE,),
}
ALIKE = 0.5  # how much of two names is the same, where one may be meant by the other
LESSONS_OWN = ("shrink", "abs", "square")  # activations that the library lacks, and its DeepMLP with it
NUMBERS = ("width", "depth", "lr", "eps", "steps", "rows", "seed")
LEAST = {"lr": "0.000001", "steps": "1"}  # that may be typed
EPS = "1e-08"  # of Adam, where nothing else is said
UNSAID = (("break", NONE), ("eps", EPS))  # what goes without saying
ADAMS = ("adam", "adamw")  # optimizers that divide by a size, and add eps to it


def offered(knob: str, now: Values, first: Values, breaks: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the choices of a knob: its table, its first value and the one now, as far as they fit the others."""
    values = KNOBS[knob] if knob != "break" else (MINE, NONE, *breaks)
    values = tuple(dict.fromkeys((*values, begun_value(knob, now, first), now[knob])))
    if knob == "task":
        values = (*values, ROWS)
    fitting = (value for value in values if fits(knob, value, now, first))
    return tuple(sorted(fitting, key=float) if knob in NUMBERS else fitting)


def begun_value(knob: str, now: Values, first: Values) -> str:
    """Return the value that a knob is put back to: of another task's rows, as many as it has."""
    is_other = knob == "rows" and now["task"] != first["task"]
    return TRAINING_ROWS.get(now["task"], UNCOUNTED) if is_other else first[knob]


def fits(knob: str, value: str, now: Values, first: Values) -> bool:
    if knob == "model":
        if value == OWN:
            return now["task"] == first["task"]
        return (value == TRANSFORMER) == (now["task"] in WORDED) and (value != TENSE or now["task"] in GRAMMAR)
    if knob == "activation":
        return now["model"] != DEEP or value not in LESSONS_OWN
    if knob == "rows":
        return (value == UNCOUNTED) == (begun_value(knob, now, first) == UNCOUNTED)
    return not (knob == "depth" and value == "0" and now["model"] in (RANDOM, TRANSFORMER))  # nothing were left then


def applies(knob: str, now: Values) -> bool:
    """Return True if a knob means anything beside the others: a line has no width, and own layers are as they are."""
    if knob == "eps":
        return now["optimizer"] in ADAMS
    if knob == "rows":
        return now["rows"] not in (UNCOUNTED, NONE)
    if knob not in ("width", "depth", "activation", "positions"):
        return True
    if now["model"] in NETWORKS:
        return knob == "depth" or (knob != "positions" and now["depth"] != "0")
    return knob in MODEL_KEYS.get(now["model"], ())


def listed(now: Values) -> tuple[str, ...]:
    """Return the knobs that a task has: what only some tasks have is not listed for the others."""
    of_some = {"rows", "positions"} | ({"activation"} if now["task"] in WORDED else set())
    return tuple(knob for knob in KNOBS if knob not in of_some or applies(knob, now))


def telling(now: Values) -> tuple[str, ...]:
    """Return the knobs that say something by themselves: no break, Adam's own eps, a task's own rows need no words."""
    unsaid = (*UNSAID, ("rows", TRAINING_ROWS.get(now["task"])))
    return tuple(knob for knob in now if applies(knob, now) and (knob, now[knob]) not in unsaid)


def turned(now: Values, first: Values, knob: str, value: str) -> Values:
    """Return all values after one was turned; those that do not fit it any more give way."""
    values = {**now, knob: value}
    if not fits("model", values["model"], values, first):
        values["model"] = TRANSFORMER if values["task"] in WORDED else MLP
    if knob == "task" or not fits("rows", values["rows"], values, first):
        values["rows"] = begun_value("rows", values, first)
    for part, instead in (("depth", "1"), ("activation", "relu")):
        if not fits(part, values[part], values, first):
            values[part] = instead
    return values


def goes_round(choices: tuple[str, ...]) -> bool:
    """Return True for names, of which the first follows the last; numbers have a least and a greatest."""
    return any(isnan(as_number(each)) for each in choices)


def neighbour(value: str, by: int, choices: tuple[str, ...]) -> str:
    """Return the value so many places further, or the last one there is; the next name, round and round."""
    place = choices.index(value) if value in choices else 0
    if abs(by) == 1 and goes_round(choices):
        return choices[(place + by) % len(choices)]
    return choices[min(max(0, place + by), len(choices) - 1)]


def meant(knob: str, words: str, choices: tuple[str, ...]) -> str:
    """Return the choice that was typed: `.05` is 0.05, `moons` two-moons; `""` if there is none."""
    typed = words.strip().lower()
    same = [each for each in choices if each.lower() == typed or as_number(each) == as_number(typed)]
    parts = [each for each in choices if typed and typed in each.lower().split("-")]
    longer = [each for each in choices if typed and each.lower().endswith(f"-{typed}")]
    found = same or parts or longer if knob not in NUMBERS else same
    return found[0] if found else ""


def typed_number(knob: str, words: str, choices: tuple[str, ...]) -> str:
    """Return a number between the least and the greatest of a knob; `""` for another."""
    if knob not in NUMBERS:
        return ""
    number, least, most = map(as_number, (words, LEAST.get(knob, choices[0]), choices[-1]))
    return f"{number:g}" if least <= number <= most and (knob in ("lr", "eps") or number == int(number)) else ""


def task_called(words: str) -> str:
    """Return the task that a command line names; `""` if there is none of this name."""
    return MEANT.get(words.lower(), "") or meant("task", words, KNOBS["task"])


def nearest_task(words: str) -> str:
    """Return the task that a name is most like; `""` if it is like none."""
    found = get_close_matches(words.lower(), (*TASKS, *MEANT), 1, ALIKE)
    return MEANT.get(found[0], found[0]) if found else ""


@dataclass(frozen=True)
class Turned:
    """Turn a knob to a value."""

    knob: str
    value: str


@dataclass(frozen=True)
class PutBack:
    """Turn a knob back to where it began; without a name, all of them."""

    knob: str = ""


@dataclass(frozen=True)
class Tried:
    """Train what the knobs say. `figures` are its metrics; `steps` how many it took; `trouble` what it raised."""

    values: Values
    figures: Mapping[str, float]
    steps: int
    first: float | None = None  # its first loss
    trouble: str = ""


Before = tuple[Curve | Boundary, ...]  # of what was tried before


@dataclass(frozen=True)
class Try:
    """The end of a try: the act, its pictures, and what of it stands behind the next one."""

    act: Tried
    pictures: tuple[Picture, ...] = ()
    kept: Before = ()


@dataclass(frozen=True)
class Found:
    """Keep a finding: a line of one's own, with the settings and figures that it is about."""

    text: str
    settings: Any = field(default=None, hash=False)
    figures: Any = field(default=None, hash=False)


PlayAct = Turned | PutBack | Tried | Found
