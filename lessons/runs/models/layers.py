"""A Sequential from lines, a layer a line: `Linear 2 16`, `GELU`, `Scale 0.001`."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.models.activations import added
from lessons.runs.models.networks import assembled, check_fit
from lessons.runs.models.weights import start
from lessons.runs.rows import Rows
from lessons.table import nearest

# How each layer is written: what follows its name, in brackets where it may be left out.
LAYERS: Mapping[str, str] = {
    "Linear": "inputs outputs",
    "Matrix": "inputs outputs",
    "LayerNorm": "size",
    "KWinners": "k",
    "Dropout": "[p]",
    "LeakyReLU": "[slope]",
    "PReLU": "[slope]",
    "Scale": "factor",
    "Shift": "size",
    **dict.fromkeys(("ReLU", "GELU", "Tanh", "Sigmoid", "NaiveSigmoid", "Softmax"), ""),
    **dict.fromkeys(("Sin", "Exp", "Square", "Abs", "Identity"), ""),
}
WHOLE = ("inputs", "outputs", "size", "k")  # the arguments that are whole numbers
ADDED = ("Scale", "Square", "Abs", "Shift", "Matrix", "NaiveSigmoid", "KWinners")
Line = tuple[str, list[Any]]  # a layer's name and its arguments


def layers(
    library: ModuleType,
    rows: Rows,
    generator: np.random.Generator,
    *,
    dtype: type,
    layers: Sequence[str],
    **first: Any,
) -> Any:
    """Build a Sequential from lines; its parameters are called 0.weight, 0.bias, 2.weight, ..."""
    lines = [read_line(str(line), number) for number, line in enumerate(layers, 1)]
    check_widths(lines, rows)
    modules = {str(place): build(library, line, generator, dtype) for place, line in enumerate(lines)}
    return start(library, assembled(library, modules), generator, **first)


def read_line(line: str, number: int) -> Line:
    """Read a layer's name and its arguments. Raises LessonError with the line and how it should be written."""
    name, *given = line.split() or [""]
    if name not in LAYERS:
        raise LessonError(f"model: layer {number}, {line!r}, is none.{nearest(name, tuple(LAYERS))}")
    names = LAYERS[name].split()
    try:
        arguments = [as_argument(text, what) for text, what in zip(given, names, strict=False)]
        fits = sum("[" not in what for what in names) <= len(given) <= len(names)
    except ValueError:
        fits = False
    if not fits:
        written = f"{name} {LAYERS[name]}".strip()
        raise LessonError(f"model: layer {number}, {line!r}, should be written {written!r}, with numbers.")
    return name, arguments


def as_argument(text: str, what: str) -> float:
    return int(text) if what in WHOLE else float(text)


def check_widths(lines: Sequence[Line], rows: Rows) -> None:
    """Raise LessonError where a layer does not take what the one before it gives."""
    width = rows.inputs
    for number, (name, arguments) in enumerate(lines, 1):
        fits = {
            "Linear": "takes",
            "Matrix": "takes",
            "LayerNorm": "takes",
            "Shift": "takes",
            "KWinners": "keeps",
        }.get(name)
        too_many = arguments[0] > width if name == "KWinners" else fits and arguments[0] != width
        if too_many:
            raise LessonError(
                f"model: layer {number} is given {width} numbers, but {name} {fits} {arguments[0]}."
            )
        width = arguments[1] if name in ("Linear", "Matrix") else width
    check_fit([rows.inputs, width], rows)


def build(library: ModuleType, line: Line, generator: np.random.Generator, dtype: type) -> Any:
    """Build one layer of the library, or one of those that lessons add."""
    name, arguments = line
    sized = ("Linear", "Matrix", "LayerNorm", "PReLU", "Shift")
    options: dict[str, Any] = {"dtype": dtype} if name in sized else {}
    if name in ("Linear", "Matrix", "Dropout"):
        options["generator"] = generator
    kind = getattr(added(library) if name in ADDED else library.nn, name)
    return kind(*arguments, **options)
