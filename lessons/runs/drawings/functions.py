"""Activations as curves over their input."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lessons.lesson import Prose
from lessons.numbers import number
from lessons.page import Block
from lessons.pictures import Axis, Curve, Curves
from lessons.runs.edits import healthy_library
from lessons.runs.models.activations import activation_of
from lessons.runs.rows import Array
from lessons.text import Text
from minimodel import Tensor

POINTS, SAID = 121, 5  # along a curve, and those that are said in words
DIGITS, TANGENT = 3, "tangent"
ROWS = 11


def functions(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """Each activation as a curve, with both axes through 0."""
    low, high, names = settings["low"], settings["high"], settings["of"]
    x = np.linspace(low, high, POINTS)
    heights = {name: activation(name, x) for name in names}
    if "tangent" in settings:
        heights[TANGENT] = tangent(names[0], settings["tangent"], x)
    lowest, highest = ends(heights.values())
    curves = [
        Curve(called(name, text), f"arm-{place}", rounded(x), rounded(y))
        for place, (name, y) in enumerate(heights.items(), 1)
    ]
    axes = Curve("", "ideal", (low, 0.0, 0.0, 0.0, 0.0, high), (0.0, 0.0, highest, lowest, 0.0, 0.0))
    says = " ".join(said(name, x, y, text) for name, y in heights.items())
    axis_x, axis_y = Axis("", low, high), Axis("", lowest, highest)
    return (Curves("", (axes, *curves), axis_x, axis_y, says, settings.get("rows", ROWS)),)


def activation(name: str, x: Array) -> Array:
    """What an activation of the library gives for each number."""
    return np.asarray(activation_of(healthy_library(), name, float)(Tensor(x)).data)


def tangent(name: str, at: float, x: Array) -> Array:
    """The straight line that touches an activation at a number, with the slope that the way back gives."""
    place = Tensor(np.array([at]), requires_grad=True)
    height = activation_of(healthy_library(), name, float)(place)
    height.sum().backward()
    return np.asarray(height.data + np.asarray(place.grad) * (x - at))


def rounded(values: Array) -> tuple[float, ...]:
    """To the digits that a drawing can show."""
    return tuple(np.round(values, DIGITS).tolist())


def called(name: str, text: Text) -> str:
    return text(f"draw.{name}") if text.has(f"draw.{name}") else name


def ends(heights: Any) -> tuple[float, float]:
    values = np.concatenate(list(heights))
    low, high = np.round((values.min(), values.max()), DIGITS)
    return min(0.0, float(low)), max(0.0, float(high))


def said(name: str, x: Array, y: Array, text: Text) -> str:
    """Some of a curve's points, in a sentence."""
    some = np.linspace(0, len(x) - 1, SAID).astype(int)
    pairs = ", ".join(text("draw.point", x=number(float(x[i])), y=number(float(y[i]))) for i in some)
    words = text("draw.says_function", name=called(name, text), points=pairs)
    return words[:1].upper() + words[1:]
