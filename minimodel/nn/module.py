"""Module: a piece of a network, and everything it holds.

A Parameter or another Module that is assigned to an attribute belongs to
it. So a module can list every parameter below it under a dotted name, save
them, and load them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from ..checkpoint import fitting
from ..operations import Array
from ..tensor import Operand, Tensor

Named: TypeAlias = Iterator[tuple[str, Any]]


class Parameter(Tensor):
    """A tensor that a module owns and an optimiser changes."""

    def __init__(self, data: Operand, *, dtype: Any = None) -> None:
        super().__init__(data, requires_grad=True, dtype=dtype)


class Module:
    """What layers and networks have in common.

    A subclass calls `super().__init__()` first, assigns its parameters and
    layers to attributes, and defines `forward`. Call the module itself,
    not `forward`.
    """

    training: bool

    def __init__(self) -> None:
        object.__setattr__(self, "training", True)

    def __setattr__(self, name: str, value: Any) -> None:
        if "training" not in vars(self):
            kind = type(self).__name__
            raise AttributeError(
                f"{kind}.{name} was assigned before {kind} was set up: "
                f"write super().__init__() as the first line of "
                f"{kind}.__init__."
            )
        object.__setattr__(self, name, value)

    def __call__(self, x: Any, *more: Any, **options: Any) -> Tensor:
        x = Tensor(x) if isinstance(x, np.ndarray | list) else x
        return self.forward(x, *more, **options)

    def forward(self, *inputs: Any, **options: Any) -> Tensor:
        """What the module computes. Each subclass writes its own."""
        raise NotImplementedError(
            f"{type(self).__name__} does not say what it computes: define "
            "forward(self, x)."
        )

    # ---- what it holds ---------------------------------------------------

    def _attributes(self, kind: Any) -> dict[str, Any]:
        """Its attributes of a kind, such as Parameter or Module."""
        named = vars(self).items()
        return {name: x for name, x in named if isinstance(x, kind)}

    def named_modules(self, prefix: str = "") -> Named:
        """This module and all below it, with their dotted names."""
        yield prefix, self
        for name, module in self._attributes(Module).items():
            dotted = f"{prefix}.{name}".removeprefix(".")
            yield from module.named_modules(dotted)

    def modules(self) -> Iterator["Module"]:
        """This module and all below it."""
        return (module for _, module in self.named_modules())

    def named_parameters(self) -> Named:
        """Every parameter below, as ("fc1.weight", parameter)."""
        for prefix, module in self.named_modules():
            for name, parameter in module._attributes(Parameter).items():
                yield f"{prefix}.{name}".removeprefix("."), parameter

    def parameters(self) -> Iterator[Parameter]:
        """Every parameter below: once, though it may have two names."""
        return iter({id(p): p for _, p in self.named_parameters()}.values())

    def zero_grad(self) -> None:
        """Forget the gradient of every parameter."""
        for parameter in self.parameters():
            parameter.zero_grad()

    # ---- train and eval --------------------------------------------------

    def train(self, mode: bool = True) -> "Module":
        """Switch to training (Dropout drops), or out of it."""
        for module in self.modules():
            module.training = mode
        return self

    def eval(self) -> "Module":
        """Switch to evaluation."""
        return self.train(False)

    # ---- saving and loading ----------------------------------------------

    def state_dict(self) -> dict[str, Array]:
        """A copy of every parameter's array, under its dotted name."""
        named = self.named_parameters()
        return {name: parameter._data.copy() for name, parameter in named}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Write these arrays into the parameters of the same names.

        Raises KeyError when a name is missing on either side, ValueError
        when a shape differs. Nothing is written unless everything fits.
        """
        own = dict(self.named_parameters())
        for name, array in fitting(state, own, type(self).__name__).items():
            own[name].write(array)

    # ---- showing ---------------------------------------------------------

    def extra_repr(self) -> str:
        """What stands in the brackets: its settings, as p=0.5."""
        found = self._attributes(int | float | str | tuple).items()
        settings = (pair for pair in found if pair[0] != "training")
        return ", ".join(f"{name}={x!r}" for name, x in settings)

    def __repr__(self) -> str:
        kind = type(self).__name__
        modules = self._attributes(Module)
        if not modules:
            return f"{kind}({self.extra_repr()})"
        lines = [f"({name}): {m!r}" for name, m in modules.items()]
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"{kind}(\n  {body}\n)"


def beside(parameter: Tensor, x: Tensor, own: int) -> Tensor:
    """A parameter in the form that meets x, also in an ensemble.

    A layer's own parameter has `own` axes and meets the last axes of x. An
    ensemble's has one more in front, of members; it needs axes of length 1
    between, as many as x has rows of rows.
    """
    if parameter.ndim == own:
        return parameter
    between = [1] * (x.ndim - parameter.ndim)
    members, *rest = parameter.shape
    return parameter.reshape(members, *between, *rest)
