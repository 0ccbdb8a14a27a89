"""Checks of a repair: slopes; a training like the healthy one, or the lesson's own bounds; and contracts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from lessons.course.lesson.exercise import Bound, made_words
from lessons.course.lesson.lesson import Arm, Edit, Experiment, Lesson
from lessons.course.lesson.source import function_at, healthy_text, inside
from lessons.course.steps.behaviour import Parts
from lessons.judge import calls, worker
from lessons.judge.calls import (
    Answer,
    JudgedCall,
    Judgement,
    Mismatch,
    Reason,
    first_apart,
    mismatch,
    names_of,
    unequal,
)
from lessons.judge.contracts import CONTRACTS, KEPT_BY_OTHER_CURES, Case, modules
from lessons.runs.edits import healthy_library

STEPS = 60
RELATIVE = {"float64": 1e-9, "float32": 1e-5}  # how far numbers may be apart that are the same, by their kind
EXACT, ANYTHING = RELATIVE["float64"], 1e300
OUTPUTS_CLOSE = 1e-6  # relative
# A training may part from the healthy one this many times as far as one whose weights began a rounding away.
AMPLIFIED = 100
NUDGES = {"float64": 2.3e-16, "float32": 1.2e-7}
NAMES = {"zeroed": "zero_grad", "loss": "CrossEntropyLoss", "differences": "TenseMLP"}  # of what a scenario uses
UNSAID = ("of", "arguments", "inputs", "to_input")  # of a setting
KEPT = 64  # healthy trainings
WEIGHTS = 97  # different ones for the outputs, over and over


def asks_of_repair(lesson: Lesson) -> Iterator[JudgedCall]:
    """Ask for gradients first; then for a lesson's bounds, or the healthy training; then for contracts."""
    assert lesson.repair is not None
    yield from map(gradient, lesson.repair.gradcheck)
    if lesson.repair.accept:
        yield from asks_of_bounds(lesson)
    else:
        for experiment in lesson.experiments.values():
            yield from (trajectory(experiment, seed) for seed in lesson.repair.seeds)
    cases = [*contract_of(lesson.edits)]
    for name, *written in map(str.split, lesson.repair.gradcheck):  # the usual settings of these layers, too
        sizes = [int(size) for size in written]
        cases += modules(f"nn.{name}", sizes, sizes[:1] or [5])
    yield from (contract(case, bool(lesson.repair.accept)) for case in cases)


def contract_of(edits: Sequence[Edit]) -> tuple[Case, ...]:
    """Return the cases of every function that the edits stand in; or of its class, or of its file."""
    found: dict[str, tuple[Case, ...]] = {}
    for edit in edits:
        text, file = healthy_text(edit.file), inside(edit.file)
        around = function_at(text, text[: text.index(edit.before)].count("\n") + 1).split(".")
        names = [*(f"{file}:{'.'.join(around[:count])}" for count in range(len(around), 0, -1)), file]
        if nearest := next((name for name in names if name in CONTRACTS), ""):
            found[nearest] = CONTRACTS[nearest]
    return tuple(case for cases in found.values() for case in cases)


def gradient(layer: str) -> JudgedCall:
    """Ask for the gradients of a layer, `GELU` or `Linear 5 3`."""
    name, *words = layer.split()
    sizes = [int(word) for word in words]
    kind = getattr(healthy_library().nn, name, None)
    state = state_of(kind(*sizes)) if isinstance(kind, type) else {}
    return slope_ask(layer, name, sizes, state, draw_inputs([(4, sizes[0]) if sizes else (3, 7)]))


def slope_ask(
    what: str, of: str, arguments: Sequence[Any] | None, state: Mapping[str, Any], inputs: Sequence[Any]
) -> JudgedCall:
    draw = generator("weights")
    weights = draw.uniform(0.5, 1.5, WEIGHTS) * draw.choice([-1, 1], WEIGHTS)
    call = partial(calls.slopes, of=of, arguments=arguments, state=state, inputs=inputs, weights=weights)
    return JudgedCall(call, partial(wrong_slope, what, (*names_of(inputs), *state)))


def state_of(layer: Any) -> dict[str, Any]:
    """Draw parameters anew, in the shapes of a layer's own; `{}` for a function."""
    draw, named = generator("parameters"), layer.named_parameters() if hasattr(layer, "named_parameters") else ()
    return {name: draw.normal(size=parameter.shape) for name, parameter in named}


