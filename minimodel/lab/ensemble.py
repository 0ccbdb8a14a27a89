"""Many seeds at once: one model whose parameters have a leading axis.

One run is an anecdote. An ensemble stacks the parameters of S models,
weight (out, in) becoming (S, out, in), and calls the same code: the layers
work on the last axes and do not mind a leading one. Members never mix.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .. import errors, optim
from ..data import Batch
from ..dtypes import as_numbers
from ..error_sentences import Made, in_sentences
from ..functions import stack
from ..nn.losses import CrossEntropyLoss
from ..nn.module import Module, Parameter
from ..operations import Array, Result
from ..tensor import Tensor, apply
from ..training import Loss, prepared, train_on

OPTIMIZERS: dict[Any, Any] = {
    "sgd": optim.SGD,
    "adam": optim.Adam,
    "adamw": optim.AdamW,
}


class OwnDraws(np.random.Generator):
    """The members' own generators: numbers (S, ...), a row from each."""

    def __init__(self, generators: Sequence[np.random.Generator]) -> None:
        super().__init__(generators[0].bit_generator)
        self.generators = generators

    def random(self, size: Any) -> Any:  # type: ignore[override]
        return np.stack([one.random(size[1:]) for one in self.generators])


class Ensemble(Made):
    """S models of the same structure, trained and called as one.

    Shapes: (S, B, in) -> (S, B, out); an input (B, in) is shown to every
    member. Other attributes, such as .fc1 or .parameters, are those of the
    stacked model.
    """

    def __init__(self, models: Sequence[Module]) -> None:
        models = list(models)
        if not models:
            raise errors.ValueError("It needs at least one model.")
        for i, model in enumerate(models):
            if structure(model) != structure(models[0]):
                raise errors.ValueError(
                    f"Model {i} is built otherwise than model 0: the "
                    "members of an Ensemble must have one structure."
                )
        self.size = len(models)
        self._pattern = copy.deepcopy(models[0])
        self.model = copy.deepcopy(models[0])
        many: dict[int, Tensor] = {}  # one may have two names
        for (holder, name), *own in zip(
            tensor_attributes(self.model),
            *map(tensor_attributes, models),
            strict=True,
        ):
            tensors = [getattr(*one) for one in own]
            stacked = many.setdefault(id(tensors[0]), together(tensors))
            setattr(holder, name, stacked)
        copied: dict[int, Any] = {}  # two layers of one may share theirs
        for holder, *ones in zip(*map(drawing, (self.model, *models))):
            own = [copy.deepcopy(one.generator, copied) for one in ones]
            holder.generator = OwnDraws(own)

    def __len__(self) -> int:
        return self.size

    def __call__(self, x: Any) -> Tensor:
        return self.model(self.given(x))

    def hidden(self, x: Any) -> Tensor:
        """Call the model's own `hidden`, for each member."""
        return self.model.hidden(self.given(x))  # type: ignore

    def given(self, x: Any) -> Tensor:
        """Rows for each member: (B, in) is shown to every one."""
        x = x if isinstance(x, Tensor) else Tensor(x)
        x = stack([x] * self.size) if x.ndim == 2 else x
        if x.ndim < 2 or len(x) != self.size:
            raise errors.ValueError(
                f"An Ensemble of {self.size} got an input of {x.shape}: "
                "it must be (rows, in), or begin with its members."
            )
        return x

    def __getattr__(self, name: str) -> Any:
        if name == "model":  # not there yet: a copy is being made
            raise AttributeError(name)
        return getattr(self.model, name)

    @in_sentences
    def member(self, i: int) -> Module:
        """Return a single model with the numbers of member i."""
        single = copy.deepcopy(self._pattern)
        for attribute, own in zip(
            tensor_attributes(single), tensor_attributes(self.model)
        ):
            tensor, many = getattr(*attribute), getattr(*own)
            shared = many.shape == tensor.shape
            tensor.write(many._data if shared else many._data[i])
        for own, every in zip(drawing(single), drawing(self.model)):
            own.generator = every.generator.generators[i]
        return single.train(self.model.training)


def structure(model: Module) -> Any:
    """Describe what members have in common: all but the numbers."""
    named = model._named(Tensor)
    return repr(model), [(name, x.shape, x.dtype) for name, x in named]


