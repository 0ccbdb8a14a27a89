"""A change that is planted in a file's own functions, to see whether what came from them is what the numbers rest on.

The functions are wrapped as soon as their file has been run, before anybody else can take them, and do what they always
did until a plant is switched on: then what they return is multiplied, or they do nothing at all.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

SCALE, IDLE = "scale", "idle"  # what it returns is multiplied; it does nothing and returns nothing
EVERY = "*"  # all functions of a class


@dataclass(frozen=True)
class Plant:
    """A change to functions of a library, such as `operations.py:gelu`, `nn/dropout.py:Dropout.forward`, `….*`."""

    spots: tuple[str, ...]
    kind: str = SCALE
    factor: float = 1.0


class Switch:
    """Which plant is on in a library. A function that another planted one calls is left as it is."""

    def __init__(self, library: str, spots: Iterable[str]) -> None:
        self.library, self.spots = library, tuple(dict.fromkeys(spots))
        self.plant: Plant | None = None
        self.within = False

    @contextmanager
    def on(self, plant: Plant | None) -> Iterator[None]:
        """Switch a plant on while the block runs."""
        self.plant, self.within = plant, False
        try:
            yield
        finally:
            self.plant = None

    def place(self, file: str, module: ModuleType) -> None:
        """Wrap the functions of a file that has just been run, where it has them."""
        for spot in self.spots:
            of, _, qualified = spot.partition(":")
            owner_name, dot, name = qualified.rpartition(".")
            if of != file:
                continue
            owner = getattr(module, owner_name, None) if dot else module
            if isinstance(owner, type if dot else ModuleType):
                for each in own_functions(owner) if name == EVERY else [name]:
                    self.wrap(owner, each, spot)

    def wrap(self, owner: Any, name: str, spot: str) -> None:
        """Put the wrapped function in the place of a module's or class's own."""
        found = inspect.getattr_static(owner, name, None)
        if isinstance(found, staticmethod | classmethod):
            setattr(owner, name, type(found)(self.wrapped(found.__func__, spot)))
        elif isinstance(found, property) and found.fget:
            setattr(owner, name, property(self.wrapped(found.fget, spot), found.fset, found.fdel))
        elif callable(found) and not isinstance(found, type):
            setattr(owner, name, self.wrapped(found, spot))

    def wrapped(self, function: Callable[..., Any], spot: str) -> Callable[..., Any]:
        """The same function, which also follows a plant."""

        @functools.wraps(function)
        def followed(*inputs: Any, **options: Any) -> Any:
            plant = self.plant
            if plant is None or self.within or spot not in plant.spots:
                return function(*inputs, **options)
            if plant.kind == IDLE:
                return None
            self.within = True
            try:
                return self.scaled(function(*inputs, **options), plant.factor, inputs)
            finally:
                self.within = False

        return followed

    def scaled(self, result: Any, factor: float, inputs: Sequence[Any]) -> Any:
        """A result times a factor, with its gradient, if it is numbers; the parameters of a module that was set up."""
        if is_tensor(result):  # by the one way that every operation takes
            return sys.modules[f"{self.library}.tensor"].apply(multiplying(factor), result)
        if isinstance(result, float | np.ndarray | np.floating):
            return result * factor if np.asarray(result).dtype.kind == "f" else result
        if is_operation(result):
            value, links = result
            return value * factor, tuple(scaled_link(link, factor) for link in links)
        if result is None and inputs and hasattr(inputs[0], "named_parameters"):
            for _, parameter in inputs[0].named_parameters():
                parameter.write(np.array(parameter._data) * factor)
        return result


def own_functions(kind: type | ModuleType) -> list[str]:
    """The functions that a class has itself, but for Python's own hooks into it."""
    return [name for name in vars(kind) if name == "__call__" or not name.startswith("__")]


def is_tensor(value: Any) -> bool:
    return hasattr(value, "_data") and hasattr(value, "requires_grad")


def is_operation(result: Any) -> bool:
    """Whether this is what an operation gives: its value, and the links of the chain rule."""
    return (
        isinstance(result, tuple)
        and len(result) == 2
        and isinstance(result[0], np.ndarray | np.floating)
        and isinstance(result[1], tuple)
        and all(map(callable, result[1]))
    )


def scaled_link(link: Callable[[Any], Any], factor: float) -> Callable[[Any], Any]:
    return lambda gradient: link(gradient) * factor


def multiplying(factor: float) -> Callable[[Any], Any]:
    """An operation: its input times a factor."""

    def times(a: Any) -> Any:
        return a * factor, (lambda gradient: gradient * factor,)

    return times
