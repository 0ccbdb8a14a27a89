"""Answers: what was given wrongly is told in a sentence, everywhere.

Operations are explained where they run, in tensor.py. Around the other
public functions, and where something is made, stands `answering`: errors
that were not raised on purpose become a sentence of what was given. Not
around `forward`: there learners write, and see Python's own errors.
"""

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from . import (
    checkpoint,
    data,
    functions,
    gradcheck,
    nn,
    optim,
    random,
    said,
)
from .explain import translated
from .groups import Groups
from .said import Said, kind_of
from .shapes import Shapes
from .words import Words

UNKNOWN = re.compile(r"unexpected keyword argument '(\w+)'")
ARGUMENTS = re.compile("(positional|keyword) argument")  # Python says it
MAKING = ("__init__", "__getitem__")  # of classes


def in_words(owner: Any, names: Iterable[str] | None = None) -> None:
    """Let the public functions of a module or class answer so."""
    for name, function in list(vars(owner).items()):
        chosen = name in names if names else not name.startswith("_")
        if chosen and inspect.isfunction(function):
            setattr(owner, name, answering(function))


def answering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function's errors be sentences, its own or ours."""
    *classes, name = function.__qualname__.split(".")
    word = classes[-1] if classes and name in MAKING else name
    first = int(function.__name__ == "__init__")  # self is not there yet

    @functools.wraps(function)
    def call(*inputs: Any, **options: Any) -> Any:
        try:
            return function(*inputs, **options)
        except (ArithmeticError, AttributeError, LookupError) as error:
            caught: Exception = error
        except (MemoryError, TypeError, ValueError) as error:
            caught = error
        name = type(inputs[0]).__name__ if first else word
        if unknown := UNKNOWN.search(str(caught)):
            known = [*inspect.signature(function).parameters][first:]
            raise said.TypeError(
                f"{name} has no option {unknown[1]!r} here. It takes "
                f"{', '.join(known)}."
            )
        if isinstance(caught, Said) or ARGUMENTS.search(str(caught)):
            raise caught
        values = (*inputs[first:], *options.values())
        given = ", ".join(f"{x!r:.40}" for x in values)
        why = "one of them is of the wrong kind."
        if not isinstance(caught, AttributeError | TypeError):
            why = f"{str(caught).rstrip('.')}."
        kind = kind_of(caught, otherwise=said.TypeError)
        raise kind(f"{name} got {given}: {translated(str(caught), why)}")

    return call


OWNERS: tuple[ModuleType | type, ...] = (
    *(checkpoint, data, functions, gradcheck, random),
    *(nn.clipping, nn.functional, nn.init, nn.saving.Saving),
    *(Groups, Shapes, Words),
)
for owner in OWNERS:
    in_words(owner)
for kind in (*vars(nn).values(), *vars(optim).values(), nn.losses.Loss):
    if inspect.isclass(kind) and issubclass(kind, nn.Module | Groups):
        in_words(kind, MAKING)
