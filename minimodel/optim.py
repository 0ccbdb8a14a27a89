"""Optimisers: how a gradient becomes a change of the parameters.

Each has one rule, `update`, written for arrays and not for parameters. The
parameters of a group lie end to end in one flat array, and each one's data
is a window into it: so the rule is a few operations on one long array, and
not the same few for every parameter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .operations import Array, numbers
from .tensor import Tensor

BLOCK = 32_768  # entries that stay in a processor's cache
Params = Iterable[Tensor] | Iterable[dict[str, Any]]


@dataclass(slots=True)
class Stretch:
    """A stretch of the flat arrays: what `update` works on.

    `memory` is what an optimiser keeps from step to step; `step` counts
    from 1; `scratch` is room for two intermediate results.
    """

    data: Array
    gradient: Array
    memory: dict[str, Array]
    scratch: tuple[Array, Array]
    step: int = 0

    def part(self, start: int, stop: int, step: int) -> "Stretch":
        """The stretch from start to stop, at its own step."""
        piece = slice(start, stop)
        memory = {name: a[piece] for name, a in self.memory.items()}
        scratch = self.scratch[0][piece], self.scratch[1][piece]
        return Stretch(
            self.data[piece], self.gradient[piece], memory, scratch, step
        )


class Flat:
    """The parameters of a group, end to end."""

    def __init__(
        self, group: dict[str, Any], names: tuple[str, ...]
    ) -> None:
        self.group = group
        self.params: list[Tensor] = group["params"]
        params = self.params
        self.steps = [0] * len(params)
        self.stops = np.cumsum([p.size for p in params]).tolist()
        data = np.concatenate([p._data.reshape(-1) for p in params])
        memory = {name: np.zeros_like(data) for name in names}
        scratch = np.empty_like(data), np.empty_like(data)
        self.whole = Stretch(data, np.zeros_like(data), memory, scratch)
        self.adopt()

    def windows(self, array: Array) -> list[Array]:
        """The window of each parameter into a flat array."""
        starts = [0, *self.stops[:-1]]
        ends = zip(self.params, starts, self.stops, strict=True)
        return [array[i:j].reshape(p.shape) for p, i, j in ends]

    def adopt(self) -> None:
        """Make each parameter's data its window into the flat array."""
        for p, window in zip(
            self.params, self.windows(self.whole.data), strict=True
        ):
            window[...] = p._data
            p._data = window
        gradients = self.windows(self.whole.gradient)
        self.pairs = list(zip(self.params, gradients, strict=True))

    def stretches(self) -> list[Stretch]:
        """Gather the gradients, and say what is to be updated.

        That is everything at once, in pieces that stay in the processor's
        cache. When a parameter has no gradient it is left out, and each of
        the others is its own stretch.
        """
        base, everyone = self.whole.data, True
        for p, window in self.pairs:
            if p._data.base is not base:  # someone else gave it new data
                self.adopt()
            gradient = p.grad
            if gradient is None:
                everyone = False
            else:
                window[...] = gradient
                p._version += 1
        if everyone and self.steps.count(self.steps[0]) == len(self.steps):
            self.steps = [self.steps[0] + 1] * len(self.steps)
            return self.pieces(0, base.size, self.steps[0])
        return self.one_by_one()

    def one_by_one(self) -> list[Stretch]:
        """The stretch of each parameter that has a gradient."""
        starts, found = [0, *self.stops[:-1]], []
        for i, p in enumerate(self.params):
            if p.grad is not None:
                self.steps[i] += 1
                found += self.pieces(
                    starts[i], self.stops[i], self.steps[i]
                )
        return found

    def pieces(self, start: int, stop: int, step: int) -> list[Stretch]:
        """A stretch in pieces of at most BLOCK entries."""
        if start == 0 and stop == self.whole.data.size <= BLOCK:
            self.whole.step = step
            return [self.whole]
        return [
            self.whole.part(i, min(i + BLOCK, stop), step)
            for i in range(start, stop, BLOCK)
        ]


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
        for group, flat in zip(self.param_groups, self.flats, strict=True):
            numbers = range(len(state), len(state) + len(flat.params))
            groups.append({**group, "params": list(numbers)})
            windows = {
                name: flat.windows(a)
                for name, a in flat.whole.memory.items()
            }
            for i, number in enumerate(numbers):
                kept = {name: w[i].copy() for name, w in windows.items()}
                state[number] = {"step": flat.steps[i], **kept}
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
        number = 0
        for group, kept, flat in zip(
            self.param_groups,
            state["param_groups"],
            self.flats,
            strict=True,
        ):
            group.update({k: v for k, v in kept.items() if k != "params"})
            for i in range(len(flat.params)):
                entry = state["state"].get(number, {})
                flat.steps[i] = int(entry.get("step", 0))
                for name, array in flat.whole.memory.items():
                    flat.windows(array)[i][...] = entry.get(name, 0)
                number += 1


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
            gradient += options["weight_decay"] * at.data
        if momentum:
            velocity = at.memory["momentum_buffer"]
            velocity *= momentum
            velocity += gradient
            if options["nesterov"]:
                gradient += momentum * velocity
            else:
                gradient = velocity
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
        if options["weight_decay"]:
            at.gradient += options["weight_decay"] * at.data
        beta1, beta2 = options["betas"]
        new1, old2, new2 = numbers(
            at.data.dtype, 1 - beta1, beta2, 1 - beta2
        )
        gradient, (change, size) = at.gradient, at.scratch
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
