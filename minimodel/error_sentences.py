"""Error sentences: what was given wrongly is told, everywhere alike.

Operations are explained where they run, in tensor.py. Layers and
optimisers are Made; a file whose end says `in_words` has sentences for all
its functions; others have `@in_sentences`. `forward` has not: learners
write it, and see Python's own errors.
"""

import functools
import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from . import errors
from .absent import lacking
from .device import Device
from .errors import Said, kind_of
from .explain import translated

Function = TypeVar("Function", bound=Callable[..., Any])
UNSAID: Any = (ArithmeticError, AttributeError, LookupError)
UNSAID += (MemoryError, TypeError, ValueError)
UNKNOWN = re.compile(r"unexpected keyword argument '(\w+)'")
ARGUMENTS = re.compile("(positional|keyword) argument")  # Python says it


class Made:
    """The base of what is made here: wrong arguments are told so."""

    def __init_subclass__(cls) -> None:
        is_own = cls.__module__.startswith(f"{__package__}.")
        if is_own and cls.__init__ is not object.__init__:  # no learner's
            cls.__init__ = in_sentences(cls.__init__)  # type: ignore


def in_sentences(function: Function) -> Function:
    """Let a function's errors be sentences, its own or ours."""
    making = function.__name__ in ("__init__", "__getitem__")

    @functools.wraps(function)
    def call(*inputs: Any, **options: Any) -> Any:
        try:
            return function(*inputs, **options)
        except Said:
            raise
        except UNSAID as error:
            caught = error
        unknown = UNKNOWN.search(str(caught))
        if making and unknown and unknown[1] == "device" in options:
            Device(options.pop("device"))  # there is one: nothing moves
            return call(*inputs, **options)
        asked = type(inputs[0]) if making else function
        name, given = asked.__name__, (*inputs[making:], *options.values())
        known = [*inspect.signature(asked).parameters]
        takes = f"It takes {', '.join(known) or 'nothing'}."
        if unknown and unknown[1] in options:
            raise errors.TypeError(
                f"{name} has no option {unknown[1]!r} here. {takes}"
            )
        if ARGUMENTS.search(str(caught)):
            said = errors.TypeError(f"{name} got {listed(given)}. {takes}")
            raise said if making else caught
        raise told(caught, name, given)

    return call  # type: ignore


def in_words(place: str, names: dict[str, Any]) -> Callable[[str], Any]:
    """Let a file's functions have sentences; make its __getattr__."""
    for name, x in names.items():
        if inspect.isfunction(x) and x.__module__ == names["__name__"]:
            names[name] = in_sentences(x)
    return lacking(place, names)


def listed(given: Iterable[Any]) -> str:
    """List what was given, each cut short."""
    return ", ".join(f"{x!r:.40}" for x in given) or "nothing"


def told(caught: Exception, name: str, given: Any) -> Exception:
    """Return Python's or NumPy's error in a sentence."""
    why = "one of them is of the wrong kind."
    if not isinstance(caught, AttributeError | TypeError):
        why = f"{str(caught).rstrip('.')}."
    kind = kind_of(caught, otherwise=errors.TypeError)
    words = translated(str(caught), why)
    return kind(f"{name} got {listed(given)}: {words}")
