"""Schedulers: the rate of an optimiser, changed from epoch to epoch.

scheduler = StepLR(optimizer, step_size=10)
for epoch in range(30):
    ...
    scheduler.step()
"""

import math
from collections.abc import Callable
from typing import Any

from . import said

Factor = Callable[[int], float]


class LambdaLR:
    """lr = first lr · lr_lambda(epoch), epochs counted from 0.

    Several functions, in a list, are for as many groups of parameters.
    """

    def __init__(
        self, optimizer: Any, lr_lambda: Factor | list[Factor]
    ) -> None:
        self.optimizer, self.last_epoch = optimizer, 0
        groups = optimizer.param_groups
        self.factors: Any = [lr_lambda] * len(groups)
        if isinstance(lr_lambda, list):
            self.factors = lr_lambda
        if len(self.factors) != len(groups):
            raise said.ValueError(
                f"There are {len(self.factors)} functions for "
                f"{len(groups)} groups of parameters."
            )
        self.base_lrs = [group["lr"] for group in groups]
        self.set_rates()

    def rate(self, base: float, factor: Factor) -> float:
        """Return the rate of a group in this epoch."""
        return base * factor(self.last_epoch)

    def set_rates(self) -> None:
        """Give each group its rate."""
        pairs = zip(self.base_lrs, self.factors, strict=True)
        for group, (base, factor) in zip(
            self.optimizer.param_groups, pairs
        ):
            group["lr"] = self.rate(base, factor)

    def step(self) -> None:
        """Go on to the next epoch; to be called after optimizer.step()."""
        self.last_epoch += 1
        self.set_rates()

    def get_last_lr(self) -> list[float]:
        """Return the rates of the groups, as they are now."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        """Return the epoch, and the first rates."""
        return {
            "last_epoch": self.last_epoch,
            "base_lrs": [*self.base_lrs],
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state_dict; the optimiser's has the rates."""
        self.last_epoch = state["last_epoch"]
        self.base_lrs = [*state["base_lrs"]]


class StepLR(LambdaLR):
    """The rate times gamma after every step_size epochs."""

    def __init__(
        self, optimizer: Any, step_size: int, gamma: float = 0.1
    ) -> None:
        super().__init__(
            optimizer, lambda epoch: gamma ** (epoch // step_size)
        )


class CosineAnnealingLR(LambdaLR):
    """From the first rate down to eta_min in T_max epochs, as a cosine.

    Source: Loshchilov & Hutter, 2017.
    """

    def __init__(
        self, optimizer: Any, T_max: int, eta_min: float = 0.0
    ) -> None:
        self.eta_min = eta_min
        super().__init__(
            optimizer,
            lambda epoch: (1 + math.cos(math.pi * epoch / T_max)) / 2,
        )

    def rate(self, base: float, factor: Factor) -> float:
        """Return the rate of a group in this epoch, above eta_min."""
        return self.eta_min + super().rate(base - self.eta_min, factor)