def tensor_attributes(
    model: Module, above: Any = ()
) -> Iterator[tuple[Module, str]]:
    """Each attribute below a model that is a tensor, and of whom."""
    above = (*above, model)
    for name, x in vars(model).items():
        if isinstance(x, Tensor):
            yield model, name
        if isinstance(x, Module) and not any(x is one for one in above):
            yield from tensor_attributes(x, above)


def drawing(model: Module) -> list[Any]:
    """Return the modules below a model with a generator of their own."""
    return [x for x in model.modules() if getattr(x, "generator", None)]


def together(tensors: list[Tensor]) -> Tensor:
    """Stack the members' tensors; what is alike stays as it is."""
    first, arrays = tensors[0], [x._data for x in tensors]
    if isinstance(first, Parameter):
        stacked: Tensor = Parameter(np.stack(arrays))
        return stacked.requires_grad_(first.requires_grad)
    if all(np.array_equal(array, arrays[0]) for array in arrays):
        return copy.deepcopy(first)
    return Tensor(np.stack(arrays), first.requires_grad)


def added(losses: Array) -> Result:
    """Σ losses. Each receives a 1, whole, as members never mix."""
    value = np.add.reduce(losses)
    return value, (lambda g: np.full(losses.shape, g),)


class EachLoss:
    """Their sum, walked back as one; `losses` has each."""

    losses: Tensor

    def __init__(self, loss: Loss, members: int) -> None:
        self.loss, self.members = loss, members

    def modules(self) -> Iterator[Module]:
        """Return the modules of the loss, if it is one."""
        return getattr(self.loss, "modules", lambda: iter(()))()

    def __call__(self, outputs: Tensor, labels: Any) -> Tensor:
        self.losses = self.loss(outputs, labels)
        if self.losses.shape != (self.members,):
            raise errors.ValueError(
                f"An Ensemble of {self.members} needs one loss for each "
                "member, as CrossEntropyLoss(members=True) gives, and "
                f"got shape {self.losses.shape}."
            )
        return apply(added, self.losses)


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
    loop: Any = train_on,
    **options: Any,
) -> Iterator[Array]:
    """Train every member on its own data; yield their losses, (S,).

    Shapes: x (S, B, in), y (S, B). `optimizer` is a name with options,
    "adam", lr=0.01, or a function from parameters to an Optimizer. With a
    batch_size, each member's rows are shuffled by its own generator. The
    losses are those before the step's update, as in training.train, and
    each member goes the way it would go alone; with Dropout, if that has
    a generator of its own.
    """
    many = models if isinstance(models, Ensemble) else Ensemble(models)
    data, each = member_batches(
        many, x, y, steps, loss, batch_size, generators
    )
    kind = OPTIMIZERS.get(optimizer, optimizer)
    if isinstance(kind, str):
        raise errors.not_one_of(OPTIMIZERS, "optimiser", kind)
    chosen = kind(many.parameters(), **options)
    for _ in loop(many, data, chosen, each):
        yield each.losses._data


def member_batches(
    many: Ensemble, x: Any, y: Any, steps: int, loss: Any, *how: Any
) -> tuple[Iterator[Batch], EachLoss]:
    """training.prepared for each member, and all of them side by side."""
    x, y, (batch_size, given) = as_numbers(x), as_numbers(y), how
    if x.ndim < 2 or len(x) != many.size or y.shape[:2] != x.shape[:2]:
        raise errors.ValueError(
            f"An Ensemble of {many.size} got x {x.shape} and y {y.shape}: "
            f"both must begin with ({many.size}, rows)."
        )
    draws = given or (None,) * many.size
    if len(draws) != many.size:
        raise errors.ValueError(
            f"There are {len(draws)} generators for {many.size} members: "
            "each needs one of its own."
        )
    loss = CrossEntropyLoss(members=True) if loss is None else loss
    own = [
        prepared(rows, labels, steps, loss, batch_size, draw)
        for rows, labels, draw in zip(x, y, draws)
    ]
    data = side_by_side(zip(*(batches for batches, _ in own)))
    return data, EachLoss(loss, many.size)


def side_by_side(data: Iterable[tuple[Batch, ...]]) -> Iterator[Batch]:
    """Stack the batches of all members where they differ."""
    before: tuple[Batch, ...] = ()
    for parts in data:
        if not before or any(a is not b for a, b in zip(parts, before)):
            inputs, labels = zip(*parts)
            batch = Tensor(np.stack([x._data for x in inputs]))
            both = batch, np.stack(labels)
        before = parts
        yield both
