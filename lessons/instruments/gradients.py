"""Instruments that look at gradients and parameters, by name."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lessons.instruments.arrays import Array, read_array
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import Gradients, TrainingSetup, Unreadable, is_half_precision

LATER = 3  # steps, after which what began at zero may have woken
VANISHED, VANISHED_OF_LOSS, EXPLODED = 1e-6, 1e-8, 1e3
MANY = 0.7  # of a layer's units
MOST_CHECKED = 12  # parameters: four losses each
TOO_FAR = 0.05  # from the difference quotient, relative


def gradients(setup: TrainingSetup) -> Found:
    first = setup.gradients()
    later = after_steps(setup, LATER) if any(map(is_zero, first.values())) else first
    sizes = {name: float(np.linalg.norm(g)) for name, g in first.items() if g is not None}
    largest = max(sizes.values(), default=math.nan)
    least = max(VANISHED * largest, VANISHED_OF_LOSS * abs(setup.loss_of()))
    groups = {
        "never_reached": [name for name, g in first.items() if g is None],
        "not_finite": [name for name, size in sizes.items() if not math.isfinite(size)],
        "zero": [name for name in first if is_zero(first[name]) and is_zero(later[name])],
        "vanished": [n for n in setup.matrices if n not in setup.tables and 0 < sizes.get(n, 0) < least],
        "exploded": [
            n for n in setup.matrices if sizes.get(n, 0) > EXPLODED * (1 + np.linalg.norm(setup.weights()[n]))
        ],
    }
    found = [Seen(len(names)).out(key, names=names, of=len(first)) for key, names in groups.items() if names]
    return found or [Seen(largest, least=min(sizes.values(), default=math.nan))]


def is_zero(gradient: Array | None) -> bool:
    return gradient is not None and not gradient.any()


def after_steps(setup: TrainingSetup, steps: int) -> Gradients:
    for _ in setup.train(steps):
        pass
    return setup.gradients()


def known(setup: TrainingSetup) -> Found:
    given = [each for group in setup.optimizer.param_groups for each in group["params"]]
    ids, own = [id(each) for each in given], {id(each): name for name, each in setup.model.named_parameters()}
    grads = setup.gradients()
    parts = {id(each) for _, each in getattr(setup.loss, "named_parameters", lambda: ())()}
    groups: dict[str, list[str]] = {
        "unlisted": sorted(unlisted(setup.model)),
        "unknown": [name for name, each in setup.parameters.items() if id(each) not in ids and grads[name] is not None],
        "twice": sorted({own.get(each, "?") for each in ids if ids.count(each) > 1}),
        "gone": [f"{tuple(p.shape)}" for p in given if id(p) not in {*own, *parts} and p.grad is None],
    }
    found = [Seen(len(names)).out(key, names=names, of=len(own)) for key, names in groups.items() if names]
    return found or [Seen(len(ids), frozen=len(own) - len(setup.parameters))]


def unlisted(model: Any) -> Iterator[str]:
    """Yield the names of layers and parameters in plain lists, tuples and dicts, which no model lists as its own."""
    listed = {id(each) for _, each in model.named_parameters()}
    modules = dict(model.named_modules()) if hasattr(model, "named_modules") else {"": model}
    for prefix, module in modules.items():
        for name, held in vars(module).items():
            if name.startswith("_") or not isinstance(held, list | tuple | dict):
                continue
            for key, each in held.items() if isinstance(held, Mapping) else enumerate(held):
                named = each.named_parameters() if hasattr(each, "named_parameters") else [("", each)]
                if any(getattr(own, "requires_grad", False) is True and id(own) not in listed for _, own in named):
                    yield ".".join(filter(None, (prefix, name, str(key))))


def units(setup: TrainingSetup) -> Found:
    names = [name for name in setup.matrices if name not in setup.tables]
    start, first, later = setup.weights(), setup.gradients(), after_steps(setup, 20)
    weights = setup.weights()
    off, alike = {}, {}
    for name in names:
        if first[name] is None or later[name] is None or len(weights[name]) < 2:
            continue
        rows = [np.abs(g.reshape(len(g), -1)).max(1) for g in (first[name], later[name])]
        off[name] = float(((rows[0] == 0) & (rows[1] == 0)).mean())
        alike[name] = min(share_alike(start[name]), 1.0 if start[name].any() else share_alike(weights[name]))
    found = []
    for key, shares in (("off", off), ("alike", alike)):
        if many := {name: share for name, share in shares.items() if share > MANY}:
            found.append(Seen(max(many.values())).out(key, names=list(many)))
    if (saturated := share_saturated(setup)) > MANY:
        found.append(Seen(saturated).out("saturated"))
    return found or [Seen(max(off.values(), default=0.0))]


def share_alike(matrix: Array) -> float:
    """Return the share of rows that have a twin, to the last digits."""
    rows = matrix.reshape(len(matrix), -1)
    same = np.unique(np.round(rows / (np.abs(rows).max() + 1e-30), 6), axis=0, return_counts=True)[1]
    return float(same[same > 1].sum() / len(rows))


def share_saturated(setup: TrainingSetup) -> float:
    """Return the share of a bounded layer's numbers, a tanh's or a sigmoid's, that are at their bounds at the start."""
    setup.restore()
    seen: list[float] = []
    leaves = [each for each in setup.model.modules() if type(each).__name__ in ("Tanh", "Sigmoid")]
    for module in leaves:
        module.forward = noting(module.forward, type(module).__name__ == "Sigmoid", seen)
    try:
        setup.outputs()
    finally:
        for module in leaves:
            del module.forward
    return max(seen, default=0.0)


