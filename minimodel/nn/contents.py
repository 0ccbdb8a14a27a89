"""Contents: the modules inside a module, by name and in print."""

import reprlib
from collections.abc import Iterator
from typing import Any, Self, TypeAlias

from ..device import Device
from ..error_sentences import Made

Named: TypeAlias = Iterator[tuple[str, Any]]


class Contents(Made):
    """The contents of a module: its tree, walked and printed."""

    _attributes: Any  # of a kind: see Module

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
