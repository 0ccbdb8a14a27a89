"""Optimisers: how a gradient becomes a change of the parameters.

Each has one rule, `update`, written for arrays and not for parameters; see
flat.py for what it is given.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np

from .flat import Flat, Stretch
from .operations import numbers
from .tensor import Tensor

Params = Iterable[Tensor] | Iterable[dict[str, Any]]


class Optimizer:
    """What optimisers have in common.

    `params` is parameters, or a list of groups such as {"params": [...],
    "lr": 0.1}, whose options stand before those given for all. They can be
    changed between steps: optimizer.param_groups[0]["lr"] = 0.01.

    From now on a parameter's `.data` is a window into the optimiser's flat
    array; an array that you took from it before is no longer its own.

    Raises ValueError when there are no parameters, one is given twice, an
    option is unknown or negative; TypeError for what is not a parameter.
    """

    memory: ClassVar[tuple[str, ...]] = ()

    def __init__(self, params: Params, **defaults: Any) -> None:
        groups: list[Any] = list(params)
        if groups and not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.param_groups = [
            {**defaults, **group, "params": list(group["params"])}
            for group in groups
        ]
        check_groups(self.param_groups, defaults)
        self.flats = [
            Flat(group, self.memory) for group in self.param_groups
        ]

    def zero_grad(self) -> None:
        """Forget the gradients of the step before."""
        for flat in self.flats:
            for p in flat.params:
                p.grad = None

    def step(self) -> None:
        """Change every parameter that has a gradient a little."""
        for flat in self.flats:
            for stretch in flat.stretches():
                self.update(flat.group, stretch)

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """The rule itself. Each optimiser writes its own."""
        raise NotImplementedError

    # ---- saving and loading ----------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """PyTorch's form: "state" by parameter number, "param_groups"."""
        state: dict[int, dict[str, Any]] = {}
        groups = []
        for flat in self.flats:
            numbers = range(len(state), len(state) + len(flat.params))
            groups.append({**flat.group, "params": list(numbers)})
            state |= zip(numbers, flat.entries(), strict=True)
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a state_dict of the same optimiser and parameters."""
        sizes = [len(group["params"]) for group in self.param_groups]
        saved = [len(group["params"]) for group in state["param_groups"]]
        if sizes != saved:
            raise ValueError(
                f"The state is of groups with {saved} parameters, and this "
                f"optimiser has {sizes}."
            )
        names = {name for kept in state["state"].values() for name in kept}
        if unknown := names - {"step", *self.memory}:
            raise ValueError(
                f"The state holds {', '.join(sorted(unknown))}, which "
                f"{type(self).__name__} does not use. Load it into the "
                "optimiser it came from."
            )
        entries = (state["state"].get(i, {}) for i in range(sum(sizes)))
        for flat, group in zip(
            self.flats, state["param_groups"], strict=True
        ):
            options = {k: v for k, v in group.items() if k != "params"}
            flat.group.update(options)
            for i in range(len(flat.params)):
                flat.restore(i, next(entries))


def check_groups(
    groups: list[dict[str, Any]], defaults: dict[str, Any]
) -> None:
    """Refuse what would only fail, or mislead, later."""
    everything = [p for group in groups for p in group["params"]]
    if not groups or not all(group["params"] for group in groups):
        raise ValueError(
            "The optimiser got no parameters. Pass model.parameters(), and "
            "a list if you iterate over them elsewhere too."
        )
    for p in everything:
        if not isinstance(p, Tensor) or not p.requires_grad or p._inputs:
            raise TypeError(
                f"An optimiser changes parameters, and got {p!r}. Pass "
                "model.parameters(), or tensors with requires_grad=True."
            )
    if len({id(p) for p in everything}) < len(everything):
        raise ValueError(
            "A parameter is given to the optimiser twice, and would be "
            "changed twice in each step. Give it once."
        )
    for group in groups:
        if len({p.dtype for p in group["params"]}) != 1:
            raise TypeError(
                "The parameters of one group have different dtypes. Give "
                "each dtype its own group."
            )
        for name, value in group.items():
            if name not in {"params", *defaults}:
                raise ValueError(
                    f"There is no option {name!r}. There are "
                    f"{', '.join(defaults)}."
                )
            if isinstance(value, float | int) and value < 0:
                raise ValueError(f"{name} is {value}: it must be >= 0.")


class SGD(Optimizer):
    """data -= lr·gradient, or with momentum lr·velocity.

    velocity = momentum·velocity + gradient. Nesterov's form uses gradient
    + momentum·velocity. Weight decay adds weight_decay·data to the
    gradient. Source: Polyak, 1964; Sutskever et al., 2013.
    """

    memory = ("momentum_buffer",)

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
    ) -> None:
        if nesterov and not momentum:
            raise ValueError("nesterov=True needs a momentum above 0.")
        super().__init__(
            params,
            lr=lr,
            momentum=momentum,
            weight_decay=weight_decay,
            nesterov=nesterov,
        )

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """One step downhill."""
        gradient, momentum = at.gradient, options["momentum"]
        change = at.scratch[0]
        if options["weight_decay"]:
            gradient = gradient + options["weight_decay"] * at.data
        if momentum:
            velocity = at.memory["momentum_buffer"]
            velocity *= momentum
            velocity += gradient
            gradient = (
                gradient + momentum * velocity
                if options["nesterov"]
                else velocity
            )
        np.multiply(gradient, options["lr"], change)
        at.data -= change


class Adam(Optimizer):
    """data -= lr·m̂ / (√v̂ + eps), m and v running means of g and g².

    m += (1 - β₁)(g - m), v = β₂v + (1 - β₂)g², and m̂ = m / (1 - β₁ᵗ),
    v̂ = v / (1 - β₂ᵗ) correct their start at zero. Weight decay adds
    weight_decay·data to the gradient. Source: Kingma & Ba, 2015.
    """

    memory = ("exp_avg", "exp_avg_sq")

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(
            params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay
        )

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """One step, each entry in proportion to its gradients' size."""
        gradient, (change, size) = at.gradient, at.scratch
        if options["weight_decay"]:
            gradient = gradient + options["weight_decay"] * at.data
        beta1, beta2 = options["betas"]
        new1, old2, new2 = numbers(
            at.data.dtype, 1 - beta1, beta2, 1 - beta2
        )
        m, v = at.memory["exp_avg"], at.memory["exp_avg_sq"]
        np.subtract(gradient, m, change)
        change *= new1
        m += change
        v *= old2
        np.multiply(gradient, gradient, change)
        change *= new2
        v += change
        correction = (1 - beta2**at.step) ** 0.5
        np.sqrt(v, size)
        size += options["eps"] * correction
        np.divide(m, size, change)
        change *= options["lr"] * correction / (1 - beta1**at.step)
        at.data -= change


class AdamW(Adam):
    """Adam, with the decay taken from the data: data -= lr·decay·data.

    So the decay is not divided by the gradients' size.
    Source: Loshchilov & Hutter, 2019.
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay)

    def update(self, options: dict[str, Any], at: Stretch) -> None:
        """Decay, then Adam."""
        at.data *= 1 - options["lr"] * options["weight_decay"]
        super().update({**options, "weight_decay": 0}, at)
