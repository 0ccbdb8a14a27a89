"""Printing: a module as print shows it, with those inside it."""

import reprlib
from typing import Any


class Printing:
    """A module's settings and its modules, a line each."""

    _attributes: Any  # of a kind: see Module

    def extra_repr(self) -> str:
        """Name its settings for the brackets, as p=0.5."""
        found = self._attributes(int | float | str | tuple).items()
        settings = (pair for pair in found if pair[0] != "training")
        return ", ".join(f"{name}={x!r}" for name, x in settings)

    @reprlib.recursive_repr()
    def __repr__(self) -> str:
        kind = type(self).__name__
        modules = self._attributes(Printing)
        if not modules:
            return f"{kind}({self.extra_repr()})"
        lines = [f"({name}): {m!r}" for name, m in modules.items()]
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"{kind}(\n  {body}\n)"