def draw_inputs(shapes: Iterable[Sequence[int]], size: float = 1.0) -> list[Any]:
    draw = generator("inputs")
    return [size * draw.normal(size=tuple(shape)) for shape in shapes]


def generator(what: str) -> np.random.Generator:
    """Return a generator of parameters, inputs or weights: the same in every judgement."""
    return np.random.default_rng(list(what.encode()))


def wrong_slope(what: str, names: Sequence[str], answer: Answer) -> Judgement | None:
    if not answer.keys() >= set(names):
        return Judgement(Reason.NO_ANSWER)
    for name, (found, slopes) in answer.items():
        if found is None:
            return Judgement(Reason.GRADIENT, f"{what}: {name}.grad = None", parts={"mine": "None"})
        if off := mismatch(found, slopes, 1e-5 + 1e-4 * np.abs(slopes), equal_nan=False):
            return Judgement(Reason.GRADIENT, f"{what}: {name}.grad{off}", parts={"mine": off.mine, "right": off.right})
    return None


def trajectory(experiment: Experiment, seed: int) -> JudgedCall:
    """Ask for the losses of an experiment's first arm, step by step, and what its model says in the end."""
    arm = own(experiment.arms[0])
    steps = min(STEPS, arm.settings.steps)
    call = partial(calls.losses, arm=arm, seed=seed, steps=steps)
    return JudgedCall(call, partial(other_way, f"{experiment.id}, {seed}", arm, seed, steps))


def own(arm: Arm) -> Arm:
    """Return an arm as the judged library trains it: without edits."""
    return replace(arm, edits=())


@lru_cache(KEPT)
def healthy_losses(arm: Arm, seed: int, steps: int, nudge: float = 0.0) -> Answer:
    return calls.losses(calls.JudgedCode(None, healthy_library()), arm, seed, steps, nudge)


def other_way(where: str, arm: Arm, seed: int, steps: int, answer: Answer) -> Judgement | None:
    """Find where the training leaves that of the healthy library by more than rounding can make of it."""
    kind = str(arm.settings.model.get("dtype", "float64"))
    healthy, nudged = (healthy_losses(arm, seed, steps, nudge) for nudge in (0.0, NUDGES[kind]))
    mine, right, beside = (np.array(each["losses"]) for each in (answer, healthy, nudged))
    if mine.shape != right.shape or len(answer["outputs"]) != len(healthy["outputs"]):
        return Judgement(Reason.NO_ANSWER)
    spread = np.maximum.accumulate(np.nan_to_num(np.abs(right - beside), nan=np.inf))
    allowed = RELATIVE[kind] * np.maximum(np.abs(np.nan_to_num(right)), 1) + AMPLIFIED * spread
    if at := first_apart(mine, right, allowed):
        return Judgement(Reason.TRAJECTORY, f"{where}, {at[0] + 1}:{unequal(mine[at], right[at])}")
    for found, meant, other in zip(answer["outputs"], healthy["outputs"], nudged["outputs"], strict=True):
        if np.size(found) == meant.size == 0:  # a task without held-out rows; no rows come back without their shape
            continue
        allowed = OUTPUTS_CLOSE * (1 + np.abs(meant)) + AMPLIFIED * np.abs(meant - other).max(initial=0.0)
        if np.shape(found) != meant.shape:
            return Judgement(Reason.SHAPE, f"{where}: {np.shape(found)} ≠ {meant.shape}")
        if first_apart(np.array(found), meant, allowed):
            return Judgement(Reason.TRAJECTORY, f"{where}: ± {np.nanmax(np.abs(found - meant)):.3g}")
    # The model is the healthy one: its own library should say of the same shares of the rows that they are right.
    mine, right = (np.array(each["shares"], dtype=float) for each in (answer, healthy))
    off = mismatch(mine, right, EXACT)
    return Judgement(Reason.VALUE, f"{where}, accuracy: {off}") if off else None


def asks_of_bounds(lesson: Lesson) -> Iterator[JudgedCall]:
    assert lesson.repair is not None
    for name in dict.fromkeys(bound.experiment for bound in lesson.repair.accept):
        bounds = [bound for bound in lesson.repair.accept if bound.experiment == name]
        arm, metrics = own(lesson.experiments[name].arms[0]), [bound.metric for bound in bounds]
        for seed in lesson.repair.seeds:
            call = partial(calls.behaves, arm=arm, seed=seed, metrics=metrics)
            yield JudgedCall(call, partial(out_of_bounds, bounds, seed))


