"""Activations as curves over their input."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lessons.lesson import LessonError, Prose
from lessons.numbers import number
from lessons.page import Block
from lessons.pictures import Axis, Curve, Curves
from lessons.runs.rows import Array
from lessons.table import nearest
from lessons.text import Text
from minimodel import Tensor
from minimodel.nn.activations import ELEMENTWISE

POINTS, SAID = 121, 5  # along a curve, and those that are said in words
ROWS = 11


def functions(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """Each activation as a curve, with both axes through 0."""
    low, high, names = settings["low"], settings["high"], settings["of"]
    x = np.linspace(low, high, POINTS)
    heights = {name: activation(name, x) for name in names}
    lowest, highest = (float(end) for end in ends(heights.values()))
    curves = [
        Curve(called(name, text), f"arm-{place}", tuple(x.tolist()), tuple(y.tolist()))
        for place, (name, y) in enumerate(heights.items(), 1)
    ]
    axes = Curve("0", "ideal", (low, 0.0, 0.0, 0.0, 0.0, high), (0.0, 0.0, highest, lowest, 0.0, 0.0))
    says = " ".join(said(name, x, y, text) for name, y in heights.items())
    axis_x, axis_y = Axis("x", low, high), Axis("", lowest, highest)
    return (Curves("", (axes, *curves), axis_x, axis_y, says, settings.get("rows", ROWS)),)


def activation(name: str, x: Array) -> Array:
    """What an activation of the library gives for each number."""
    if name not in ELEMENTWISE:
        raise LessonError(f"of has {name!r}, which is no activation.{nearest(name, tuple(ELEMENTWISE))}")
    return np.asarray(ELEMENTWISE[name]()(Tensor(x)).data)


def called(name: str, text: Text) -> str:
    return text(f"draw.{name}") if text.has(f"draw.{name}") else name


def ends(heights: Any) -> tuple[float, float]:
    values = np.concatenate(list(heights))
    return min(0.0, float(values.min())), max(0.0, float(values.max()))


def said(name: str, x: Array, y: Array, text: Text) -> str:
    """Some of a curve's points, in a sentence."""
    some = np.linspace(0, len(x) - 1, SAID).astype(int)
    pairs = ", ".join(text("draw.point", x=number(float(x[i])), y=number(float(y[i]))) for i in some)
    return text("draw.says_function", name=called(name, text), points=pairs)
