"""Tensor: an array that remembers how it was made.

`apply` runs an operation and, when a gradient will be wanted, keeps on the
result its inputs and their links of the chain rule. That is the graph.
`backward` puts the graph in order and walks it once from the end: what
arrives at a tensor is handed on, through each link, to the tensor's inputs.

A result knows its inputs and never the other way round, so a graph holds
no cycles, and disappears as soon as nobody refers to its end.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from . import operations
from .operations import Array, Axes, Link, Result, sum_to_shape

Operand: TypeAlias = "Tensor | Array | float | int | bool | Sequence[Any]"


class Recording(threading.local):
    """Whether operations are being remembered; each thread has its own."""

    on = True


recording = Recording()


class no_grad(contextlib.ContextDecorator):
    """`with no_grad():` computes values and remembers nothing."""

    def __enter__(self) -> None:
        self.before = recording.on
        recording.on = False

    def __exit__(self, *error: object) -> None:
        recording.on = self.before

    def _recreate_cm(self) -> no_grad:
        return no_grad()


class Tensor:
    """An array, its gradient, and how it was computed.

    Tensor(data, requires_grad=False, dtype=None) copies `data`. Python
    floats become float64; float32 must be asked for. A float32 tensor and
    a float64 tensor do not mix: convert one of them with `.to(dtype)`.

    Raises TypeError for data that is not numbers, and for integers that
    are asked for a gradient.
    """

    grad: Array | None = None
    requires_grad: bool = False
    _inputs: tuple[Tensor, ...] = ()
    _links: tuple[Link, ...] | None = ()
    _function: Callable[..., Result] | None = None
    _options: dict[str, Any] = {}  # noqa: RUF012 (shared, never written)
    _versions: list[int] = []  # noqa: RUF012 (shared, never written)
    _version: int = 0
    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(
        self,
        data: Operand,
        requires_grad: bool = False,
        *,
        dtype: Any = None,
    ) -> None:
        if isinstance(data, Tensor):
            data = data._data
        self._data: Array = np.array(data, dtype=dtype)
        if self._data.dtype.kind not in "fiub":
            raise TypeError(
                f"A Tensor holds numbers, and {self._data.dtype} is not a "
                "type of number it knows. Check what was passed in."
            )
        if requires_grad:
            self.requires_grad_()

    # ---- what it is ------------------------------------------------------

    @property
    def data(self) -> Array:
        """The array itself."""
        return self._data

    @data.setter
    def data(self, value: Operand) -> None:
        self._data = np.asarray(value, dtype=self._data.dtype)
        self._version += 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return self._data.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._data.ndim

    @property
    def size(self) -> int:
        """The number of entries."""
        return self._data.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the entries."""
        return self._data.dtype

    def numpy(self) -> Array:
        """The array itself, not a copy."""
        return self.data

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self._data, dtype=dtype, copy=copy)

    def item(self) -> float:
        """The only entry, as a Python number."""
        return self._data.item()

    def tolist(self) -> Any:
        """The entries as nested lists of Python numbers."""
        return self._data.tolist()

    def __float__(self) -> float:
        return float(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __repr__(self) -> str:
        text = np.array2string(self._data, prefix="Tensor(", separator=", ")
        kind = "" if self.dtype == np.float64 else f", dtype={self.dtype}"
        wants = ", requires_grad=True" if self.requires_grad else ""
        return f"Tensor({text}{kind}{wants})"

    # ---- gradients -------------------------------------------------------

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Ask for a gradient (in place, as PyTorch's name says)."""
        if requires_grad and self._data.dtype.kind != "f":
            raise TypeError(
                f"A tensor of {self.dtype} cannot have a gradient: only "
                "real numbers change a little at a time. Make it with "
                "floats, for example Tensor([1.0, 2.0])."
            )
        self.requires_grad = requires_grad
        return self

    def detach(self) -> Tensor:
        """The same array, cut off from how it was computed."""
        return result(self.data)

    def zero_grad(self) -> None:
        """Forget the gradient; the next backward starts afresh."""
        self.grad = None

    def backward(
        self, gradient: Operand | None = None, retain_graph: bool = False
    ) -> None:
        """Add d self / d leaf to the `.grad` of every leaf of the graph.

        `gradient` is d loss / d self; a tensor of one entry is taken to be
        the loss itself, and needs none. The graph is freed on the way.

        Raises RuntimeError when there is nothing to differentiate, when
        the graph was already freed, or when data it needs was written to;
        ValueError when a gradient is needed or has another shape.
        """
        if not self.requires_grad:
            raise RuntimeError(
                "backward() has nothing to do: no input of this tensor was "
                "made with requires_grad=True, or it was computed inside "
                "no_grad()."
            )
        start = self._starting_gradient(gradient)
        order = in_order(self)
        propagate(order, start)
        if not retain_graph:
            for tensor in order:
                tensor._links = None

    def _starting_gradient(self, gradient: Operand | None) -> Array:
        if gradient is None:
            if self.size != 1:
                raise ValueError(
                    f"backward() starts from one number, and this tensor "
                    f"has shape {self.shape}. Reduce it first, with .sum() "
                    "or .mean(), or pass a gradient of that shape."
                )
            return np.ones(self.shape, self.dtype)
        array = np.asarray(gradient, dtype=self.dtype)
        if array.shape != self.shape:
            raise ValueError(
                f"backward() got a gradient of shape {array.shape} for a "
                f"tensor of shape {self.shape}: the two must be equal."
            )
        return array

    def __deepcopy__(self, memo: Any) -> Tensor:
        if self._inputs:
            raise RuntimeError(
                "Only a tensor that you made can be copied, not one that "
                "was computed: copy tensor.detach() instead."
            )
        copy = result(self._data.copy(), type(self))
        copy.requires_grad = self.requires_grad
        return copy

    # ---- arithmetic ------------------------------------------------------

    def __add__(self, other: Operand) -> Tensor:
        return apply(operations.add, self, as_operand(other, self))

    def __sub__(self, other: Operand) -> Tensor:
        return apply(operations.subtract, self, as_operand(other, self))

    def __mul__(self, other: Operand) -> Tensor:
        return apply(operations.multiply, self, as_operand(other, self))

    def __truediv__(self, other: Operand) -> Tensor:
        return apply(operations.divide, self, as_operand(other, self))

    def __pow__(self, other: Operand) -> Tensor:
        if isinstance(other, int | float):
            return apply(operations.power, self, b=other)
        return apply(operations.power, self, as_operand(other, self))

    def __matmul__(self, other: Operand) -> Tensor:
        return apply(operations.matmul, self, as_operand(other, self))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Operand) -> Tensor:
        return apply(operations.subtract, as_operand(other, self), self)

    def __rtruediv__(self, other: Operand) -> Tensor:
        return apply(operations.divide, as_operand(other, self), self)

    def __rpow__(self, other: Operand) -> Tensor:
        return apply(operations.power, as_operand(other, self), self)

    def __rmatmul__(self, other: Operand) -> Tensor:
        return apply(operations.matmul, as_operand(other, self), self)

    def __neg__(self) -> Tensor:
        return apply(operations.negate, self)

    pow = __pow__
    matmul = __matmul__

    # ---- functions of each entry -----------------------------------------

    def abs(self) -> Tensor:
        """|x|."""
        return apply(operations.absolute, self)

    def exp(self) -> Tensor:
        """eˣ."""
        return apply(operations.exp, self)

    def log(self) -> Tensor:
        """The natural logarithm."""
        return apply(operations.log, self)

    def sqrt(self) -> Tensor:
        """√x."""
        return apply(operations.sqrt, self)

    def sin(self) -> Tensor:
        """sin x."""
        return apply(operations.sin, self)

    def tanh(self) -> Tensor:
        """tanh x."""
        return apply(operations.tanh, self)

    def sigmoid(self) -> Tensor:
        """1 / (1 + e⁻ˣ)."""
        return apply(operations.sigmoid, self)

    def relu(self) -> Tensor:
        """max(x, 0)."""
        return apply(operations.relu, self)

    def gelu(self, approximate: str = "tanh") -> Tensor:
        """x·Φ(x): "tanh" approximates Φ, "none" computes it exactly."""
        if approximate == "tanh":
            return apply(operations.gelu, self)
        if approximate == "none":
            return apply(operations.gelu_exact, self)
        raise ValueError(
            f'gelu knows approximate="tanh" and approximate="none", not '
            f"{approximate!r}."
        )

    # ---- reductions ------------------------------------------------------

    def sum(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """Σ x over dim, or over everything."""
        return apply(operations.sum, self, dim=dim, keepdim=keepdim)

    def mean(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """The average over dim, or over everything."""
        return apply(operations.mean, self, dim=dim, keepdim=keepdim)

    def max(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """The largest entry over dim, or of all."""
        return apply(operations.max, self, dim=dim, keepdim=keepdim)

    def logsumexp(self, dim: int = -1, keepdim: bool = False) -> Tensor:
        """log Σ eˣ over dim."""
        return apply(operations.logsumexp, self, dim=dim, keepdim=keepdim)

    def softmax(self, dim: int = -1) -> Tensor:
        """eˣ / Σ eˣ over dim."""
        return apply(operations.softmax, self, dim=dim)

    def log_softmax(self, dim: int = -1) -> Tensor:
        """log(softmax(x)), without overflow."""
        return apply(operations.log_softmax, self, dim=dim)

    def argmax(self, dim: int | None = None) -> Tensor:
        """Where the largest entry is. It has no gradient."""
        return result(np.asarray(np.argmax(self._data, axis=dim)))

    # ---- moving entries about --------------------------------------------

    def reshape(self, *shape: Any) -> Tensor:
        """The same entries in another shape: reshape(2, 3) or ((2, 3))."""
        flat = shape[0] if isinstance(shape[0], tuple | list) else shape
        return apply(operations.reshape, self, shape=tuple(flat))

    def swapaxes(self, dim0: int, dim1: int) -> Tensor:
        """The same entries with two axes exchanged."""
        order = list(range(self.ndim))
        order[dim0], order[dim1] = order[dim1], order[dim0]
        return apply(operations.transpose, self, order=tuple(order))

    def transpose(self, *dims: Any) -> Tensor:
        """Reorder the axes.

        transpose() reverses them, transpose(0, 2) exchanges two, and
        transpose((2, 0, 1)) gives the whole new order.
        """
        if len(dims) == 2:
            return self.swapaxes(*dims)
        order = dims[0] if len(dims) == 1 else dims
        order = tuple(order) or tuple(reversed(range(self.ndim)))
        return apply(operations.transpose, self, order=order)

    @property
    def T(self) -> Tensor:
        """All axes reversed."""
        return self.transpose()

    @property
    def mT(self) -> Tensor:
        """The last two axes exchanged: each matrix transposed."""
        return self.swapaxes(-1, -2)

    def __getitem__(self, index: Any) -> Tensor:
        return apply(operations.getitem, self, index=plain(index))

    def gather(self, dim: int, index: Operand) -> Tensor:
        """One entry along dim for each entry of index."""
        return apply(operations.gather, self, dim=dim, index=plain(index))


# ---- making results ------------------------------------------------------


def result(data: Array, kind: type[Tensor] = Tensor) -> Tensor:
    """A Tensor around this very array, without the copy."""
    tensor = kind.__new__(kind)
    tensor._data = data
    return tensor


def apply(
    function: Callable[..., Result], *inputs: Tensor, **options: Any
) -> Tensor:
    """Run an operation and, if a gradient will be wanted, remember it."""
    value, links = function(*[x._data for x in inputs], **options)
    output = result(np.asarray(value))
    if recording.on:
        for x in inputs:
            if x.requires_grad:
                output.requires_grad = True
                output._inputs = inputs
                output._links = links
                output._function = function
                output._options = options
                output._versions = [x._version for x in inputs]
                break
    return output


def as_operand(value: Operand, like: Tensor) -> Tensor:
    """The other side of an operator, as a tensor of the same dtype."""
    if isinstance(value, Tensor):
        return value
    return result(np.asarray(value, dtype=like._data.dtype))


def plain(index: Any) -> Any:
    """An index in which tensors have become arrays."""
    if isinstance(index, tuple):
        return tuple(plain(part) for part in index)
    if isinstance(index, Tensor):
        return index._data
    return np.asarray(index) if isinstance(index, list) else index


# ---- the walk back -------------------------------------------------------


def in_order(end: Tensor) -> list[Tensor]:
    """The computed tensors `end` depends on, each after its inputs.

    A stack of our own, not recursion: a graph may be 100,000 deep.
    """
    order: list[Tensor] = []
    seen: set[int] = set()
    stack: list[tuple[Tensor, Iterator[Tensor]]] = [
        (end, iter(end._inputs))
    ]
    while stack:
        tensor, inputs = stack[-1]
        for x in inputs:
            if x._inputs and id(x) not in seen:
                seen.add(id(x))
                stack.append((x, iter(x._inputs)))
                break
        else:
            stack.pop()
            order.append(tensor)
    return order


def propagate(order: list[Tensor], start: Array) -> None:
    """Carry a gradient from the last tensor of `order` to the leaves."""
    arrived = {id(order[-1]): start}
    for tensor in reversed(order):
        gradient = arrived.pop(id(tensor))
        if not tensor._inputs:
            receive(tensor, gradient.copy())
            continue
        check_usable(tensor)
        for x, link in zip(
            tensor._inputs, tensor._links or (), strict=False
        ):
            if not x.requires_grad:
                continue
            part = link(gradient)
            if part.shape != x._data.shape:
                part = sum_to_shape(part, x._data.shape)
            if not x._inputs:
                shared = part is gradient or part.base is not None
                receive(x, part.copy() if shared else part)
            elif id(x) in arrived:
                arrived[id(x)] = arrived[id(x)] + part
            else:
                arrived[id(x)] = part


def receive(leaf: Tensor, gradient: Array) -> None:
    """Add a gradient to those a leaf has received before."""
    leaf.grad = gradient if leaf.grad is None else leaf.grad + gradient


def check_usable(tensor: Tensor) -> None:
    """Refuse a graph that was freed, or whose data has been written to."""
    if tensor._links is None:
        raise RuntimeError(
            "This graph was already walked by backward(), which frees it "
            "on the way. Compute the loss again before the second "
            "backward(), or pass retain_graph=True to the first."
        )
    if [x._version for x in tensor._inputs] != tensor._versions:
        raise RuntimeError(
            "The data of a tensor changed between the forward pass and "
            "backward(), so its derivative would be that of other numbers. "
            "Write to data after backward(), or work on a copy."
        )


# ---- functions of several tensors ----------------------------------------


def where(condition: Operand, a: Operand, b: Operand) -> Tensor:
    """a where the condition holds, else b."""
    like = a if isinstance(a, Tensor) else b
    if not isinstance(like, Tensor):
        like = Tensor(like)
    mask = np.asarray(condition, dtype=bool)
    first, second = as_operand(a, like), as_operand(b, like)
    return apply(operations.where, first, second, condition=mask)


def concatenate(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors one after the other along an axis they have."""
    return apply(operations.concatenate, *tensors, dim=dim)


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors side by side along a new axis."""
    return apply(operations.stack, *tensors, dim=dim)
