"""Module: a piece of a network, and everything it holds.

A Parameter or another Module that is assigned to an attribute belongs to
it. So a module can list every parameter below it under a dotted name; how
it is walked, printed and saved is in contents.py.
"""

import numbers
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import errors
from ..tensor import Operand, Tensor
from .contents import Contents, Named, dotted, once_each

NUMBERS: Any = np.ndarray | np.generic | numbers.Number | list | str | None


class Parameter(Tensor):
    """A tensor that a module owns and an optimiser changes."""

    def __init__(self, data: Operand, *, dtype: Any = None) -> None:
        super().__init__(data, requires_grad=True, dtype=dtype)


class Module(Contents):
    """The base of layers and networks.

    A subclass calls `super().__init__()` first, assigns its parameters and
    layers to attributes, and defines `forward`. Call the module itself,
    not `forward`.
    """

    training: bool
    _owned = Parameter

    def __init__(self) -> None:
        object.__setattr__(self, "training", True)
        object.__setattr__(self, "_buffers", {})

    def __setattr__(self, name: str, value: Any) -> None:
        if "training" not in vars(self):
            own = type(self).__name__
            raise AttributeError(
                f"{own}.{name} was assigned before {own} was set up: "
                f"write super().__init__() as the first line of "
                f"{own}.__init__."
            )
        for kind in (Parameter, Module):
            if isinstance(vars(self).get(name), kind) and not isinstance(
                value, kind | None
            ):
                raise errors.TypeError(
                    f"{type(self).__name__}.{name} is a {kind.__name__}, "
                    f"and {value!r:.60} is none: it would be lost to the "
                    f"model. Assign a {kind.__name__}, or write to .data."
                )
        object.__setattr__(self, name, value)

    def __call__(self, x: Any, *more: Any, **options: Any) -> Tensor:
        if not isinstance(x, Tensor) and isinstance(x, NUMBERS):
            x = Tensor(x)
        return self.forward(x, *more, **options)

    def forward(self, *inputs: Any, **options: Any) -> Tensor:
        """Compute the output. Each subclass writes its own."""
        raise NotImplementedError(
            f"{type(self).__name__} does not say what it computes: define "
            "forward(self, x)."
        )

    def _attributes(self, kind: Any) -> dict[str, Any]:
        """Its attributes of a kind, such as Parameter or Module."""
        named = vars(self).items()
        return {name: x for name, x in named if isinstance(x, kind)}

    def _named(self, kind: Any) -> Named:
        """Each attribute of a kind below, under each of its names."""
        for prefix, module in self._tree():
            for name, x in module._attributes(kind).items():
                yield dotted(prefix, name), x

    def named_parameters(self) -> Named:
        """Every parameter below, once, as ("fc1.weight", parameter)."""
        return once_each(self._named(Parameter))

    def parameters(self) -> Iterator[Parameter]:
        return (parameter for _, parameter in self.named_parameters())

    def apply(self, function: Any) -> "Module":
        """Call a function with this module and each below it."""
        for module in self.modules():
            function(module)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        for p in self.parameters():
            if p.grad is not None:
                p.grad = None if set_to_none else np.zeros_like(p._data)

    def train(self, mode: bool = True) -> "Module":
        """Switch to training (Dropout drops), or out of it."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> "Module":
        return self.train(False)
