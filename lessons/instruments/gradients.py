"""Instruments that look at gradients and parameters, by name."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lessons.instruments.arrays import Array, is_half, read_array
from lessons.instruments.readings import Found, Seen
from lessons.instruments.setup import Gradients, TrainingSetup, UnusableSetup

LATER, MUCH_LATER = 3, 20  # steps, after which what began at zero may have woken
VANISHED, VANISHED_OF_LOSS, EXPLODED = 1e-6, 1e-8, 1e3
MANY = 0.7  # of a layer's units
MOST_CHECKED = 12  # parameters: four losses each
TOO_FAR, UNCLEAR = 0.05, 0.02  # from the difference quotient, and two of those from each other, relative
MUCH_SMALLER = 1e-4  # than the longest gradient
MIDDLES = {"Tanh": 0.0, "Sigmoid": 0.5}  # of what a bounded layer gives


def gradients(setup: TrainingSetup) -> Found:
    first = setup.gradients()
    later = after_steps(setup, LATER) if any(map(is_zero, first.values())) else first
    sizes = {name: float(np.linalg.norm(g)) for name, g in first.items() if g is not None}
    least, most = min(sizes.values(), default=math.nan), max(sizes.values(), default=math.nan)
    bound = max(VANISHED * most, VANISHED_OF_LOSS * abs(setup.loss_of()))
    groups = {
        "never_reached": [name for name, g in first.items() if g is None],
        "not_finite": [name for name, size in sizes.items() if not math.isfinite(size)],
        "zero": [name for name in first if is_zero(first[name]) and is_zero(later[name])],
        "vanished": [name for name in setup.matrices if 0 < sizes.get(name, 0) < bound],
        "exploded": [name for name in setup.matrices if sizes.get(name, 0) > EXPLODED * (1 + setup.length(name))],
    }
    return named(groups, len(first)) or [Seen(most, least=least)]


def named(groups: Mapping[str, list[str]], of: int) -> Found:
    """Return a finding for each group that has names."""
    return [Seen(len(names), key, names=names, of=of) for key, names in groups.items() if names]


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
    return named(groups, len(own)) or [Seen(len(ids), frozen=len(own) - len(setup.parameters))]


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
    saturated = share_saturated(setup)
    start, first, later = setup.weights(), setup.gradients(), after_steps(setup, MUCH_LATER)
    now, off, alike = setup.weights(), {}, {}
    for name in setup.matrices:
        if first[name] is not None and later[name] is not None and len(start[name]) > 1:
            off[name] = np.mean([not (a.any() or b.any()) for a, b in zip(first[name], later[name], strict=True)])
            alike[name] = share_alike(start[name] if start[name].any() else now[name])
    found = [Seen(saturated, "saturated")] if saturated > MANY else []
    for key, shares in (("off", off), ("alike", alike)):
        if many := [name for name, share in shares.items() if share > MANY]:
            found.append(Seen(max(shares.values()), key, names=many))
    return found or [Seen(max(off.values(), default=0.0))]


def share_alike(matrix: Array) -> float:
    """Return the share of rows that have a twin, to the last digits."""
    rows = matrix.reshape(len(matrix), -1)
    same = np.unique(np.round(rows / (np.abs(rows).max() + 1e-30), 6), axis=0, return_counts=True)[1]
    return float(same[same > 1].sum() / len(rows))


def share_saturated(setup: TrainingSetup) -> float:
    """Return the share of a bounded layer's numbers, a tanh's or a sigmoid's, that are at their bounds."""
    seen: list[float] = []

    def noting(forward: Any, middle: float) -> Any:
        def noted(x: Any) -> Any:
            out = forward(x)
            seen.append(float((np.abs(read_array(out) - middle) > 0.99 * (1 - middle)).mean()))
            return out

        return noted

    bounded = [each for each in setup.model.modules() if type(each).__name__ in MIDDLES]
    for module in bounded:
        module.forward = noting(module.forward, MIDDLES[type(module).__name__])
    try:
        setup.loss_of()
    finally:
        for module in bounded:
            del module.forward
    return max(seen, default=0.0)


def difference_quotients(setup: TrainingSetup) -> Found:
    if any(map(is_half, setup.parameters.values())):
        raise UnusableSetup("half")
    if setup.loss_of() != setup.loss_of():
        raise UnusableSetup("random")
    found = {name: g.astype(float) for name, g in setup.gradients().items() if g is not None and np.isfinite(g).all()}
    reached = sorted(found, key=lambda name: -np.linalg.norm(found[name]))[:MOST_CHECKED]
    bound = MUCH_SMALLER * max(map(np.linalg.norm, found.values()), default=0.0)
    tried = {name: relative_error(setup, name, found[name]) for name in reached if np.linalg.norm(found[name]) > bound}
    errors = {name: error for name, error in tried.items() if error is not None}
    if not errors:
        raise UnusableSetup("coarse")
    off = [name for name, error in errors.items() if error > TOO_FAR]
    return [Seen(max(errors.values()), "differs" if off else "", names=off, checked=len(errors))]


def relative_error(setup: TrainingSetup, name: str, gradient: Array) -> float | None:
    """Return how far a gradient is from the loss's slopes, along it and at its largest number; None if unclear."""
    start, largest = setup.weights()[name], np.where(np.abs(gradient) == np.abs(gradient).max(), gradient, 0.0)
    errors = [error_along(setup, name, start, way) for way in (gradient, largest)]
    return max((error for error in errors if error is not None), default=None)


def error_along(setup: TrainingSetup, name: str, start: Array, way: Array) -> float | None:
    """Compare the slope along a part of the gradient with its length, at two distances: a kink is near one alone."""
    length, before = float(np.linalg.norm(way)), abs(setup.loss_of()) + 1e-6
    is_double = str(setup.parameters[name].dtype).endswith("float64")
    slopes = []
    for change in (1e-6, 1e-7) if is_double else (4e-4, 1e-4):  # of the loss, relative
        losses = []
        for step in (change * before / length, -change * before / length):
            setup.write({name: start + step * way / length})
            losses.append(setup.loss_of())
        slopes.append((losses[0] - losses[1]) * length / (2 * change * before))
    setup.write({name: start})
    if not np.isfinite(slopes).all() or abs(slopes[0] - slopes[1]) > UNCLEAR * max(length, *map(abs, slopes)):
        return None
    return float(min(abs(slope - length) / max(abs(slope), length) for slope in slopes))
