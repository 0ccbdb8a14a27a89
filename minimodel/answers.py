"""Answers: what was given wrongly is told in a sentence, everywhere.

Operations are explained where they run, in tensor.py. Around the other
public functions, and where something is made, stands `answering`: errors
that were not raised on purpose become a sentence of what was given.
"""

import functools
import inspect
import linecache
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from . import checkpoint, data, functions, gradcheck, nn, optim, random
from .explain import translated
from .shapes import Shapes
from .words import Words


def in_words(place: Any, names: Iterable[str] | None = None) -> None:
    """Let the public functions of a module or class answer so."""
    for name, function in list(vars(place).items()):
        chosen = name in names if names else not name.startswith("_")
        if chosen and inspect.isfunction(function):
            setattr(place, name, answering(function))


def answering(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function; its errors are its own sentences or become one."""
    name = function.__qualname__.removesuffix(".__init__").split(".")[-1]
    first = int(function.__name__ == "__init__")  # self is not there yet

    @functools.wraps(function)
    def call(*inputs: Any, **options: Any) -> Any:
        try:
            return function(*inputs, **options)
        except (ArithmeticError, AttributeError, LookupError) as error:
            caught: Exception = error
        except (MemoryError, TypeError, ValueError) as error:
            caught = error
        if speaks(caught):
            raise caught
        values = (*inputs[first:], *options.values())
        given = ", ".join(f"{x!r:.40}" for x in values)
        why = translated(str(caught), "one of them is of the wrong kind.")
        kinds = (IndexError, TypeError, ValueError)
        kind = next((k for k in kinds if isinstance(caught, k)), TypeError)
        raise kind(f"{name} got {given}: {why}") from None

    return call


def speaks(error: Exception) -> bool:
    """Whether an error was raised on purpose, here, with a sentence."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_frame.f_code.co_name == "call":
        return True  # the number of arguments: Python says what is wrong
    code = place.tb_frame.f_code
    line = linecache.getline(code.co_filename, place.tb_lineno)
    return line.lstrip().startswith("raise")


PLACES: tuple[ModuleType | type, ...] = (
    *(checkpoint, data, functions, gradcheck, random),
    *(nn.clipping, nn.functional, nn.init, Shapes, Words),
)
for place in PLACES:
    in_words(place)
for kind in (*vars(nn).values(), *vars(optim).values()):
    if inspect.isclass(kind):
        in_words(kind, ["__init__"])
