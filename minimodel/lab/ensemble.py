"""Many seeds at once: one model whose parameters have a leading axis.

One run is an anecdote. An ensemble stacks the parameters of S models,
weight (out, in) becoming (S, out, in), and calls the same code: the layers
work on the last axes and do not mind a leading one. Members never mix.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from .. import optim
from ..data import Batch, as_input, batches
from ..functions import stack
from ..nn.losses import CrossEntropyLoss
from ..nn.module import Module, Parameter
from ..operations import Array
from ..tensor import Tensor
from ..training import Loss, train_on

OPTIMIZERS: dict[str, type[optim.Optimizer]] = {
    "sgd": optim.SGD,
    "adam": optim.Adam,
    "adamw": optim.AdamW,
}


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
        for i, model in enumerate(models):
            if structure(model) != structure(models[0]):
                raise ValueError(
                    f"Model {i} is built otherwise than model 0: the "
                    "members of an Ensemble must have one structure."
                )
        self.size = len(models)
        self._pattern = copy.deepcopy(models[0])
        self.model = copy.deepcopy(models[0])
        stacked: dict[int, Parameter] = {}  # one may have two names
        for name, own in models[0]._named(Parameter):
            parts = [dict(m._named(Parameter))[name]._data for m in models]
            many = stacked.setdefault(id(own), Parameter(np.stack(parts)))
            assign(self.model, name, many)

    def __len__(self) -> int:
        return self.size

    def __call__(self, x: Any) -> Tensor:
        return self.model(self.given(x))

    def hidden(self, x: Any) -> Tensor:
        """What the model's own `hidden` returns, for each member."""
        return self.model.hidden(self.given(x))  # type: ignore

    def given(self, x: Any) -> Tensor:
        """Rows for each member: (B, in) is shown to every one."""
        x = x if isinstance(x, Tensor) else Tensor(x)
        x = stack([x] * self.size) if x.ndim == 2 else x
        if x.ndim < 2 or len(x) != self.size:
            raise ValueError(
                f"An Ensemble of {self.size} got an input of {x.shape}: it "
                "must be (rows, in), for all, or begin with its members."
            )
        return x

    def __getattr__(self, name: str) -> Any:
        if name == "model":  # not there yet: a copy is being made
            raise AttributeError(name)
        return getattr(self.model, name)

    def member(self, i: int) -> Module:
        """A single model with the weights of member i."""
        single = copy.deepcopy(self._pattern)
        stacked = self.model._named(Parameter)
        state = {name: p._data[i] for name, p in stacked}
        single.load_state_dict(state, strict=False)
        return single.train(self.model.training)


def structure(model: Module) -> Any:
    """What members have in common: all but the numbers that are trained."""
    return repr(model), [
        (name, x.shape, x.dtype)
        if isinstance(x, Parameter)
        else (name, x.tolist())
        for name, x in model._saved().items()
    ]


def assign(model: Module, name: str, parameter: Parameter) -> None:
    """Put a parameter in place of the one with this dotted name."""
    *path, last = name.split(".")
    for part in path:
        model = getattr(model, part)
    setattr(model, last, parameter)


class EachLoss:
    """A loss for each member, kept; their sum is what is walked back.

    Members never mix, so the sum gives each of them its own gradient.
    """

    losses: Tensor

    def __init__(self, loss: Loss | None, members: int) -> None:
        self.loss = CrossEntropyLoss() if loss is None else loss
        self.members = members

    def __call__(self, outputs: Tensor, labels: Any) -> Tensor:
        self.losses = self.loss(outputs, labels)
        if self.losses.shape != (self.members,):
            raise ValueError(
                f"An Ensemble of {self.members} needs one loss for each "
                "member, as CrossEntropyLoss gives, and got shape "
                f"{self.losses.shape}."
            )
        return self.losses.sum()


def train_ensemble(
    models: Ensemble | Sequence[Module],
    x: Any,
    y: Any,
    optimizer: str | Callable[[Iterable[Tensor]], optim.Optimizer],
    steps: int,
    loss: Loss | None = None,
    *,
    batch_size: int | None = None,
    generators: Sequence[np.random.Generator] | None = None,
    **options: Any,
) -> Iterator[Array]:
    """Train every member on its own data; yield their losses, (S,).

    Shapes: x (S, B, in), y (S, B). `optimizer` is a name with options,
    "adam", lr=0.01, or a function from parameters to an Optimizer. With a
    batch_size, each member's rows are shuffled by its own generator. The
    losses are those before the step's update, as in training.train, and
    each member goes the way it would go alone.

    Raises ValueError when x or y is not one set of rows for each member.
    """
    many = models if isinstance(models, Ensemble) else Ensemble(models)
    x, y = rows_of_members(many, x, y)
    each = EachLoss(loss, many.size)
    data = member_batches(x, y, batch_size, generators)
    chosen = made(optimizer, many, options)
    for _ in train_on(many, islice(data, steps), chosen, each):
        yield each.losses._data


def rows_of_members(many: Ensemble, x: Any, y: Any) -> tuple[Tensor, Array]:
    """Data that has a set of rows for each member."""
    x, y = as_input(x), np.asarray(y)
    if x.ndim < 2 or len(x) != many.size or y.shape[:2] != x.shape[:2]:
        raise ValueError(
            f"An Ensemble of {many.size} got x {x.shape} and y {y.shape}: "
            f"both must begin with ({many.size}, rows)."
        )
    return x, y


def member_batches(
    x: Tensor,
    y: Array,
    batch_size: int | None,
    generators: Sequence[np.random.Generator] | None,
) -> Iterator[Batch]:
    """(x, y) for ever: whole, or each member's own shuffled batches."""
    if batch_size is None:
        yield from batches(x, y)
    given = generators or (None,) * len(x)
    if len(given) != len(x):
        raise ValueError(
            f"There are {len(given)} generators for {len(x)} members: each "
            "needs one of its own."
        )
    own = [
        batches(x._data[i], y[i], batch_size, generator)
        for i, generator in enumerate(given)
    ]
    for parts in zip(*own, strict=True):
        inputs, labels = zip(*parts, strict=True)
        yield stack(inputs), np.stack(labels)


def made(
    optimizer: str | Callable[[Iterable[Tensor]], optim.Optimizer],
    many: Ensemble,
    options: dict[str, Any],
) -> optim.Optimizer:
    """The optimiser of this name, or that this function makes."""
    if not isinstance(optimizer, str):
        return optimizer(many.parameters())
    if optimizer not in OPTIMIZERS:
        raise ValueError(
            f"There is no optimiser {optimizer!r}. There are "
            f"{', '.join(OPTIMIZERS)}."
        )
    return OPTIMIZERS[optimizer](many.parameters(), **options)
