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
from .data import as_input, shuffled
from .nn.losses import CrossEntropyLoss
from .nn.module import Module, Parameter
from .operations import Array
from .tensor import Tensor

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
        for name, own in models[0].named_parameters():
            parts = [dict(m.named_parameters())[name]._data for m in models]
            many = stacked.setdefault(id(own), Parameter(np.stack(parts)))
            assign(self.model, name, many)

    def __len__(self) -> int:
        return self.size

    def __call__(self, x: Any) -> Tensor:
        x = x if isinstance(x, Tensor) else Tensor(x)
        return self.model(x.reshape(1, *x.shape) if x.ndim == 2 else x)

    def __getattr__(self, name: str) -> Any:
        if name == "model":  # not there yet: a copy is being made
            raise AttributeError(name)
        return getattr(self.model, name)

    def member(self, i: int) -> Module:
        """A single model with the weights of member i."""
        single = copy.deepcopy(self._pattern)
        stacked = self.model.named_parameters()
        single.load_state_dict({name: p._data[i] for name, p in stacked})
        return single.train(self.model.training)


def structure(model: Module) -> Any:
    """What members have in common: all but the numbers."""
    named = model.named_parameters()
    return repr(model), [(name, p.shape, p.dtype) for name, p in named]


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
    many, x, y = prepared(models, x, y)
    chosen = made(optimizer, many, options)
    parts = batches(x, y, batch_size, generators)
    for _, (inputs, labels) in zip(range(steps), parts):  # noqa: B905
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            chosen.zero_grad()
            errors = losses(many, inputs, labels, loss)
            errors.backward(np.ones(many.size))
            chosen.step()
        yield errors._data


def prepared(
    models: Ensemble | Sequence[Module], x: Any, y: Any
) -> tuple[Ensemble, Tensor, Array]:
    """One Ensemble, and data that has a set of rows for each member."""
    many = models if isinstance(models, Ensemble) else Ensemble(models)
    x, y = as_input(x), np.asarray(y)
    if x.ndim < 2 or len(x) != many.size or y.shape[:2] != x.shape[:2]:
        raise ValueError(
            f"An Ensemble of {many.size} got x {x.shape} and y {y.shape}: "
            f"both must begin with ({many.size}, rows)."
        )
    return many, x, y


def losses(
    many: Ensemble, x: Tensor, y: Array, loss: Module | None
) -> Tensor:
    """One loss for each member, (S,)."""
    errors = (loss or CrossEntropyLoss())(many(x), y)
    if errors.shape != (many.size,):
        raise ValueError(
            f"An Ensemble of {many.size} needs one loss for each member, as "
            f"CrossEntropyLoss gives, and got shape {errors.shape}."
        )
    return errors


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


def batches(
    x: Tensor,
    y: Array,
    batch_size: int | None,
    generators: Sequence[np.random.Generator] | None,
) -> Iterator[tuple[Tensor, Array]]:
    """(x, y) for ever: whole, or each member's own shuffled batches."""
    if batch_size is None:
        while True:
            yield x, y
    members = np.arange(len(x))[:, None]
    given = generators or (None,) * len(x)
    if len(given) != len(x):
        raise ValueError(
            f"There are {len(given)} generators for {len(x)} members: each "
            "needs one of its own."
        )
    orders = [shuffled(x.shape[1], batch_size, g) for g in given]
    for each in zip(*orders, strict=True):
        rows = np.stack(each)
        yield Tensor(x._data[members, rows]), y[members, rows]
