"""One seed of an arm, trained whole in the plain loop, beside the same arm without its edits. Called in a worker.

What comes back is plain data: what it raised, how far apart the two are, and a fingerprint of everything it computed.
"""

import importlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np

from lessons.check.working import beat, limit
from lessons.lesson import Arm, Edit, Experiment
from lessons.runs.edits import edited_files, edited_library, inside
from lessons.runs.metrics import measure
from lessons.runs.trained import Trained
from lessons.runs.training import Alone

SEED = 0
FIRST = 3  # steps after which a broken arm has shown that it comes to an end
SPARE = 3  # seconds of processor time that they, or an import, may take
LONG, TIMES = 4.0, 20.0  # seconds of one seed, and how much longer than the healthy one, that are too long

Facts = dict[str, Any]


def imported(edits: tuple[Edit, ...]) -> bool:
    """Import the broken library, and each of its edited files."""
    limit(SPARE)
    library = edited_library(edits)
    for file in edited_files(edits):
        importlib.import_module(module_of(library.__name__, file))
    return True


def module_of(library: str, file: str) -> str:
    """The name of a file's module in a library of this name."""
    parts = [library, *inside(file).removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def trial(experiment: Experiment) -> Facts:
    """Train one seed of an edited arm, the only one, and of the same arm without its edits: what parts them."""
    (arm,) = experiment.arms
    healthy_arm = replace(arm, edits=())
    usual = whole(healthy_arm)
    limit(SPARE)
    if (seconds := whole(arm)) > max(LONG, TIMES * usual):
        return {"slow": f"one seed takes about {seconds:.0f} s, and {usual:.1g} s without the break"}
    healthy, broken = (trained(each, each.settings.steps, beat) for each in (healthy_arm, arm))
    found: Facts = {
        "trouble": broken.trouble,
        "step": len(broken.losses),
        "print": fingerprint(broken, experiment.metrics),
    }
    return found if broken.trouble else found | alike(healthy, broken)


def whole(arm: Arm) -> float:
    """About how many seconds of processor time all steps of one seed take, as far as the first ones tell."""
    trained(arm, 1)  # what is done once, such as to import a library, does not count
    began, steps = time.process_time(), min(FIRST, arm.settings.steps)
    trained(arm, steps)
    return (time.process_time() - began) * arm.settings.steps / max(1, steps)


def trained(arm: Arm, steps: int, sign_of_life: Callable[[], None] = lambda: None) -> Trained:
    """Train one seed in the plain loop, as far as it comes."""
    way = Alone(arm, SEED, arm.settings.steps, replayed=False)
    with np.errstate(all="ignore"):
        for _ in range(min(steps, arm.settings.steps)):
            way.advance()
            sign_of_life()
            if way.trained.trouble:
                break
    return way.trained


def alike(healthy: Trained, broken: Trained) -> Facts:
    """What two runs have the same of, to the last bit: losses, rows, parameters, and outputs for these rows."""
    looks: Mapping[str, Callable[[Trained], list[Any]]] = {
        "losses": lambda run: [run.losses],
        "rows": lambda run: [run.rows.x, run.rows.y, run.rows.x_out, run.rows.y_out],
        "parameters": lambda run: [parameter._data for parameter in run.model.parameters()],
        "outputs": lambda run: [run.outputs(x) for x in (healthy.rows.x, healthy.rows.x_out)],
    }
    return {name: same(look, healthy, broken) for name, look in looks.items()}


def same(look: Callable[[Trained], list[Any]], *runs: Trained) -> bool:
    """Whether two runs show the same; what raises is not the same."""
    try:
        first, second = (list(map(np.asarray, look(run))) for run in runs)
    except Exception:
        return False
    return len(first) == len(second) and all(map(partial(np.array_equal, equal_nan=True), first, second))


def repeated(experiments: tuple[Experiment, ...]) -> list[list[str]]:
    """Train one seed of each edited arm twice: the fingerprints of both. Called in a process of its own."""
    found: list[list[str]] = [[] for _ in experiments]
    for _ in range(2):
        for place, experiment in enumerate(experiments):
            (arm,) = experiment.arms
            found[place].append(fingerprint(trained(arm, arm.settings.steps, beat), experiment.metrics))
    return found


def fingerprint(run: Trained, metrics: tuple[str, ...]) -> str:
    """A hash of the losses, of what was raised, of every parameter, of the outputs, and of what is measured."""
    found = sha256(np.array(run.losses).tobytes() + run.trouble.encode())
    with np.errstate(all="ignore"):
        for name, value in run.parameters().items() if not run.trouble else ():
            found.update(name.encode() + np.ascontiguousarray(value).tobytes())
        found.update(outputs(run))
        found.update(repr(measure(run, metrics)).encode())
    return found.hexdigest()


def outputs(run: Trained) -> bytes:
    """What a trained model says of its rows; nothing where it raises."""
    try:
        said = [run.outputs(x) for x in (run.rows.x, run.rows.x_out)] if not run.trouble else []
    except Exception:  # an edited line may raise anything
        return b""
    return b"".join(np.ascontiguousarray(each).tobytes() for each in said)
