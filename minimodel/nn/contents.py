"""Contents: what a module holds, by name: to walk, to print, to save."""

import reprlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Self, TypeAlias

from .. import errors
from ..checkpoint import as_array, is_numbers
from ..device import Device
from ..error_sentences import Made, in_sentences
from ..operations import Array
from ..tensor import Tensor

Named: TypeAlias = Iterator[tuple[str, Any]]


class Skipped(NamedTuple):
    """Names that load_state_dict found on one side alone."""

    missing_keys: list[str]
    unexpected_keys: list[str]


class Contents(Made):
    """The contents of a module: its tree, its parameters and buffers."""

    _attributes: Any  # of a kind: see Module
    _owned: type[Tensor]  # Parameter
    _buffers: dict[str, bool]  # by name, whether it is saved

    def _tree(
        self, prefix: str = "", above: frozenset[int] = frozenset()
    ) -> Named:
        """Walk this module and all below it, under each of their names.

        `above` is what it lies in, by id: a circle is walked once.
        """
        yield prefix, self
        above |= {id(self)}
        for name, child in self._attributes(Contents).items():
            if id(child) not in above:
                yield from child._tree(dotted(prefix, name), above)

    def named_children(self) -> Named:
        """List the modules that are its own attributes, by their names."""
        return iter(self._attributes(Contents).items())

    def children(self) -> Iterator[Any]:
        return (module for _, module in self.named_children())

    def named_modules(self) -> Named:
        """List it and all modules below, each once, by dotted names."""
        return once_each(self._tree())

    def modules(self) -> Iterator[Any]:
        return (module for _, module in self.named_modules())

    def to(self, device: Any = "cpu", **_: Any) -> Self:
        """Return the module itself: there is one device; see device.py."""
        Device(device)
        return self

    cpu = to

    def extra_repr(self) -> str:
        """Name its settings for the brackets, as p=0.5."""
        found = self._attributes(int | float | str | tuple).items()
        settings = (pair for pair in found if pair[0] != "training")
        return ", ".join(f"{name}={x!r}" for name, x in settings)

    @reprlib.recursive_repr()
    def __repr__(self) -> str:
        kind, children = type(self).__name__, list(self.named_children())
        if not children:
            return f"{kind}({self.extra_repr()})"
        lines = [f"({name}): {m!r}" for name, m in children]
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"{kind}(\n  {body}\n)"

    # ---- saving --------------------------------------------------------

    @in_sentences
    def register_buffer(
        self, name: str, tensor: Tensor | None, persistent: bool = True
    ) -> None:
        """Keep a tensor that is saved with the parameters, not trained."""
        if hasattr(self, name) and name not in self._buffers:
            raise errors.KeyError(f"{name} is there already.")
        setattr(self, name, tensor)
        self._buffers[name] = persistent

    def _saved(self) -> dict[str, Tensor]:
        """Return the parameters and lasting buffers, by dotted name."""
        return {
            dotted(prefix, name): x
            for prefix, module in self._tree()
            for name, x in module._attributes(Tensor).items()
            if module._buffers.get(name, isinstance(x, self._owned))
        }

    def state_dict(self) -> dict[str, Array]:
        """Copy every parameter's array, under its dotted name."""
        return {name: x._data.copy() for name, x in self._saved().items()}

    @in_sentences
    def load_state_dict(
        self, state: Mapping[str, Any], strict: bool = True
    ) -> Skipped:
        """Write these arrays into the parameters of the same names.

        Raises KeyError when a name is missing on either side; with
        strict=False such names are skipped, and returned. Raises
        ValueError when a shape differs. Nothing is written unless
        everything fits.
        """
        own = self._saved()
        skipped = Skipped(
            [name for name in own if name not in state],
            [name for name in state if name not in own],
        )
        if strict and any(skipped):
            missing, unknown = (", ".join(x) or "nothing" for x in skipped)
            raise errors.KeyError(
                f"The state does not fit {type(self).__name__}. Missing "
                f"from the state: {missing}. "
                f"Not known to the model: {unknown}."
            )
        known = [name for name in own if name in state]
        arrays = {name: as_array(state[name]) for name in known}
        for name, array in arrays.items():
            if array.shape != own[name].shape or not is_numbers(array):
                raise errors.ValueError(
                    f"{name} has shape {own[name].shape} in the model; "
                    f"the state has {array.dtype} of {array.shape}."
                )
        for name, array in arrays.items():
            own[name].write(array)
        return skipped


def once_each(named: Named) -> Named:
    """Leave out what was there before under another name."""
    seen: set[int] = set()
    for name, x in named:
        if id(x) not in seen:
            seen.add(id(x))
            yield name, x


def dotted(prefix: str, name: str) -> str:
    """Join names: fc1 and weight are fc1.weight."""
    return f"{prefix}.{name}" if prefix else name