def out_of_bounds(bounds: Sequence[Bound], seed: int, answer: Answer) -> Judgement | None:
    for bound in bounds:
        found = answer["metrics"].get(bound.metric)
        value = found if isinstance(found, float | int) else float("nan")
        where = f"{bound.experiment}, {seed}: {bound.metric} {value:.3g}"
        if bound.least is not None and not value >= bound.least:
            return Judgement(Reason.BOUND, f"{where} < {bound.least:g}")
        if bound.most is not None and not value <= bound.most:
            return Judgement(Reason.BOUND, f"{where} > {bound.most:g}")
    return None


def contract(case: Case, cured: bool) -> JudgedCall:
    """Ask what a function does in a setting. `cured`: other cures are right, too, as long as it works there."""
    works_alone = cured and case.func not in KEPT_BY_OTHER_CURES
    return JudgedCall(partial(calls.contract, case=case), partial(other_contract, case, works_alone), may_raise=True)


def other_contract(case: Case, works_alone: bool, answer: Answer) -> Judgement | None:
    healthy = worker.attempted(partial(calls.contract, case=case), calls.JudgedCode(None, healthy_library()), {})
    if "error" in answer or "error" in healthy:
        if "error" in answer and "error" in healthy:
            return None
        raised, reason = (answer, Reason.CONTRACT_RAISES) if "error" in answer else (healthy, Reason.CONTRACT_ACCEPTS)
        said = calls.placed(raised)
        return Judgement(reason, f"{tried_words(case)}: {said}", parts={**parts_of(case), "said": said})
    if len(answer) != len(healthy):
        return off_by(case, "count", Mismatch(str(len(answer)), str(len(healthy))))
    roundings = max(1.0, case.keywords.get("size", 1.0)) * (1 + case.keywords.get("steps", 0) / 20)  # they add up
    for (name, right), mine in zip(healthy.items(), answer.values(), strict=True):
        if off := other_value(mine, right, None if works_alone else roundings):
            return off_by(case, name, off)
    return None


def off_by(case: Case, name: str, off: Mismatch) -> Judgement:
    parts = {**parts_of(case), "part": f"{name}{off.at}", "mine": off.mine, "right": off.right}
    return Judgement(Reason.CONTRACT, f"{tried_words(case)}: {name}{off}", parts=parts)


def other_value(mine: Any, right: Any, roundings: float | None) -> Mismatch | None:
    """Return the mismatch of two values; None if they agree. Without `roundings` any numbers will do."""
    kinds = [f"array{each.shape} {each.dtype}" if isinstance(each, np.ndarray) else str(each) for each in (mine, right)]
    if kinds[0] != kinds[1]:
        return Mismatch(*kinds)
    if not isinstance(right, np.ndarray):
        return None
    one, two = mine.astype(float), right.astype(float)
    size = np.abs(two[np.isfinite(two)]).max(initial=1e-12)
    exact = RELATIVE.get(str(right.dtype), EXACT)
    return mismatch(one, two, ANYTHING if roundings is None else exact * size * roundings)


def tried_words(case: Case) -> str:
    """Name a setting, part by part: `SGD; momentum=0.9; steps=200`."""
    name, settings = tried(case)
    return "; ".join([name, *(f"{key}={value}" for key, value in settings.items())])


def tried(case: Case) -> tuple[str, dict[str, str]]:
    """Return the name of the object that a case uses, and its settings."""
    scenario, options = case.func.__name__, case.keywords
    of = str(options.get("of", NAMES.get(scenario, scenario))).rpartition(".")[2]
    settings = {key: str(value) for key, value in options.items() if key not in UNSAID}
    if "shapes" in options:
        settings["shapes"] = " · ".join(str(tuple(shape)) for shape in options["shapes"])
    return made_words(of, options.get("arguments") or None), settings


def parts_of(case: Case) -> Parts:
    """Return the parts of a sentence of lessons/course/steps/hints.py: a case and its settings, named as `with lr`."""
    name, settings = tried(case)
    return {"name": name, **{f"with {key}": value for key, value in settings.items()}}
