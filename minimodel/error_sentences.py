"""Error sentences: what was given wrongly is told, everywhere alike.

Operations are explained where they run, in tensor.py. Other functions, and
the making of things, have `@in_sentences` where NumPy or Python would
speak of their own affairs. `forward` has not: learners write it, and see
Python's own errors.
"""

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

from . import errors
from .device import Device
from .errors import Said, kind_of
from .explain import translated

Function = TypeVar("Function", bound=Callable[..., Any])
UNKNOWN = re.compile(r"unexpected keyword argument '(\w+)'")
ARGUMENTS = re.compile("(positional|keyword) argument")  # Python says it


def in_sentences(function: Function) -> Function:
    """Let a function's errors be sentences, its own or ours."""
    known = list(inspect.signature(function).parameters)
    making = function.__name__ in ("__init__", "__getitem__")

    @functools.wraps(function)
    def call(*inputs: Any, **options: Any) -> Any:
        try:
            return function(*inputs, **options)
        except (ArithmeticError, AttributeError, LookupError) as error:
            caught: Exception = error
        except (MemoryError, TypeError, ValueError) as error:
            caught = error
        if isinstance(caught, Said):
            raise caught
        name = type(inputs[0]).__name__ if making else function.__name__
        unknown = UNKNOWN.search(str(caught))
        if making and unknown and unknown[1] == "device" in options:
            Device(options.pop("device"))  # there is one: nothing moves
            return call(*inputs, **options)
        if unknown and unknown[1] in options:
            raise errors.TypeError(
                f"{name} has no option {unknown[1]!r} here. It takes "
                f"{', '.join(known[making:])}."
            )
        given = (*inputs[making:], *options.values())
        raise told(caught, name, given)

    return call  # type: ignore


def told(caught: Exception, name: str, given: Any) -> Exception:
    """Return Python's or NumPy's error in a sentence."""
    if ARGUMENTS.search(str(caught)):
        return caught
    why = "one of them is of the wrong kind."
    if not isinstance(caught, AttributeError | TypeError):
        why = f"{str(caught).rstrip('.')}."
    kind = kind_of(caught, otherwise=errors.TypeError)
    values = ", ".join(f"{x!r:.40}" for x in given)
    return kind(f"{name} got {values}: {translated(str(caught), why)}")
