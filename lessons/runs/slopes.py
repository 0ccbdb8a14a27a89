"""Gradients: whether what a layer or function says is the slope that small nudges show, at inputs drawn anew."""

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from lessons.runs.calls import NUDGE
from lessons.runs.judgement import GRADIENT, Answer, Ask, Judgement, ask

WEIGHTS = 97  # different ones for the outputs, over and over


def generator() -> np.random.Generator:
    """Draws that nobody knows beforehand."""
    return np.random.default_rng(secrets.randbits(128))


def slope_ask(
    what: str, of: str, arguments: Sequence[Any] | None, state: Mapping[str, Any], inputs: Sequence[Any]
) -> Ask:
    """Ask for every gradient, and for the values around."""
    weights = generator().uniform(0.5, 1.5, WEIGHTS) * generator().choice([-1, 1], WEIGHTS)
    problem = partial(wrong_slope, what)
    return ask("slopes", problem, of=of, arguments=arguments, state=state, inputs=inputs, weights=weights)


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
