"""Drawings of the thing itself, computed by the healthy library: nothing is trained, and nothing drawn by hand."""

from collections.abc import Callable, Mapping
from typing import Any

from lessons.format import LessonError
from lessons.lesson import Drawing, Prose
from lessons.page import Block
from lessons.runs.drawings import arithmetic, functions, grammar
from lessons.text import Text

Draw = Callable[[Mapping[str, Any], Prose, Text], tuple[Block, ...]]

DRAW: Mapping[str, Draw] = {
    "functions": functions.functions,
    "labels": grammar.labels,
    "product": arithmetic.product,
    "gap": grammar.gap,
    "input": grammar.input_row,
}


def draw(drawing: Drawing, page: Prose, text: Text) -> tuple[Block, ...]:
    """The blocks of a drawing. Raises LessonError where it cannot be drawn, with what would do."""
    try:
        return DRAW[drawing.kind](drawing.settings, page, text)
    except LessonError as error:
        raise LessonError(f"[drawing.{drawing.name}] {error}") from None
