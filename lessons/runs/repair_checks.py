"""What makes a repair right: gradients that are slopes, and a training like that of the healthy library."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.accepting import asks_of_bounds, own, unknown_seed
from lessons.runs.calls import Code, losses
from lessons.runs.edits import healthy_library
from lessons.runs.judgement import TRAJECTORY, VALUE, Answer, Ask, Call, Judgement, ask
from lessons.runs.planting import apart, computed, plants_of_repair
from lessons.runs.slopes import generator, slope_ask

STEPS = 60
STEPS_PLANTED = 6  # a change shows at once
CLOSE = 1e-9  # how far a healthy loss may be from the healthy one, for arithmetic in another order
OUTPUTS_CLOSE = 1e-6
KEPT = 64  # healthy trainings


def asks_of_repair(lesson: Lesson) -> Iterator[Ask]:
    """Gradients first; then the bounds that a lesson accepts, or the healthy trajectory; then a planted change."""
    assert lesson.repair is not None
    layers = [gradient(name) for name in lesson.repair.gradcheck]
    yield from layers
    if lesson.repair.accept:
        yield from asks_of_bounds(lesson)
    else:
        for experiment in lesson.experiments.values():
            for seed in (*lesson.repair.seeds, unknown_seed()):
                yield trajectory(experiment, seed)
        yield from map(values, lesson.repair.gradcheck)
    short = [planted_training(experiment) for experiment in lesson.experiments.values()]
    yield from plants_of_repair(lesson, [*short, *(layer.call for layer in layers)])


# ---- layers ----------------------------------------------------------------


def gradient(layer: str) -> Ask:
    """The gradients of a layer, `GELU` or `Linear 5 3`, at inputs and parameters that are drawn anew each time."""
    return slope_ask(layer, **drawn(layer))


def values(layer: str) -> Ask:
    """What a layer gives, at inputs and parameters that are drawn anew each time."""
    call = Call("outputs", drawn(layer))
    return Ask(call, partial(other_values, layer, call), may_raise=True)


def drawn(layer: str) -> dict[str, Any]:
    """A layer's name, what it is made with, parameters in the shapes that the healthy layer has, and an input."""
    name, *sizes = layer.split()
    arguments = [int(size) for size in sizes]
    kind = getattr(healthy_library().nn, name, None)
    named = dict(kind(*arguments).named_parameters()) if isinstance(kind, type) else {}
    draw = generator().uniform
    state = {each: draw(-1, 1, parameter.shape) for each, parameter in named.items()}
    x = draw(-2, 2, (4, arguments[0]) if arguments else (3, 7))
    return {"of": name, "arguments": arguments, "state": state, "inputs": [x]}


def other_values(what: str, call: Call, answer: Answer) -> Judgement | None:
    """Where a layer with the healthy one's parameters gives other numbers than it."""
    healthy = computed(healthy_library(), call)
    if "outputs" not in answer or "outputs" not in healthy or not apart(answer, healthy):
        return None
    mine, right = (np.ravel(np.array(each["outputs"], dtype=float)) for each in (answer, healthy))
    if mine.shape != right.shape:
        return Judgement(VALUE, f"{what}: {mine.shape} ≠ {right.shape}")
    at = int(np.nan_to_num(np.abs(mine - right), nan=np.inf).argmax())
    return Judgement(VALUE, f"{what}: {mine[at]:.4g} ≠ {right[at]:.4g}")


# ---- training --------------------------------------------------------------


def trajectory(experiment: Experiment, seed: int) -> Ask:
    """The losses of an experiment's first arm, step by step, and what its model says in the end."""
    arm, steps = experiment.arms[0], min(STEPS, experiment.arms[0].settings.steps)
    healthy = partial(healthy_losses, arm, seed, steps)
    problem = partial(other_way, f"{experiment.id}, {seed}", healthy)
    asked = ask("losses", problem, arm=own(arm), seed=seed, steps=steps, ruled=arm.settings.own_ruler)
    return replace(asked, prepare=healthy)


def planted_training(experiment: Experiment) -> Call:
    """A few steps from a seed that nobody knows."""
    arm = experiment.arms[0]
    steps = min(STEPS_PLANTED, arm.settings.steps)
    values = {"arm": own(arm), "seed": unknown_seed(), "steps": steps, "ruled": arm.settings.own_ruler}
    return Call("losses", values)


@lru_cache(KEPT)
def healthy_losses(arm: Arm, seed: int, steps: int) -> Answer:
    library = healthy_library()
    return losses(Code(library.nn, library), own(arm), seed, steps, arm.settings.own_ruler)


def other_way(where: str, expected: Any, answer: Answer) -> Judgement | None:
    """Where the training leaves that of the healthy library."""
    healthy = expected()
    mine, right = (np.array(each["losses"], dtype=float) for each in (answer, healthy))
    far = ~(np.abs(mine - right) <= CLOSE)
    if far.any():
        step = int(far.argmax())
        worst = int(np.nan_to_num(np.abs(mine - right), nan=np.inf).argmax())
        at = worst if abs(mine[step] - right[step]) < 1e-3 else step
        return Judgement(TRAJECTORY, f"{where}, {at + 1}: {mine[at]:.4g} ≠ {right[at]:.4g}")
    for said, meant in zip(answer["outputs"], healthy["outputs"], strict=True):
        if not np.allclose(said, meant, rtol=OUTPUTS_CLOSE, atol=OUTPUTS_CLOSE):
            furthest = float(np.nanmax(np.abs(np.array(said) - np.array(meant))))
            return Judgement(TRAJECTORY, f"{where}: ± {furthest:.3g}")
    return other_ruler(where, answer["shares"], healthy["shares"])


def other_ruler(where: str, said: Sequence[Any], meant: Sequence[Any]) -> Judgement | None:
    """Where the model is the healthy one, and its own library says that other shares of the rows are right."""
    mine, right = (np.array(each, dtype=float) for each in (said, meant))
    if mine.shape == right.shape and np.allclose(mine, right, atol=CLOSE, equal_nan=True):
        return None
    at = int(np.nan_to_num(np.abs(mine - right), nan=np.inf).argmax()) if mine.shape == right.shape else 0
    return Judgement(VALUE, f"{where}, accuracy: {mine.flat[at]:.4g} ≠ {right.flat[at]:.4g}")
