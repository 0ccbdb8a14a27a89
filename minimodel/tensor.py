"""Tensor: an array that remembers how it was made.

`apply` runs an operation (see operations.py) and, when a gradient will be
wanted, keeps on the result its inputs and their links of the chain rule.
That is the graph; backward.py walks it.

A result knows its inputs and never the other way round, so a graph holds
no cycles, and disappears as soon as nobody refers to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from . import operations
from .backward import in_order, propagate
from .explain import explained
from .operations import Array, Axes, Link, Result
from .recording import recording

Operand: TypeAlias = "Tensor | Array | float | int | bool | Sequence[Any]"
Operation: TypeAlias = Callable[..., Result]
Method: TypeAlias = Callable[["Tensor", Operand], "Tensor"]


# ---- operations become methods -------------------------------------------


def entrywise(operation: Operation) -> Callable[[Tensor], Tensor]:
    """x.exp() from exp."""

    def method(self: Tensor) -> Tensor:
        return apply(operation, self)

    method.__doc__ = operation.__doc__
    return method


def binary(operation: Operation, swap: bool = False) -> Method:
    """x + y from add; swapped, y + x, where y is not a tensor."""

    def method(self: Tensor, other: Operand) -> Tensor:
        return apply(operation, self, as_operand(other, self))

    def swapped(self: Tensor, other: Operand) -> Tensor:
        return apply(operation, as_operand(other, self), self)

    method.__doc__ = operation.__doc__
    return swapped if swap else method


def comparison(compare: Any) -> Method:
    """x > y from greater: True or False at each entry, no gradient."""

    def method(self: Tensor, other: Operand) -> Tensor:
        return result(np.asarray(compare(self._read(), np.asarray(other))))

    return method


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
    _function: Operation | None = None
    _options: dict[str, Any]
    _stamps: list[tuple[int, bytes | None]]
    _version: int = 0  # how often an optimiser or initialiser wrote
    _lent: bytes | None = None  # a copy, from when .data was first read
    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(
        self,
        data: Operand,
        requires_grad: bool = False,
        *,
        dtype: Any = None,
    ) -> None:
        data = data._read() if isinstance(data, Tensor) else data
        self._data: Array = np.array(data, dtype=dtype)
        if self._data.dtype.kind not in "fiub":
            raise TypeError(
                f"A Tensor holds numbers, and got {self._data.dtype}."
            )
        if requires_grad:
            self.requires_grad_()

    # ---- what it is ------------------------------------------------------

    @property
    def data(self) -> Array:
        """The array itself, to read, or to write before the forward pass.

        From now on it is watched: writing to it while a graph still needs
        it makes backward() refuse.
        """
        if self._lent is None:
            self._lent = self._data.tobytes()
        return self._read()

    @data.setter
    def data(self, value: Operand) -> None:
        self._data = np.array(value, dtype=self._data.dtype)
        self._lent = None
        self._version += 1

    def _read(self) -> Array:
        """The array, for those who will not write; noted for replay.py."""
        if recording.reads is not None and self.requires_grad:
            recording.reads.append(f"a tensor of shape {self.shape}")
        return self._data

    shape = property(lambda self: self._data.shape)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    dtype = property(lambda self: self._data.dtype)

    def numpy(self) -> Array:
        """The array itself, as .data."""
        return self.data

    def item(self) -> Any:
        """The only entry, as a Python number."""
        if self.size != 1:
            raise ValueError(
                f"item() needs one entry, and got shape {self.shape}. "
                "Use tolist(), or reduce it first."
            )
        return self._read().item()

    def tolist(self) -> Any:
        """The entries as nested lists of Python numbers."""
        return self._read().tolist()

    def to(self, dtype: Any) -> Tensor:
        """A copy of another dtype, cut off from how it was computed."""
        return Tensor(self._read(), dtype=dtype)

    def float(self) -> Tensor:
        """A float64 copy (of a comparison, say), cut off as by `to`."""
        return self.to(np.float64)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.data, dtype=dtype, copy=copy)

    def __float__(self) -> Any:
        return float(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __len__(self) -> int:
        return len(self._data)

    def __repr__(self) -> str:
        text = np.array2string(self._data, prefix="Tensor(", separator=", ")
        kind = "" if self.dtype == np.float64 else f", dtype={self.dtype}"
        wants = ", requires_grad=True" if self.requires_grad else ""
        return f"Tensor({text}{kind}{wants})"

    def __deepcopy__(self, memo: Any) -> Tensor:
        if self._inputs:
            raise RuntimeError(
                "A computed tensor cannot be copied: copy tensor.detach()."
            )
        copy = result(self._data.copy(), type(self))
        copy.requires_grad = self.requires_grad
        return copy

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
        tensor = result(self.data)
        tensor._lent = self._lent
        return tensor

    def zero_grad(self) -> None:
        """Forget the gradient; the next backward() starts afresh."""
        self.grad = None

    def backward(
        self, gradient: Operand | None = None, retain_graph: bool = False
    ) -> None:
        """Add d self / d leaf to the `.grad` of every leaf of the graph.

        `gradient` is d loss / d self; a tensor of one entry is taken to be
        the loss itself, and needs none. The graph is freed on the way.

        Raises RuntimeError when there is nothing to differentiate, when
        the graph was already freed, or when data it needs was written to;
        ValueError when a gradient is missing or has another shape.
        """
        if not self.requires_grad:
            raise RuntimeError(
                "backward() has nothing to do: no input was made with "
                "requires_grad=True, or it was computed inside no_grad()."
            )
        order = in_order(self)
        propagate(order, self._start(gradient))
        if not retain_graph:
            for tensor in order:
                tensor._links = None

    def _start(self, gradient: Operand | None) -> Array:
        if gradient is None and self.size == 1:
            return np.ones(self.shape, self.dtype)
        if gradient is None:
            raise ValueError(
                f"backward() starts from one number, and got shape "
                f"{self.shape}. Reduce it first, with .sum() or .mean(), "
                "or pass a gradient of that shape."
            )
        array = np.array(gradient, dtype=self.dtype)
        if array.shape != self.shape:
            raise ValueError(
                f"backward() got a gradient of shape {array.shape} for a "
                f"tensor of shape {self.shape}: the two must be equal."
            )
        return array

    # ---- operations ------------------------------------------------------

    __add__ = __radd__ = binary(operations.add)
    __mul__ = __rmul__ = binary(operations.multiply)
    __sub__ = binary(operations.subtract)
    __rsub__ = binary(operations.subtract, swap=True)
    __truediv__ = binary(operations.divide)
    __rtruediv__ = binary(operations.divide, swap=True)
    __matmul__ = matmul = binary(operations.matmul)
    __rmatmul__ = binary(operations.matmul, swap=True)
    __rpow__ = binary(operations.power, swap=True)
    __neg__ = entrywise(operations.negate)
    __lt__, __gt__ = comparison(np.less), comparison(np.greater)
    __le__, __ge__ = comparison(np.less_equal), comparison(np.greater_equal)
    __eq__ = comparison(np.equal)  # type: ignore[assignment]
    __ne__ = comparison(np.not_equal)  # type: ignore[assignment]
    __hash__ = object.__hash__

    abs = entrywise(operations.absolute)
    exp = entrywise(operations.exp)
    log = entrywise(operations.log)
    sqrt = entrywise(operations.sqrt)
    sin = entrywise(operations.sin)
    tanh = entrywise(operations.tanh)
    sigmoid = entrywise(operations.sigmoid)
    relu = entrywise(operations.relu)

    def pow(self, exponent: Operand) -> Tensor:
        """x ** exponent; a Python number is not an input of the graph."""
        if isinstance(exponent, int | float):
            return apply(operations.power, self, b=exponent)
        return apply(operations.power, self, as_operand(exponent, self))

    __pow__ = pow

    def gelu(self, approximate: str = "tanh") -> Tensor:
        """x·Φ(x): "tanh" approximates Φ, "none" computes it exactly."""
        if approximate == "tanh":
            return apply(operations.gelu, self)
        if approximate == "none":
            return apply(operations.gelu_exact, self)
        raise ValueError(
            f'gelu: approximate is "tanh" or "none", not {approximate!r}.'
        )

    def sum(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """Σ x over dim, or over everything."""
        return apply(operations.sum, self, dim=dim, keepdim=keepdim)

    def mean(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """The average over dim, or over everything."""
        return apply(operations.mean, self, dim=dim, keepdim=keepdim)

    def max(self, dim: Axes = None, keepdim: bool = False) -> Tensor:
        """The largest entry over dim, or of all; argmax says where."""
        return apply(operations.max, self, dim=dim, keepdim=keepdim)

    def argmax(self, dim: int | None = None) -> Tensor:
        """Where the largest entry is. It has no gradient."""
        return result(np.asarray(np.argmax(self._read(), axis=dim)))

    def logsumexp(self, dim: int = -1, keepdim: bool = False) -> Tensor:
        """log Σ eˣ over dim."""
        return apply(operations.logsumexp, self, dim=dim, keepdim=keepdim)

    def softmax(self, dim: int = -1) -> Tensor:
        """eˣ / Σ eˣ over dim."""
        return apply(operations.softmax, self, dim=dim)

    def log_softmax(self, dim: int = -1) -> Tensor:
        """log(softmax(x)), without overflow."""
        return apply(operations.log_softmax, self, dim=dim)

    def reshape(self, *shape: Any) -> Tensor:
        """The same entries in another shape: reshape(2, 3) or ((2, 3))."""
        flat = shape[0] if isinstance(shape[0], tuple | list) else shape
        return apply(operations.reshape, self, shape=tuple(flat))

    def transpose(self, *dims: Any) -> Tensor:
        """Reorder the axes.

        transpose() reverses them, transpose(0, 2) exchanges two, and
        transpose((2, 0, 1)) gives the whole new order.
        """
        order = dims[0] if len(dims) == 1 else dims
        if len(dims) == 2:
            order = list(range(self.ndim))
            order[dims[0]], order[dims[1]] = order[dims[1]], order[dims[0]]
        order = tuple(order) or tuple(reversed(range(self.ndim)))
        return apply(operations.transpose, self, order=order)

    swapaxes = transpose  # of two axes
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.transpose(-1, -2))

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


def apply(operation: Operation, *inputs: Tensor, **options: Any) -> Tensor:
    """Run an operation and, if a gradient will be wanted, remember it."""
    arrays = [x._data for x in inputs]
    for array in arrays[1:]:
        if array.dtype != arrays[0].dtype:
            arrays = one_dtype(operation, arrays)
    try:
        value, links = operation(*arrays, **options)
    except (ValueError, IndexError) as error:
        name = operation.__name__
        raise explained(name, arrays, options, error) from None
    output = result(np.asarray(value))
    wanted = True in [x.requires_grad for x in inputs]
    if wanted and recording.on:
        output.requires_grad = True
        output._inputs, output._links = inputs, links
        output._function, output._options = operation, options
        output._stamps = [
            (x._version, None if x._lent is None else x._data.tobytes())
            for x in inputs
        ]
    elif wanted and recording.reads is not None:
        recording.reads.append(f"{operation.__name__} in no_grad()")
    return output


def one_dtype(operation: Operation, arrays: list[Array]) -> list[Array]:
    """Integers become floats beside floats; two kinds of float refuse."""
    floats = sorted({str(a.dtype) for a in arrays if a.dtype.kind == "f"})
    if len(floats) > 1:
        raise TypeError(
            f"{operation.__name__} got {' and '.join(floats)}, which do "
            f"not mix silently. Convert one: x.to(numpy.{floats[0]})."
        )
    return [a.astype(floats[0]) if floats else a for a in arrays]


def as_operand(value: Operand, like: Tensor) -> Tensor:
    """The other side of an operator: numbers take the tensor's dtype."""
    if isinstance(value, Tensor):
        return value
    array = np.array(value)
    number = not isinstance(value, np.ndarray)
    if like.dtype.kind == "f" and (number or array.dtype.kind != "f"):
        array = array.astype(like.dtype)
    return result(array)


def plain(index: Any) -> Any:
    """An index in which tensors and lists have become arrays."""
    if isinstance(index, tuple):
        return tuple(plain(part) for part in index)
    return np.array(index) if isinstance(index, Tensor | list) else index


# ---- functions of several tensors ----------------------------------------


def where(condition: Operand, a: Operand, b: Operand) -> Tensor:
    """a where the condition holds, else b."""
    like = next((x for x in (a, b) if isinstance(x, Tensor)), Tensor(0.0))
    first, second = as_operand(a, like), as_operand(b, like)
    mask = np.array(condition, dtype=bool)
    return apply(operations.where, first, second, condition=mask)


def concatenate(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors one after the other along an axis they have."""
    return apply(operations.concatenate, *as_tensors(tensors), dim=dim)


def stack(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors side by side along a new axis."""
    return apply(operations.stack, *as_tensors(tensors), dim=dim)


def as_tensors(values: Sequence[Operand]) -> list[Tensor]:
    """All as tensors, at least one."""
    if not len(values):
        raise ValueError("Nothing to put together: the list is empty.")
    return [x if isinstance(x, Tensor) else Tensor(x) for x in values]
