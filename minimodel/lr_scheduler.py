"""Schedulers: the rate of an optimiser, changed from epoch to epoch.

scheduler = StepLR(optimizer, step_size=10)
for epoch in range(30):
    ...
    scheduler.step()

Several may work on one optimiser, and a rate may be set by hand between:
StepLR and CosineAnnealingLR multiply the rate that they find. LambdaLR
sets it anew, as PyTorch's does, so it comes first.
"""

import math
from collections.abc import Callable
from typing import Any

from . import errors
from .absent import lacking
from .axes import whole
from .error_sentences import Made

Factor = Callable[[int], float]
__getattr__ = lacking("optim.lr_scheduler", globals())


class Scheduler(Made):
    """The base of schedulers; each has one rule, `rate`."""

    def __init__(self, optimizer: Any) -> None:
        self.optimizer, self.last_epoch = optimizer, 0
        groups = optimizer.param_groups
        self.base_lrs = [
            group.setdefault("initial_lr", group["lr"]) for group in groups
        ]

    def rate(self, lr: float, group: int) -> float:
        """Return the rate of a group in this epoch; lr was the last."""
        raise NotImplementedError

    def set_rates(self) -> None:
        for i, group in enumerate(self.optimizer.param_groups):
            group["lr"] = self.rate(group["lr"], i)

    def step(self) -> None:
        """Go on to the next epoch; to be called after optimizer.step()."""
        self.last_epoch += 1
        self.set_rates()

    def get_last_lr(self) -> list[float]:
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict[str, Any]:
        return {"last_epoch": self.last_epoch, "base_lrs": self.base_lrs}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state_dict; the optimiser's has the rates."""
        self.last_epoch = state["last_epoch"]
        self.base_lrs = [*state["base_lrs"]]


class LambdaLR(Scheduler):
    """lr = first lr · lr_lambda(epoch), epochs counted from 0.

    Several functions, in a list, are for as many groups of parameters.
    """

    def __init__(
        self, optimizer: Any, lr_lambda: Factor | list[Factor]
    ) -> None:
        super().__init__(optimizer)
        factors, count = lr_lambda, len(self.base_lrs)
        if not isinstance(factors, list):
            factors = [factors] * count
        self.factors = factors
        if len(self.factors) != count:
            several = f"{len(self.factors)} functions"
            raise errors.ValueError(f"{several} for {count} groups.")
        self.set_rates()

    def rate(self, lr: float, group: int) -> float:
        return self.base_lrs[group] * self.factors[group](self.last_epoch)


class StepLR(Scheduler):
    """The rate times gamma after every step_size epochs."""

    def __init__(
        self, optimizer: Any, step_size: int, gamma: float = 0.1
    ) -> None:
        super().__init__(optimizer)
        if whole(step_size) < 1:
            raise errors.ValueError(f"step_size is {step_size}: >= 1.")
        self.step_size, self.gamma = step_size, gamma

    def rate(self, lr: float, group: int) -> float:
        return lr if self.last_epoch % self.step_size else lr * self.gamma


class CosineAnnealingLR(Scheduler):
    """From the first rate down to eta_min in T_max epochs, as a cosine.

    What is left of the way at epoch t is (1 + cos(πt / T_max)) / 2. Each
    step multiplies the rate, above eta_min, by the change of that; from 0
    it goes up by the first rate's part.
    Source: Loshchilov & Hutter, 2017.
    """

    def __init__(
        self, optimizer: Any, T_max: int, eta_min: float = 0.0
    ) -> None:
        super().__init__(optimizer)
        self.T_max, self.eta_min = T_max, eta_min

    def left(self, epoch: int) -> float:
        """Return the share of the way that is left, from 1 to 0."""
        return (1 + math.cos(math.pi * epoch / self.T_max)) / 2

    def rate(self, lr: float, group: int) -> float:
        epoch = self.last_epoch
        before, now = self.left(epoch - 1), self.left(epoch)
        if before == 0:
            return lr + (self.base_lrs[group] - self.eta_min) * now
        return self.eta_min + (lr - self.eta_min) * now / before
