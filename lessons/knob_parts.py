"""The parts of an experiment as knobs have them, and back: a task by its value, a model by width, depth and bends."""

from collections.abc import Mapping
from typing import Any

from lessons.knobs import DEEP, GRAMMAR, NETWORKS, OWN, RECURRENCE, TASKS, TENSE, Values

WIDTH = "8"  # where a model has none of its own
HOURS = 11  # of a clock, where nothing else is said
NUMBERS = ("line", "multiply")  # tasks whose answers are numbers, and no classes
KEPT = (
    "init",
    "gain",
    "noise",
    "rescale",
    "biases",
    "bias",
    "scaling",
    "dtype",
    "draw",
    "best_of",
)  # of a model, whatever is turned


def task_value(task: Mapping[str, Any]) -> str:
    """The task of the knob that this one is: of the same name, and with the same function or question."""
    alike = [each for each, options in TASKS.items() if options["name"] == task["name"]]
    named = [each for each in alike if each in task.values()]
    return next(iter((*named, *alike)), str(task["name"]))


def optimizer_value(optimizer: Mapping[str, Any]) -> str:
    return "momentum" if optimizer["name"] == "sgd" and optimizer.get("momentum") else str(optimizer["name"])


def model_values(model: Mapping[str, Any]) -> dict[str, str]:
    """Where the knobs of a model stand; those that mean nothing for it stand where they would begin."""
    found = {"model": str(model["name"]), "width": WIDTH, "depth": "1", "activation": "relu"}
    if model["name"] == TENSE:
        return found | {"width": str(model.get("hidden", 16)), "activation": model.get("activation", "gelu")}
    if model["name"] == DEEP:
        deep = {"width": model.get("hidden", 16), "depth": model.get("depth", 2)}
        return (
            found
            | {name: str(each) for name, each in deep.items()}
            | {"activation": model.get("activation", "gelu")}
        )
    if model["name"] == RECURRENCE:
        return found | {"width": str(model.get("state", 8)), "activation": model.get("inside", "identity")}
    hidden = hidden_sizes(model) if model["name"] in NETWORKS else None
    if hidden is None:
        return found | {"model": OWN}
    width = str(hidden[0]) if hidden else WIDTH
    return found | {"width": width, "depth": str(len(hidden)), "activation": model.get("activation", "relu")}


def hidden_sizes(model: Mapping[str, Any]) -> list[int] | None:
    """The sizes between input and output; None where they are not all alike."""
    between = list(model["sizes"])[1:-1]
    if "hidden" in model:
        between = [model["hidden"]] * len(between)
    if "depth" in model:
        between = between[:1] * model["depth"]
    return between if len(set(between)) < 2 else None


# And back.


def new_model(now: Values, ends: tuple[int, int], kept: Mapping[str, object]) -> Mapping[str, object]:
    width, activation = int(now["width"]), now["activation"]
    if now["model"] == TENSE:
        return {"name": TENSE, "hidden": width, "activation": activation, **kept}
    if now["model"] == DEEP:
        depth = int(now["depth"])
        return {"name": DEEP, "hidden": width, "depth": depth, "activation": activation, **kept}
    if now["model"] == RECURRENCE:
        return {"name": RECURRENCE, "state": width, "inside": activation, **kept}
    sizes = [ends[0], *[width] * int(now["depth"]), ends[1]]
    return {"name": now["model"], "sizes": sizes, "activation": activation, **kept}


def ends_now(model: Mapping[str, Any]) -> tuple[int, int] | None:
    """How many numbers a model takes and gives, where it says so."""
    return (model["sizes"][0], model["sizes"][-1]) if model.get("sizes") else None


def ends_of(task: Mapping[str, Any]) -> tuple[int, int]:
    """How many numbers a row of a task has, and how many an answer."""
    if task["name"] in GRAMMAR:
        return 23, 5
    if task["name"] == "modular":
        return 2 * int(task.get("modulus", HOURS)), int(task.get("modulus", HOURS))
    inputs = {
        "xor": 3 if task.get("lifted") else 2,
        "dichotomies": task.get("dimensions", 2),
        "line": 1,
        "sequence": task.get("length", 8),
    }
    return int(inputs.get(task["name"], 2)), 1 if task["name"] in NUMBERS else 2
