"""Networks that are written down a layer a line: `Linear 2 16`, `GELU`."""

from collections.abc import Sequence
from inspect import signature
from typing import Any

from lessons.course.lesson.values import LessonError, nearest
from lessons.course.lesson.vocabulary import LAYERS
from lessons.runs.models import activations, networks
from lessons.runs.models.weights import Kit, start
from lessons.runs.trained_model import Rows

GIVEN, GIVES = ("inputs", "size"), "outputs"  # arguments: how many numbers a layer is given, and gives
WHOLE = (*GIVEN, GIVES)  # those that are whole numbers
Line = tuple[str, dict[str, Any]]  # a layer's name and its arguments


def layers(kit: Kit, layers: Sequence[str], **first: Any) -> Any:
    """Build a Sequential from lines; its parameters are called 0.weight, 0.bias, 2.weight, ..."""
    lines = [read_line(str(line), number) for number, line in enumerate(layers, 1)]
    check_widths(lines, kit.rows)
    modules = {str(place): build(kit, line) for place, line in enumerate(lines)}
    return start(kit, networks.assembled(kit.library, modules), **first)


def read_line(line: str, number: int) -> Line:
    """Read a layer's name and its arguments. Raises LessonError with the line and how it should be written."""
    name, *given = line.split() or [""]
    if name not in LAYERS:
        raise LessonError(f"model: layer {number}, {line!r}, is none.{nearest(name, tuple(LAYERS))}")
    names = LAYERS[name].split()
    try:
        pairs = zip(names, given, strict=False)
        arguments = {what: int(text) if what in WHOLE else float(text) for what, text in pairs}
        fits = sum("[" not in what for what in names) <= len(given) <= len(names)
    except ValueError:
        fits = False
    if not fits:
        written = f"{name} {LAYERS[name]}".strip()
        raise LessonError(f"model: layer {number}, {line!r}, should be written {written!r}, with numbers.")
    return name, arguments


def check_widths(lines: Sequence[Line], rows: Rows) -> None:
    width = rows.inputs
    for number, (name, arguments) in enumerate(lines, 1):
        takes = next((arguments[each] for each in GIVEN if each in arguments), width)
        if takes != width:
            raise LessonError(f"model: layer {number} is given {width} numbers, but {name} takes {takes}.")
        width = arguments.get(GIVES, width)
    networks.check_fit([rows.inputs, width], rows)


def build(kit: Kit, line: Line) -> Any:
    """Make a layer; one that has parameters gets their type, and one that draws numbers the seed's own generator."""
    name, arguments = line
    kind = activations.added(kit.library).get(name) or getattr(kit.library.nn, name)
    known = signature(kind).parameters
    options = {"dtype": kit.dtype, "generator": kit.generator}
    return kind(*arguments.values(), **{what: each for what, each in options.items() if what in known})
