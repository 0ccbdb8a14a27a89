"""Sequential: modules one after the other."""

from collections.abc import Iterator
from typing import Any

from ..tensor import Tensor
from .module import Module


class Sequential(Module):
    """Each module receives what the one before it returned.

    They are registered under "0", "1", ..., so the first layer's weight is
    called "0.weight", and model[0] is that layer.

    Raises TypeError when something is not a Module.
    """

    def __init__(self, *modules: Module) -> None:
        super().__init__()
        for i, module in enumerate(modules):
            setattr(self, str(i), module)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.isdigit() and not isinstance(value, Module):
            raise TypeError(
                f"Sequential got {value!r} in place {name}, which is not "
                "a Module. Use a Module, such as nn.ReLU(), or write "
                "one with a forward method."
            )
        super().__setattr__(name, value)

    def forward(self, x: Tensor) -> Tensor:
        for module in self:
            x = module(x)
        return x

    def __len__(self) -> int:
        return len(self._attributes(Module))

    def __iter__(self) -> Iterator[Module]:
        return iter(self._attributes(Module).values())

    def __getitem__(self, index: int | str | slice) -> Module:
        if isinstance(index, str):
            return self._attributes(Module)[index]
        found = list(self)[index]
        return Sequential(*found) if isinstance(found, list) else found

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, list(self._attributes(Module))[index], module)
