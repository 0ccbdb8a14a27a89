"""One seed of an arm, trained whole in the plain loop, beside the same arm without its edits. Called in a worker.

What comes back is plain data: what it raised, how far apart the two are, and a fingerprint of everything it computed.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np

from lessons.check.worker_process import beat, limit
from lessons.lesson import Arm, Experiment
from lessons.runs.metrics import measure
from lessons.runs.trained import Trained
from lessons.runs.training import Alone

SEED = 0
FIRST_STEPS = 3  # after which a broken arm has shown that it comes to an end
FIRST_STEPS_S = 10  # of processor time that they may take, the import of the broken library included
MAX_SEED_S, MAX_TIMES_HEALTHY = 4.0, 20.0  # of one seed; and how much longer than the healthy one is too long

Facts = dict[str, Any]


def trial(experiment: Experiment) -> Facts:
    """Train one seed of an edited arm, the only one, and of the same arm without its edits: what parts them."""
    (arm,) = experiment.arms
    healthy_arm = replace(arm, edits=())
    usual = whole(healthy_arm)
    limit(FIRST_STEPS_S)
    if (seconds := whole(arm)) > max(MAX_SEED_S, MAX_TIMES_HEALTHY * usual):
        return {"slow": f"one seed takes about {seconds:.0f} s, and {usual:.1g} s without the break"}
    healthy, broken = (trained(each, each.settings.steps, beat) for each in (healthy_arm, arm))
    found: Facts = {
        "trouble": broken.trouble,
        "step": len(broken.losses),
        "print": fingerprint(broken, experiment.metrics),
    }
    return found if broken.trouble else found | {"same network": is_same_network(healthy, broken)}


def whole(arm: Arm) -> float:
    """Return about how many seconds of processor time all steps of one seed take, as far as the first ones tell."""
    trained(arm, 1)  # what is done once, such as to import a library, does not count
    began, steps = time.process_time(), min(FIRST_STEPS, arm.settings.steps)
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


def is_same_network(healthy: Trained, broken: Trained) -> bool:
    """Return True if two runs have the same rows, parameters and outputs for these rows, to the last bit."""
    try:
        first, second = (list(map(np.asarray, looks(run, healthy))) for run in (healthy, broken))
    except Exception:  # an edited line may raise anything when it is asked; then it is another network
        return False
    return len(first) == len(second) and all(map(partial(np.array_equal, equal_nan=True), first, second))


def looks(run: Trained, healthy: Trained) -> Iterator[Any]:
    yield from (run.rows.x, run.rows.y, run.rows.x_out, run.rows.y_out)
    yield from (parameter._data for parameter in run.model.parameters())
    yield from (run.outputs(x) for x in (healthy.rows.x, healthy.rows.x_out))


def repeated(experiments: tuple[Experiment, ...]) -> list[str]:
    """Train one seed of each edited arm, and return the fingerprints. Called in a process of its own."""
    found: list[str] = []
    for experiment in experiments:
        (arm,) = experiment.arms
        found.append(fingerprint(trained(arm, arm.settings.steps, beat), experiment.metrics))
    return found


def fingerprint(run: Trained, metrics: tuple[str, ...]) -> str:
    """Return a hash of the losses, of what was raised, of every parameter, of the outputs, and of what is measured."""
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
