"""The judged code, found by the names that a check asks for; what a lab asks for has to be written in its file."""

import inspect
from dataclasses import dataclass, field
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any


class Missing(LookupError):
    """Raised if the judged code has no such name."""


class NotOwn(LookupError):
    """Raised where what a lab asks for, or a method of it, has its code elsewhere."""


@dataclass(frozen=True)
class JudgedCode:
    """The judged code, and the library that it works with; of a repair both are the same."""

    own: Any  # of a lab a module
    library: ModuleType
    used: list[str] = field(default_factory=list)  # of what was withheld from it

    def find(self, name: str, of_library: bool = False) -> Any:
        """Return a class or function of the judged code; if it has none of that name, maybe its library's."""
        found = getattr(self.own, name, None)
        if found is None and of_library:
            found = getattr(self.library.nn, name, None)
        if found is None:
            raise Missing(name)
        if self.is_lab and callable(found) and not of_library:
            check_own(found, name, self.own.__name__)
        return found

    @property
    def is_lab(self) -> bool:
        return self.own is not None and self.own is not self.library.nn


ENTERED = ("__new__", "__init__", "__call__", "forward")  # methods that a check enters by itself


def check_own(found: Any, name: str, module: str) -> None:
    """Raise NotOwn where a function, or a class with a method that a check enters, is written outside a module."""
    while isinstance(found, partial):
        found = found.func
    found = inspect.unwrap(found)
    kind = found if isinstance(found, type) else type(found)
    writers = {each: next((base for base in kind.__mro__ if each in vars(base)), object) for each in ENTERED}
    if isinstance(found, FunctionType | MethodType):
        kind, writers = found, {}  # type: ignore[assignment]
    if kind.__module__ != module:
        raise NotOwn(name)
    for method, writer in writers.items():
        if writer.__module__ != module and writer.__name__ not in ("Module", "object"):
            raise NotOwn(f"{name}.{method}")
