"""What makes a repair right: gradients that are slopes, and a training like that of the healthy library."""

import secrets
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from lessons.lesson import Arm, Bound, Experiment, Lesson
from lessons.runs.calls import NUDGE, Code, losses
from lessons.runs.edits import healthy_library
from lessons.runs.judgement import BOUND, GRADIENT, TRAJECTORY, Answer, Ask, Judgement, ask

STEPS = 60
CLOSE = 1e-9  # how far a healthy loss may be from the healthy one, for arithmetic in another order
OUTPUTS_CLOSE = 1e-6
UNKNOWN_SEEDS = 10**6  # from here on nobody has trained


def asks_of_repair(lesson: Lesson) -> Iterator[Ask]:
    """Gradients first; then the bounds that a lesson accepts, or the healthy trajectory."""
    assert lesson.repair is not None
    for name in lesson.repair.gradcheck:
        yield gradient(name)
    if lesson.repair.accept:
        yield from bounds(lesson)
        return
    for experiment in lesson.experiments.values():
        for seed in (*lesson.repair.seeds, UNKNOWN_SEEDS + secrets.randbelow(UNKNOWN_SEEDS)):
            yield trajectory(experiment, seed)


# ---- gradients -------------------------------------------------------------


def gradient(layer: str) -> Ask:
    """The gradients of a layer, `GELU` or `Linear 5 3`, at inputs that are drawn anew each time."""
    name, *sizes = layer.split()
    arguments = [int(size) for size in sizes]
    shape = (4, arguments[0]) if arguments else (3, 7)
    x = np.random.default_rng().uniform(-2, 2, shape)
    return ask("slopes", partial(wrong_slope, layer), of=name, arguments=arguments, inputs=[x])


def wrong_slope(what: str, answer: Answer) -> Judgement | None:
    """The first entry of a gradient that is not the slope there."""
    for name, leaf in answer["leaves"].items():
        slopes = (np.array(leaf["above"]) - np.array(leaf["below"])) / (2 * NUDGE)
        slopes = slopes.reshape(leaf["shape"])
        if leaf["gradient"] is None:
            return Judgement(GRADIENT, f"{what}: {name}.grad = None")
        found = np.array(leaf["gradient"], dtype=float)
        if found.shape != slopes.shape:
            return Judgement(GRADIENT, f"{what}: {name}.grad {found.shape} ≠ {slopes.shape}")
        wrong = ~(np.abs(found - slopes) <= 1e-5 + 1e-4 * np.abs(slopes))
        if wrong.any():
            at = tuple(int(place) for place in np.argwhere(wrong)[0])
            return Judgement(GRADIENT, f"{what}: {name}.grad{list(at)} {found[at]:.4g} ≠ {slopes[at]:.4g}")
    return None


# ---- training --------------------------------------------------------------


def trajectory(experiment: Experiment, seed: int) -> Ask:
    """The losses of an experiment's first arm, step by step, and what its model says in the end."""
    arm, steps = experiment.arms[0], min(STEPS, experiment.arms[0].settings.steps)
    problem = partial(other_way, experiment.id, arm, seed, steps)
    return ask("losses", problem, arm=arm, seed=seed, steps=steps)


def other_way(name: str, arm: Arm, seed: int, steps: int, answer: Answer) -> Judgement | None:
    """Where the training leaves that of the healthy library."""
    healthy = losses(healthy_code(), arm, seed, steps)
    mine, right = (np.array(each["losses"], dtype=float) for each in (answer, healthy))
    far = ~(np.abs(mine - right) <= CLOSE)
    if far.any():
        step = int(far.argmax())
        worst = int(np.nan_to_num(np.abs(mine - right), nan=np.inf).argmax())
        at = worst if abs(mine[step] - right[step]) < 1e-3 else step
        return Judgement(TRAJECTORY, f"{name}, {seed}, {at + 1}: {mine[at]:.4g} ≠ {right[at]:.4g}")
    for said, meant in zip(answer["outputs"], healthy["outputs"], strict=True):
        if not np.allclose(said, meant, rtol=OUTPUTS_CLOSE, atol=OUTPUTS_CLOSE):
            furthest = float(np.nanmax(np.abs(np.array(said) - np.array(meant))))
            return Judgement(TRAJECTORY, f"{name}, {seed}: ± {furthest:.3g}")
    return None


def healthy_code() -> Code:
    library = healthy_library()
    return Code(library.nn, library)


# ---- bounds ----------------------------------------------------------------


def bounds(lesson: Lesson) -> Iterator[Ask]:
    """What a repaired library has to reach, where several cures are right: each experiment once a seed."""
    assert lesson.repair is not None
    by_experiment: dict[str, list[Bound]] = {}
    for bound in lesson.repair.accept:
        by_experiment.setdefault(bound.experiment, []).append(bound)
    for name, each in by_experiment.items():
        for seed in lesson.repair.seeds:
            yield ask(
                "metrics",
                partial(out_of_bounds, each, seed),
                arm=lesson.experiments[name].arms[0],
                seed=seed,
                names=[bound.metric for bound in each],
            )


def out_of_bounds(expected: list[Bound], seed: int, answer: Answer) -> Judgement | None:
    found: Mapping[str, Any] = answer["metrics"]
    for bound in expected:
        value = float("nan") if found[bound.metric] is None else float(found[bound.metric])
        where = f"{bound.experiment}, {seed}: {bound.metric} {value:.3g}"
        if bound.least is not None and not value >= bound.least:
            return Judgement(BOUND, f"{where} < {bound.least:g}")
        if bound.most is not None and not value <= bound.most:
            return Judgement(BOUND, f"{where} > {bound.most:g}")
    return None
