"""Layers with the learner's among them, trained from a seed that nobody knows: what comes back are parameters.

Where a check has shown that the learner's layer gives what minimodel's gives, minimodel says how well the trained
parameters do. Where there is nothing to compare it with, a fresh process that knows no label computes the outputs.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.edits import healthy_library
from lessons.runs.judgement import FORGED, UNTRAINED, Answer, Ask, Found, Judgement, ask
from lessons.runs.rows import Rows
from lessons.runs.tasks import draw_rows

SEEDS = 2**31


def trains(options: Mapping[str, Any], alike: Mapping[str, str]) -> Iterator[Ask]:
    """Layers with the learner's among them reach a loss on a task."""
    layers, seed = tuple(map(str, options["layers"])), secrets.randbelow(SEEDS)
    rows = draw_rows(healthy_library(), {"name": options["task"]}, seed)
    labels = (
        (rows.y + 1 + secrets.randbelow(max(1, rows.classes - 1))) % rows.classes if rows.classes else rows.y
    )
    model = healthy_model(layers, alike)
    problem = partial(trained, options, layers, rows, labels, model)
    values = {"layers": layers, "steps": options.get("steps", 300), "lr": options.get("lr", 0.01)}
    yield ask("trains", problem, x=rows.x, y=labels, seed=seed, **values)


def healthy_model(layers: Sequence[str], alike: Mapping[str, str]) -> Any:
    """The same layers of minimodel; None where one of them is nobody else's."""
    library, made = healthy_library(), []
    for name, *sizes in map(str.split, layers):
        found: Any = library
        for part in alike.get(name, f"nn.{name}").split("."):
            found = getattr(found, part, None)
        if not isinstance(found, type):
            return None
        try:
            made.append(found(*map(int, sizes)))
        except (ValueError, TypeError) as error:
            raise LessonError(
                f"[[lab.check]] layers: {name} {' '.join(sizes)} cannot be made: {error}"
            ) from None
    return library.nn.Sequential(*made)


def trained(
    options: Mapping[str, Any], layers: Sequence[str], rows: Rows, labels: Any, model: Any, answer: Answer
) -> Found:
    """Compute the loss in the end; or ask for the outputs first."""
    states = [{name: np.array(value, float) for name, value in state.items()} for state in answer["states"]]
    if model is None:
        problem = partial(told, options, labels)
        return (ask("gives", problem, layers=layers, states=states, x=rows.x),)
    model.load_state_dict(states[-1])
    return untrained(options, labels, model(rows.x)._data)


def told(options: Mapping[str, Any], labels: Any, answer: Answer) -> Judgement | None:
    """Judge by the outputs that came back. Where training changes nothing in them, no model gave them."""
    first, last = (np.array(each, dtype=float) for each in answer["outputs"])
    if np.array_equal(first, last):
        return Judgement(FORGED, str(options["task"]))
    return untrained(options, labels, last)


def untrained(options: Mapping[str, Any], labels: Any, outputs: Any) -> Judgement | None:
    """The loss in the end, where it is too high."""
    library, below = healthy_library(), float(options["below"])
    with np.errstate(all="ignore"):
        last = float(library.nn.CrossEntropyLoss()(library.Tensor(outputs), labels).item())
    return None if last < below else Judgement(UNTRAINED, f"{options['task']}: {last:.3g} ≥ {below:g}")
