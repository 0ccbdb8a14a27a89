"""Networks that are written down a layer a line: `Linear 2 16`, `GELU`, `Conv1d 1 8 5`."""

import math
from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any

from lessons.course.lesson.values import LessonError, nearest
from lessons.course.lesson.vocabulary import LAYERS
from lessons.runs.models import activations, networks
from lessons.runs.models.places import SHAPES, Shape, layers_of
from lessons.runs.models.weights import Kit, start
from lessons.runs.trained_model import Rows

GIVEN, GIVES = ("inputs", "size"), "outputs"  # arguments: how many numbers a layer is given, and gives
READ_AS: Mapping[str, type] = {  # the others are numbers
    **dict.fromkeys((*GIVEN, GIVES, "channels", "width", "stride", "padding", "places"), int),
    "padding_mode": str,
}
Line = tuple[str, dict[str, Any]]  # a layer's name and its arguments


def layers(kit: Kit, layers: Sequence[str], **first: Any) -> Any:
    """Build a Sequential from lines; its parameters are called 0.weight, 0.bias, 2.weight, ..."""
    lines = [read_line(str(line), number) for number, line in enumerate(layers, 1)]
    check_shapes(lines, kit.rows)
    modules = {str(place): build(kit, line) for place, line in enumerate(lines)}
    return start(kit, networks.assembled(kit.library, modules), **first)


def read_line(line: str, number: int) -> Line:
    """Read a layer's name and its arguments. Raises LessonError with the line and how it should be written."""
    name, *given = line.split() or [""]
    if name not in LAYERS:
        raise LessonError(f"model: layer {number}, {line!r}, is none.{nearest(name, tuple(LAYERS))}")
    names, needed = LAYERS[name].replace("[", "").replace("]", "").split(), LAYERS[name].partition("[")[0].split()
    try:
        pairs = zip(names, given, strict=False)
        arguments = {what: READ_AS.get(what, float)(text) for what, text in pairs}
        fits = len(needed) <= len(given) <= len(names)
    except ValueError:
        fits = False
    if not fits:
        written = f"{name} {LAYERS[name]}".strip()
        raise LessonError(f"model: layer {number}, {line!r}, should be written {written!r}, with numbers.")
    return name, arguments


def check_shapes(lines: Sequence[Line], rows: Rows) -> None:
    """Follow the shape of a row through the layers. Raises LessonError where one cannot read it."""
    shape: Shape = (rows.inputs,)
    for number, (name, arguments) in enumerate(lines, 1):
        takes = next((arguments[each] for each in GIVEN if each in arguments), shape[-1])
        if takes != shape[-1]:
            raise LessonError(f"model: layer {number} is given {shape[-1]} numbers, but {name} takes {takes}.")
        own = (*shape[:-1], arguments.get(GIVES, shape[-1]))
        found = SHAPES[name](shape, **arguments) if name in SHAPES else own
        if not found:
            given = f"{shape[0]} channels at {shape[1]} places" if len(shape) == 2 else f"{shape[0]} numbers"
            raise LessonError(f"model: layer {number}, {name}, cannot read a row of {given}.")
        shape = found
    networks.check_fit([rows.inputs, math.prod(shape)], rows)


def build(kit: Kit, line: Line) -> Any:
    """Make a layer; one that has parameters gets their type, and one that draws numbers the seed's own generator."""
    name, arguments = line
    library = kit.library
    kind = {**activations.added(library), **layers_of(library)}.get(name) or getattr(library.nn, name)
    known = signature(kind).parameters
    words = {what: each for what, each in arguments.items() if isinstance(each, str)}
    numbers = [each for each in arguments.values() if not isinstance(each, str)]
    options = {"dtype": kit.dtype, "generator": kit.generator}
    return kind(*numbers, **words, **{what: each for what, each in options.items() if what in known})
