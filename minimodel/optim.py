"""Optimisers: how a gradient becomes a change of the parameters.

Each has one rule, `update`, written for arrays and not for parameters; see
flat.py for what it is given.
"""

import math
from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from . import errors
from . import lr_scheduler as lr_scheduler
from .absent import lacking
from .flat import Flat, Stretch
from .groups import Groups, check_groups, check_options
from .tensor import Tensor

__getattr__ = lacking("optim", globals())
Params = Iterable[Tensor] | Iterable[dict[str, Any]]


class Optimizer(Groups):
    """The base of optimisers.

    `params` is parameters, or a list of groups such as {"params": [...],
    "lr": 0.1}, whose options stand before those given for all. They can be
    changed between steps: optimizer.param_groups[0]["lr"] = 0.01.

    From now on a parameter's `.data` is a window into the optimiser's flat
    array; an array that you took from it before is no longer its own.
    """

    defaults: ClassVar[dict[str, Any]] = {}

    def __init__(
        self, params: Params = (), *first: Any, **named: Any
    ) -> None:
        named = {**dict(zip(self.defaults, first)), **named}
        unknown = [x for x in named if x not in self.defaults]
        unknown += first[len(self.defaults) :]
        if self.defaults and unknown:
            raise errors.TypeError(
                f"{type(self).__name__} has no option {unknown[0]!r} here."
                f" It takes params, {', '.join(self.defaults)}."
            )
        defaults = {**self.defaults, **named}
        groups: list[Any] = list(params)
        if groups and not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.param_groups = [
            {**defaults, **group, "params": list(group["params"])}
            for group in groups
        ]
        check_groups(self.param_groups)
        for group in self.param_groups:
            check_options(group, defaults)
        self.flats = [
            Flat(group, self.memory) for group in self.param_groups
        ]

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of the step before."""
        for group in self.param_groups:
            for p in group["params"]:
                if p._grad is None:  # and it stays None, as in PyTorch
                    continue
                p.grad = None if set_to_none else np.zeros_like(p._data)

    def step(self) -> None:
        """Change every parameter that has a gradient a little."""
        for flat in self.flats:
            for stretch in flat.stretches():
                self.update(flat.group, stretch)

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """Apply the rule. Each optimiser writes its own."""
        raise NotImplementedError


class SGD(Optimizer):
    """data -= lr·gradient, or with momentum lr·velocity.

    velocity = momentum·velocity + gradient. Nesterov's form uses gradient
    + momentum·velocity. Weight decay adds weight_decay·data to the
    gradient. Source: Polyak, 1964; Sutskever et al., 2013.
    """

    memory = ("momentum_buffer",)
    defaults = {
        "lr": 1e-3,
        "momentum": 0.0,
        "dampening": 0.0,  # of PyTorch's, and nothing else than 0
        "weight_decay": 0.0,
        "nesterov": False,
    }

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        g, momentum = at.gradient, options["momentum"]
        if options["weight_decay"]:
            g = g + options["weight_decay"] * at.data
        if momentum:
            velocity = at.memory["momentum_buffer"]
            velocity *= momentum
            velocity += g
            ahead = options["nesterov"]
            g = g + momentum * velocity if ahead else velocity
        at.data -= options["lr"] * g


class Adam(Optimizer):
    """data -= lr·m̂ / (√v̂ + eps), m and v running means of g and g².

    m̂ = m / (1 - β₁ᵗ) and v̂ = v / (1 - β₂ᵗ) correct their start at zero;
    both corrections are in the rate. Weight decay adds weight_decay·data
    to the gradient.
    Source: Kingma & Ba, 2015.
    """

    memory = ("exp_avg", "exp_avg_sq")
    defaults = {
        "lr": 1e-3,
        "betas": (0.9, 0.999),
        "eps": 1e-8,
        "weight_decay": 0.0,
    }

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """One step, each entry in proportion to its gradients' size."""
        g, (beta1, beta2) = at.gradient, options["betas"]
        m, v = at.memory["exp_avg"], at.memory["exp_avg_sq"]
        if options["weight_decay"]:
            g = g + options["weight_decay"] * at.data
        m += (1 - beta1) * (g - m)
        v += (1 - beta2) * (g * g - v)
        root = math.sqrt(1 - beta2**at.step)
        rate = options["lr"] * root / (1 - beta1**at.step)
        at.data -= rate * m / (np.sqrt(v) + options["eps"] * root)


class AdamW(Adam):
    """Adam, with the decay taken from the data: data -= lr·decay·data.

    So the decay is not divided by the gradients' size.
    Source: Loshchilov & Hutter, 2019.
    """

    defaults = {**Adam.defaults, "weight_decay": 1e-2}

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        at.data *= 1 - options["lr"] * options["weight_decay"]
        super().update({**options, "weight_decay": 0}, at)
