"""replay: a training step written out once, and run again and again.

Every step of a training loop builds the same graph, and for a small
network that takes longer than the arithmetic. Here the first step is done
the plain way; then its graph is written down as straight Python: every
operation in order, then every link backwards. `Written(loss).source` is
worth printing: it is backpropagation by hand, for your network.

The operations are the same functions, so what is broken in them is broken
here too, and the result is the same to the last bit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from typing import Any

import numpy as np

from .backward import in_order
from .data import as_input
from .ensemble import Ensemble, losses, made, prepared
from .nn.losses import CrossEntropyLoss
from .nn.module import Module
from .operations import Array, Link, sum_to_shape
from .optim import Optimizer
from .recording import watch_reads
from .tensor import Tensor
from .training import Step


class Written:
    """The forward and backward pass behind a loss, as straight Python.

    Call it to compute the loss anew from its leaves and set their `.grad`,
    exactly as the graph would after zero_grad(). Value i is called vi, its
    gradient gi, its links di_0, di_1, ...; a leaf's array leafi._data.

    `windows` may name an array for the gradient of each leaf, by its id().
    A link that takes `out` writes there: it need not be moved afterwards.
    """

    def __init__(
        self, loss: Tensor, windows: Mapping[int, Array] | None = None
    ) -> None:
        order = in_order(loss)
        self.windows = windows or {}
        self.names = {id(tensor): f"v{i}" for i, tensor in enumerate(order)}
        self.scope: dict[str, Any] = {
            "array": np.array,
            "asarray": np.asarray,
            "sum_to_shape": sum_to_shape,
        }
        lines = [
            "def step():",
            *(self.forward(i, tensor) for i, tensor in enumerate(order)),
            *self.backward(order),
            f"return v{len(order) - 1}",
        ]
        self.source = "\n    ".join(lines) + "\n"
        exec(compile(self.source, "<written step>", "exec"), self.scope)
        self.step: Callable[[], Array] = self.scope["step"]

    def __call__(self) -> Array:
        return self.step()

    def forward(self, i: int, tensor: Tensor) -> str:
        """`v1, (d1_0, d1_1, *_) = linear(v0, leaf2._data)`"""
        given = [self.name(x) for x in tensor._inputs]
        for key, value in tensor._options.items():
            self.scope[f"{key}{i}"] = value
            given.append(f"{key}={key}{i}")
        operation = tensor._function
        function = getattr(operation, "__name__", "")
        taken = self.scope.get(function, operation) is not operation
        if taken or not function.isidentifier():
            function = f"operation{i}"
        self.scope[function] = operation
        spare = len(tensor._links or ()) - len(tensor._inputs)
        links = [*link_names(i, tensor), *(["*_"] if spare else [])]
        return (
            f"v{i}, ({', '.join(links)},) = {function}({', '.join(given)})"
        )

    def name(self, x: Tensor) -> str:
        """What a tensor's array is called in the step."""
        if id(x) not in self.names:
            leaf = f"leaf{len(self.names)}"
            self.scope[leaf] = x
            self.names[id(x)] = f"{leaf}._data"
        return self.names[id(x)]

    def backward(self, order: list[Tensor]) -> Iterator[str]:
        """`g1 = d2_0(g2)`, and `leaf2.grad = d1_1(g1)` at a leaf.

        Each link is also run, to see whether a broadcast is to be undone.
        """
        last = len(order) - 1
        start = np.ones(order[last].shape, order[last].dtype)
        self.scope["start"] = start
        yield f"g{last} = start"
        arrived = {f"g{last}": start}
        for i in reversed(range(len(order))):
            gradient = arrived.pop(f"g{i}")
            for k, x in enumerate(order[i]._inputs):
                if not x.requires_grad:
                    continue
                to = self.name(x).replace("v", "g").replace("_data", "grad")
                link = (order[i]._links or ())[k]
                part, text = link(gradient), f"d{i}_{k}(g{i})"
                if part.shape != x.shape:
                    part = sum_to_shape(part, x.shape)
                    text = f"sum_to_shape({text}, {x.shape})"
                elif to not in arrived and self.fits(x, link, part):
                    self.scope[f"window{i}_{k}"] = self.windows[id(x)]
                    text = f"d{i}_{k}(g{i}, out=window{i}_{k})"
                if not x._inputs:
                    text = of_its_own(text, part, gradient)
                if to in arrived:
                    part, text = arrived[to] + part, f"{to} + {text}"
                arrived[to] = part
                yield f"{to} = {text}"

    def fits(self, x: Tensor, link: Link, part: Array) -> bool:
        """Whether x has a window, and its link can write this into it."""
        code = getattr(link, "__code__", None)  # NumPy's own have none
        takes = code.co_varnames[: code.co_argcount] if code else ()
        window = self.windows.get(id(x))
        same = window is not None and window.dtype == part.dtype
        return same and "out" in takes


