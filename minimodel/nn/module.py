"""Module: a piece of a network, and everything it holds.

Assigning a Parameter or another Module to an attribute registers it; from
that, a module can list every parameter below it under a dotted name, save
them, and load them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..operations import Array
from ..tensor import Operand, Tensor


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

    _parameters: dict[str, Parameter]
    _modules: dict[str, "Module"]
    training: bool

    def __init__(self) -> None:
        object.__setattr__(self, "_parameters", {})
        object.__setattr__(self, "_modules", {})
        object.__setattr__(self, "training", True)

    def __setattr__(self, name: str, value: Any) -> None:
        if "_modules" not in self.__dict__:
            kind = type(self).__name__
            raise AttributeError(
                f"{kind}.{name} was assigned before {kind} was set up: "
                f"write super().__init__() as the first line of "
                f"{kind}.__init__."
            )
        self._parameters.pop(name, None)
        self._modules.pop(name, None)
        if isinstance(value, Parameter):
            self._parameters[name] = value
        elif isinstance(value, Module):
            self._modules[name] = value
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._parameters.pop(name, None)
        self._modules.pop(name, None)
        object.__delattr__(self, name)

    def __call__(self, x: Any, *more: Any) -> Tensor:
        return self.forward(
            Tensor(x) if type(x) is np.ndarray else x, *more
        )

    def forward(self, *inputs: Any) -> Tensor:
        """What the module computes. Each subclass writes its own."""
        raise NotImplementedError(
            f"{type(self).__name__} does not say what it computes: define "
            "forward(self, x)."
        )

    # ---- what it holds ---------------------------------------------------

    def named_modules(
        self, prefix: str = ""
    ) -> Iterator[tuple[str, "Module"]]:
        """This module and all below it, with their dotted names."""
        yield prefix, self
        for name, module in self._modules.items():
            dotted = f"{prefix}.{name}" if prefix else name
            yield from module.named_modules(dotted)

    def modules(self) -> Iterator["Module"]:
        """This module and all below it."""
        for _, module in self.named_modules():
            yield module

    def named_parameters(self) -> Iterator[tuple[str, Parameter]]:
        """Every parameter below, as ("fc1.weight", parameter)."""
        for prefix, module in self.named_modules():
            for name, parameter in module._parameters.items():
                yield (f"{prefix}.{name}" if prefix else name), parameter

    def parameters(self) -> Iterator[Parameter]:
        """Every parameter below."""
        for _, parameter in self.named_parameters():
            yield parameter

    def zero_grad(self) -> None:
        """Forget the gradient of every parameter."""
        for parameter in self.parameters():
            parameter.grad = None

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
        missing = [name for name in own if name not in state]
        unexpected = [name for name in state if name not in own]
        if missing or unexpected:
            raise KeyError(
                f"The state does not fit {type(self).__name__}. Missing "
                f"from the state: {', '.join(missing) or 'nothing'}. Not "
                f"known to the model: {', '.join(unexpected) or 'nothing'}."
            )
        arrays = {name: np.asarray(state[name]) for name in own}
        for name, parameter in own.items():
            if arrays[name].shape != parameter.shape:
                raise ValueError(
                    f"{name} has shape {parameter.shape} in the model and "
                    f"{arrays[name].shape} in the state."
                )
        for name, parameter in own.items():
            parameter._data[...] = arrays[name]
            parameter._version += 1

    # ---- showing ---------------------------------------------------------

    def extra_repr(self) -> str:
        """What stands between the brackets for a module without layers."""
        return ""

    def __repr__(self) -> str:
        kind = type(self).__name__
        if not self._modules:
            return f"{kind}({self.extra_repr()})"
        lines = [f"({name}): {m!r}" for name, m in self._modules.items()]
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
