"""Optimisers: how a gradient becomes a change of the parameters.

The parameters of a group are laid end to end in one flat array, and each
parameter's data is a window into it. So an update is a few operations on
one long array instead of the same few for every parameter.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from .operations import Array
from .tensor import Tensor


class Group:
    """Parameters in one flat array, with their options and memory."""

    def __init__(
        self, params: list[Tensor], options: dict[str, Any]
    ) -> None:
        self.params = params
        self.options = options
        self.steps = 0
        self.data = np.concatenate([p._data.reshape(-1) for p in params])
        self.gradient = np.zeros_like(self.data)
        self.memory: dict[str, Array] = {}
        self.scratch = np.empty_like(self.data), np.empty_like(self.data)
        self.adopt()

    def adopt(self) -> None:
        """Make every parameter's data a window into the flat array."""
        start = 0
        for p in self.params:
            window = self.data[start : start + p.size].reshape(p.shape)
            window[...] = p._data
            p._data = window
            start += p.size

    def gather(self) -> None:
        """Bring the gradients together."""
        if any(p._data.base is not self.data for p in self.params):
            self.adopt()
        parts = [as_flat(p) for p in self.params]
        np.concatenate(parts, out=self.gradient)

    def remember(self, name: str) -> Array:
        """An array of this name kept from step to step, first zero."""
        if name not in self.memory:
            self.memory[name] = np.zeros_like(self.data)
        return self.memory[name]


def as_flat(p: Tensor) -> Array:
    """A parameter's gradient in one row; zeros where there is none."""
    return np.zeros(p.size) if p.grad is None else p.grad.reshape(-1)


class Optimizer:
    """What optimisers have in common: zero_grad() and step()."""

    def __init__(self, params: Iterable[Tensor], **options: Any) -> None:
        params = list(params)
        if not params:
            raise ValueError(
                "The optimiser got no parameters. Pass model.parameters(), "
                "and a list if you iterate over them elsewhere too."
            )
        self.groups = [Group(params, options)]

    def zero_grad(self) -> None:
        """Forget the gradients of the step before."""
        for group in self.groups:
            for p in group.params:
                p.grad = None

    def step(self) -> None:
        """Change every parameter a little, against its gradient."""
        for group in self.groups:
            group.gather()
            group.steps += 1
            self.update(group)
            for p in group.params:
                p._version += 1

    def update(self, group: Group) -> None:
        """The rule itself. Each optimiser writes its own."""
        raise NotImplementedError


class SGD(Optimizer):
    """data -= lr·gradient, or with momentum lr·velocity.

    velocity = momentum·velocity + gradient; Nesterov's form uses gradient
    + momentum·velocity. Source: Polyak, 1964; Sutskever et al., 2013.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 1e-3,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
    ) -> None:
        super().__init__(
            params,
            lr=lr,
            momentum=momentum,
            weight_decay=weight_decay,
            nesterov=nesterov,
        )

    def update(self, group: Group) -> None:
        """One step of steepest descent."""
        options, gradient = group.options, group.gradient
        if options["weight_decay"]:
            gradient += options["weight_decay"] * group.data
        if options["momentum"]:
            velocity = group.remember("momentum_buffer")
            velocity *= options["momentum"]
            velocity += gradient
            if options["nesterov"]:
                gradient += options["momentum"] * velocity
            else:
                gradient = velocity
        group.data -= options["lr"] * gradient


class Adam(Optimizer):
    """data -= lr·m̂ / (√v̂ + eps), m and v running means of g and g².

    m̂ and v̂ are m and v divided by 1 - betaᵗ, which corrects their start
    at zero. Source: Kingma & Ba, 2015.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(
            params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay
        )

    def update(self, group: Group) -> None:
        """One step, each entry scaled by its own gradient's size."""
        options, gradient = group.options, group.gradient
        if options["weight_decay"]:
            gradient += options["weight_decay"] * group.data
        beta1, beta2 = options["betas"]
        m, v = group.remember("exp_avg"), group.remember("exp_avg_sq")
        change, size = group.scratch
        m *= beta1
        m += np.multiply(gradient, 1 - beta1, out=change)
        v *= beta2
        gradient *= gradient
        v += np.multiply(gradient, 1 - beta2, out=change)
        np.sqrt(v, out=size)
        size /= (1 - beta2**group.steps) ** 0.5
        size += options["eps"]
        np.divide(m, size, out=change)
        change *= options["lr"] / (1 - beta1**group.steps)
        group.data -= change