def of_its_own(text: str, part: Array, gradient: Array) -> str:
    """`array(...)` around what would share its memory with another."""
    if part is gradient or part.base is not None:
        return f"array({text})"
    return f"asarray({text})" if part.ndim == 0 else text


def link_names(i: int, tensor: Tensor) -> Iterator[str]:
    """d1_0, d1_1, ... for the inputs of operation 1."""
    for k in range(len(tensor._inputs)):
        yield f"d{i}_{k}"


def replayed(
    compute: Callable[[], Tensor], optimizer: Optimizer
) -> Callable[[], Array]:
    """A training step, which returns its loss: at first the plain way.

    Raises ValueError when values are looked at while the loss is computed,
    as in `if h.max() > 1`: the next step might have to go another way.
    """
    written: Callable[[], Array] | None = None

    def first() -> Array:
        nonlocal written
        optimizer.zero_grad()
        with watch_reads() as reads:
            loss = compute()
        if reads:
            raise ValueError(
                f"This step cannot be replayed: the model looked at "
                f"{reads[0]} while computing. Train it the plain way."
            )
        written = Written(loss, windows(optimizer)).step
        loss.backward(np.ones(loss.shape))
        optimizer.step()
        return loss._data

    def step() -> Array:
        if written is None:
            return first()
        value = written()
        optimizer.step()
        return value

    quiet = copy_context()  # as in training.train, a NaN is not warned of
    quiet.run(np.seterr, all="ignore")
    return partial(quiet.run, step)


def windows(optimizer: Optimizer) -> dict[int, Array]:
    """Where the optimiser wants the gradient of each parameter."""
    pairs = (pair for flat in optimizer.flats for pair in flat.pairs)
    return {id(p): window for p, window in pairs}


def train(
    model: Module,
    x: Any,
    y: Any,
    optimizer: Optimizer,
    steps: int,
    loss: Module | None = None,
) -> Iterator[Step]:
    """training.train, with every step but the first replayed.

    The layers must not be changed while it runs: it would not see it. Each
    step writes over the gradients of the one before: copy a `.grad` to
    keep it. That also holds for tensors that the optimizer was not given,
    where the plain loop would add up those of all steps.
    """
    loss, x = loss or CrossEntropyLoss(), as_input(x)
    once = replayed(lambda: loss(model(x), y), optimizer)
    for step in range(1, steps + 1):
        yield Step(step, float(once()))


def train_ensemble(
    models: Ensemble | Sequence[Module],
    x: Any,
    y: Any,
    optimizer: str | Callable[[Iterable[Tensor]], Optimizer],
    steps: int,
    loss: Module | None = None,
    **options: Any,
) -> Iterator[Array]:
    """ensemble.train_ensemble, with every step but the first replayed."""
    many, x, y = prepared(models, x, y)
    chosen = made(optimizer, many, options)
    once = replayed(lambda: losses(many, x, y, loss), chosen)
    return (once() for _ in range(steps))
