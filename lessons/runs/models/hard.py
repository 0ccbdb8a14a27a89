"""Activations that are straight on paper and not in the machine, or harder than a slope can follow."""

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

ROUNDS = 1.5 * 2.0**52  # what is added to it in float64 keeps no digit behind the point
STEEPEST = 1e300


@cache
def hard(library: ModuleType) -> Mapping[str, Any]:
    """Define them by their names, once for each library, so that an edited one is really used."""

    class Rounded(library.nn.Module):  # type: ignore[name-defined]
        """(x + large) - large: on paper x, in float64 the nearest multiple of `unit`; its slope says 1."""

        def __init__(self, unit: float = 1.0) -> None:
            super().__init__()
            self.large = ROUNDS * float(unit)

        def forward(self, x: Any) -> Any:
            return (x + self.large) - self.large

    class Steep(library.nn.Module):  # type: ignore[name-defined]
        """sigmoid(factor·x)."""

        def __init__(self, factor: float = 10.0) -> None:
            super().__init__()
            self.factor = float(factor)

        def forward(self, x: Any) -> Any:
            return (x * self.factor).sigmoid()

    class Step(library.nn.Module):  # type: ignore[name-defined]
        """1 above zero, else 0, made of two ReLUs so that its slope is exactly 0 everywhere, at zero, too."""

        def forward(self, x: Any) -> Any:
            return 1 - (1 - (x * STEEPEST).relu()).relu()

    return {"rounded": Rounded, "steep": Steep, "step": Step}