def noting(forward: Any, is_sigmoid: bool, seen: list[float]) -> Any:
    def noted(x: Any) -> Any:
        out = forward(x)
        numbers = read_array(out)
        seen.append(float((np.abs(2 * numbers - 1 if is_sigmoid else numbers) > 0.99).mean()))
        return out

    return noted


def difference_quotients(setup: TrainingSetup) -> Found:
    if is_half_precision(setup):
        raise Unreadable("half")
    if setup.loss_of() != setup.loss_of():
        raise Unreadable("random")
    start, found = setup.weights(), setup.gradients()
    lengths = {
        name: np.linalg.norm(g.astype(float)) for name, g in found.items() if g is not None and np.isfinite(g).all()
    }
    reached = sorted(lengths, key=lambda name: -lengths[name])[:MOST_CHECKED]
    reached = [name for name in reached if lengths[name] > 1e-4 * lengths[reached[0]]]
    tried = {name: relative_error(setup, start, name, np.asarray(found[name], float)) for name in reached}
    errors = {name: error for name, error in tried.items() if error is not None}
    if not errors:
        raise Unreadable("coarse")
    worst = max(errors, key=errors.__getitem__)
    seen = Seen(errors[worst], name=worst, checked=len(errors))
    return [
        seen.out("differs", names=[n for n, e in errors.items() if e > TOO_FAR]) if errors[worst] > TOO_FAR else seen
    ]


def relative_error(setup: TrainingSetup, start: dict[str, Array], name: str, gradient: Array) -> float | None:
    """Return how far a gradient is from the loss's slopes, along it and at its largest number; None if unclear."""
    largest = np.where(np.abs(gradient) == np.abs(gradient).max(), gradient, 0.0)
    errors = [error_along(setup, start[name], name, each) for each in (gradient, largest)]
    return max((error for error in errors if error is not None), default=None)


def error_along(setup: TrainingSetup, start: Array, name: str, way: Array) -> float | None:
    """Compare the slope along a part of the gradient with its length, at two distances: a kink is near one alone."""
    length, before = float(np.linalg.norm(way)), abs(setup.loss_of()) + 1e-6
    is_double = str(setup.parameters[name].dtype).endswith("float64")
    slopes = []
    for change in (1e-6, 1e-7) if is_double else (2e-3, 5e-4):  # of the loss, relative
        step = change * before / length
        losses = []
        for sign in (1, -1):
            setup.write({name: start + sign * step * way / length})
            losses.append(setup.loss_of())
        slopes.append((losses[0] - losses[1]) / (2 * step))
    setup.write({name: start})
    if not np.isfinite(slopes).all() or abs(slopes[0] - slopes[1]) > 0.02 * max(length, *map(abs, slopes)):
        return None
    return float(min(abs(slope - length) / max(abs(slope), length) for slope in slopes))
