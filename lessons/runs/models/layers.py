"""A Sequential from lines, a layer a line: `Linear 2 16`, `GELU`, `Scale 0.001`."""

from collections.abc import Sequence
from typing import Any

from lessons.course.values import LessonError, nearest
from lessons.course.vocabulary import LAYERS
from lessons.runs.models.activations import added
from lessons.runs.models.networks import assembled, check_fit
from lessons.runs.models.weights import Kit, start
from lessons.runs.trained_model import Rows

WHOLE = ("inputs", "outputs", "size")  # the arguments that are whole numbers
Line = tuple[str, list[Any]]  # a layer's name and its arguments


def layers(kit: Kit, layers: Sequence[str], **first: Any) -> Any:
    """Build a Sequential from lines; its parameters are called 0.weight, 0.bias, 2.weight, ..."""
    lines = [read_line(str(line), number) for number, line in enumerate(layers, 1)]
    check_widths(lines, kit.rows)
    modules = {str(place): build(kit, line) for place, line in enumerate(lines)}
    return start(kit, assembled(kit.library, modules), **first)


def read_line(line: str, number: int) -> Line:
    """Read a layer's name and its arguments. Raises LessonError with the line and how it should be written."""
    name, *given = line.split() or [""]
    if name not in LAYERS:
        raise LessonError(f"model: layer {number}, {line!r}, is none.{nearest(name, tuple(LAYERS))}")
    names = LAYERS[name].split()
    try:
        pairs = zip(given, names, strict=False)
        arguments = [int(text) if what in WHOLE else float(text) for text, what in pairs]
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
        if name in ("Linear", "Matrix", "LayerNorm", "BatchNorm1d", "Shift") and arguments[0] != width:
            raise LessonError(f"model: layer {number} is given {width} numbers, but {name} takes {arguments[0]}.")
        width = arguments[1] if name in ("Linear", "Matrix") else width
    check_fit([rows.inputs, width], rows)


def build(kit: Kit, line: Line) -> Any:
    name, arguments = line
    sized = ("Linear", "Matrix", "LayerNorm", "BatchNorm1d", "PReLU", "Shift")
    options: dict[str, Any] = {"dtype": kit.dtype} if name in sized else {}
    if name in ("Linear", "Matrix", "Dropout"):
        options["generator"] = kit.generator
    kind = added(kit.library).get(name) or getattr(kit.library.nn, name)
    return kind(*arguments, **options)
