"""Many seeds at once: one model whose parameters have a leading axis.

One run is an anecdote. An ensemble stacks the parameters of S models,
weight (out, in) becoming (S, out, in), and calls the same code: the layers
work on the last axes and do not mind a leading one. Members never mix.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from . import optim
from .nn.losses import CrossEntropyLoss
from .nn.module import Module, Parameter
from .operations import Array
from .tensor import Tensor

OPTIMIZERS = {"sgd": optim.SGD, "adam": optim.Adam}


class Ensemble:
    """S models of the same structure, trained and called as one.

    Shapes: (S, B, in) -> (S, B, out); an input (B, in) is shown to every
    member. Other attributes, such as .fc1 or .parameters, are those of the
    stacked model.
    """

    def __init__(self, models: Sequence[Module]) -> None:
        models = list(models)
        if not models:
            raise ValueError("An Ensemble needs at least one model.")
        names = [name for name, _ in models[0].named_parameters()]
        for i, model in enumerate(models):
            if [name for name, _ in model.named_parameters()] != names:
                raise ValueError(
                    f"Model {i} has other parameters than model 0: the "
                    "members of an Ensemble must have one structure."
                )
        self.size = len(models)
        self._pattern = copy.deepcopy(models[0])
        self.model = copy.deepcopy(models[0])
        for name in names:
            parts = [dict(m.named_parameters())[name]._data for m in models]
            assign(self.model, name, Parameter(np.stack(parts)))

    def __len__(self) -> int:
        return self.size

    def __call__(self, x: Any) -> Tensor:
        return self.model(x if isinstance(x, Tensor) else Tensor(x))

    def __getattr__(self, name: str) -> Any:
        if name == "model":  # not there yet: a copy is being made
            raise AttributeError(name)
        return getattr(self.model, name)

    def member(self, i: int) -> Module:
        """A single model with the weights of member i."""
        single = copy.deepcopy(self._pattern)
        stacked = self.model.named_parameters()
        single.load_state_dict({name: p._data[i] for name, p in stacked})
        return single


def assign(model: Module, name: str, parameter: Parameter) -> None:
    """Put a parameter in place of the one with this dotted name."""
    *path, last = name.split(".")
    for part in path:
        model = getattr(model, part)
    setattr(model, last, parameter)


def train_ensemble(
    models: Ensemble | Sequence[Module],
    x: Any,
    y: Any,
    optimizer: str | Callable[[Iterable[Tensor]], optim.Optimizer],
    steps: int,
    loss: Module | None = None,
    **options: Any,
) -> Iterator[Array]:
    """Train every member on its own data; yield their losses, (S,).

    Shapes: x (S, B, in), y (S, B). `optimizer` is a name with options,
    "adam", lr=0.01, or a function from parameters to an Optimizer. The
    losses are those before the step's update, as in training.train, and
    each member goes exactly the way it would go alone.
    """
    many = models if isinstance(models, Ensemble) else Ensemble(models)
    if isinstance(optimizer, str):
        chosen = OPTIMIZERS[optimizer](many.parameters(), **options)
    else:
        chosen = optimizer(many.parameters())
    loss = loss or CrossEntropyLoss()
    x, ones = Tensor(x), np.ones(many.size)
    for _ in range(steps):
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            chosen.zero_grad()
            errors = loss(many(x), y)
            errors.backward(ones)
            chosen.step()
        yield errors.data
