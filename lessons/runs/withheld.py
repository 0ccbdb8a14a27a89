"""What a lab forbids is withheld from its file, and from nobody else: the library and the checks go on using it."""

import functools
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any


class Forbidden(RuntimeError):
    """Raised where a lab's file uses what it was to write itself."""


def withhold(library: ModuleType, names: Sequence[str], from_module: str) -> list[str]:
    """Refuse these functions, classes and modules of functions to a module; return the list of what it tried to use."""
    used: list[str] = []
    for name in names:
        *path, last = name.split(".")
        owner: Any = library
        for part in path:
            owner = getattr(owner, part)
        thing = getattr(owner, last)
        if isinstance(thing, ModuleType):
            for each in [each for each, own in vars(thing).items() if is_own_function(own, thing)]:
                replace_function(library, getattr(thing, each), refusing(f"{name}.{each}", from_module, used))
        elif isinstance(thing, type):
            thing.__init__ = refusing(name, from_module, used)(thing.__init__)  # type: ignore[misc]
        elif isinstance(owner, type):
            setattr(owner, last, refusing(name, from_module, used)(thing))
        else:
            replace_function(library, thing, refusing(name, from_module, used))
    return used


def is_own_function(thing: Any, module: ModuleType) -> bool:
    return isinstance(thing, FunctionType) and thing.__module__ == module.__name__


def replace_function(library: ModuleType, function: Any, change: Callable[[Any], Any]) -> None:
    """Put a changed function in its place, in every module of the library that has it."""
    changed = change(function)
    for name in [name for name in sys.modules if name.partition(".")[0] == library.__name__]:
        names = vars(sys.modules[name])
        for key in [key for key, value in names.items() if value is function]:
            names[key] = changed


def refusing(name: str, from_module: str, used: list[str]) -> Callable[[Any], Any]:
    """Return what makes a function refuse whatever the module has called, directly or not."""

    def change(function: Any) -> Any:
        @functools.wraps(function)
        def guarded(*inputs: Any, **options: Any) -> Any:
            if is_called_from(from_module):
                used.append(name)
                raise Forbidden(name)
            return function(*inputs, **options)

        return guarded

    return change


def is_called_from(module: str) -> bool:
    frame: Any = sys._getframe(2)
    while frame is not None:
        if frame.f_globals.get("__name__") == module:
            return True
        frame = frame.f_back
    return False
