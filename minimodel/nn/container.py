"""Containers: Sequential and ModuleList; and Flatten between layers."""

from collections.abc import Iterable, Iterator
from typing import Any

from .. import errors
from ..tensor import Tensor
from .module import Module


class ModuleList(Module):
    """Modules in a list, so that their parameters are found.

    They are registered under "0", "1", ..., so the first layer's weight is
    called "0.weight", and layers[0] is that layer.
    """

    def __init__(self, modules: Iterable[Module] = ()) -> None:
        super().__init__()
        for module in modules:
            self.append(module)

    def append(self, module: Module) -> None:
        setattr(self, str(len(self)), module)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.isdigit():
            check_module(self, name, value)
        super().__setattr__(name, value)

    def __len__(self) -> int:
        return len(self._attributes(Module))

    def __iter__(self) -> Iterator[Module]:
        return (x for x in vars(self).values() if isinstance(x, Module))

    def __getitem__(self, index: int | str | slice) -> Module:
        if isinstance(index, str):
            return self._attributes(Module)[index]
        found: Any = list(self)[index]
        return ModuleList(found) if isinstance(index, slice) else found

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, list(self._attributes(Module))[index], module)


class Sequential(ModuleList):
    """Modules one after the other: each gets what the last returned."""

    def __init__(self, *modules: Module) -> None:
        super().__init__(modules)

    def forward(self, x: Tensor) -> Tensor:
        for module in self:
            x = module(x)
        return x

    def __getitem__(self, index: int | str | slice) -> Module:
        if not isinstance(index, slice):
            return super().__getitem__(index)
        part = Sequential()  # which keeps the names of its parts
        for name in list(self._attributes(Module))[index]:
            setattr(part, name, self[name])
        return part


class ModuleDict(Module):
    """Modules by name: layers["out"], which is layers.out too.

    Raises TypeError when something is not a Module, KeyError for a name
    that each module has already, such as "train".
    """

    def __init__(self, modules: Any = ()) -> None:
        super().__init__()
        for name, module in dict(modules).items():
            self[name] = module

    def __setitem__(self, name: str, module: Module) -> None:
        check_module(self, name, module)
        if hasattr(type(self), name):
            raise errors.KeyError(f"Each module has a {name} of its own.")
        setattr(self, name, module)

    def __getitem__(self, name: str) -> Module:
        return self._attributes(Module)[name]

    def __len__(self) -> int:
        return len(self._attributes(Module))

    def keys(self) -> Iterator[str]:
        """Return the names, in the order in which they came."""
        return iter(self._attributes(Module))

    __iter__, values = keys, Module.children
    items = Module.named_children


def check_module(holder: Module, place: str, value: Any) -> None:
    """Refuse what is not a Module. Raises TypeError."""
    if not isinstance(value, Module):
        raise errors.TypeError(
            f"{type(holder).__name__} got {value!r} in place {place}, "
            "which is not a Module: use one, such as nn.ReLU()."
        )


class Flatten(Module):
    """The axes from start_dim to end_dim as one: (B, 8, 8) -> (B, 64)."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, x: Tensor) -> Tensor:
        return x.flatten(self.start_dim, self.end_dim)
