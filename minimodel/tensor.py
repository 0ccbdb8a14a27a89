"""Tensor: an array that remembers how it was made.

`apply` runs an operation (see operations.py) and, when a gradient will be
wanted, keeps on the result its inputs and their links of the chain rule.
That is the graph; backward.py walks it.

A result knows its inputs and never the other way round, so a graph holds
no cycles, and disappears as soon as nobody refers to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from . import operations
from .backward import walk_back
from .dtypes import as_index, as_numbers, as_operand, check_real, one_dtype
from .explain import explained
from .operations import Array, Link, Result
from .recording import recording
from .watched import Stamp, WatchedArray

Operand: TypeAlias = "Tensor | Array | float | int | bool | Sequence[Any]"
Operation: TypeAlias = Callable[..., Result]
Method: TypeAlias = Callable[["Tensor", Operand], "Tensor"]


# ---- operations become methods -------------------------------------------


def method(operation: Operation, **defaults: Any) -> Callable[..., Any]:
    """x.exp() from exp, x.sum(dim) from sum: its options, if not given."""

    def call(self: Tensor, *values: Any, **named: Any) -> Tensor:
        if len(values) > len(defaults):
            name, takes = (
                operation.__name__,
                ", ".join(defaults) or "nothing",
            )
            raise TypeError(f"{name}() got {values}, and takes {takes}.")
        given = dict(zip(defaults, values, strict=False))
        return apply(operation, self, **{**defaults, **given, **named})

    call.__doc__ = operation.__doc__
    return call


def binary(operation: Operation, swap: bool = False) -> Method:
    """x + y from add; swapped, y + x, where y is not a tensor."""

    def call(self: Tensor, other: Operand) -> Tensor:
        inputs = self, beside(self, other)
        return apply(operation, *(inputs[::-1] if swap else inputs))

    call.__doc__ = operation.__doc__
    return call


def comparison(compare: Any) -> Method:
    """x > y from greater: True or False at each entry, no gradient."""

    def call(self: Tensor, other: Operand) -> Tensor:
        return result(np.asarray(compare(self._read(), np.asarray(other))))

    return call


class Tensor(WatchedArray):
    """An array, its gradient, and how it was computed.

    Tensor(data, requires_grad=False, dtype=None) copies `data`. Python
    floats become float64; float32 must be asked for. A float32 tensor and
    a float64 tensor do not mix: convert one of them with `.to(dtype)`.

    Raises TypeError for data that is not numbers, and for integers that
    are asked for a gradient.
    """

    grad: Array | None = None
    _inputs: tuple[Tensor, ...] = ()
    _links: tuple[Link, ...] | None = ()
    _function: Operation | None = None
    _options: dict[str, Any]
    _stamps: Sequence[Stamp] = ()
    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(
        self, data: Operand, requires_grad: bool = False, dtype: Any = None
    ) -> None:
        data = data._read() if isinstance(data, Tensor) else data
        self._data = as_numbers(data, dtype)
        if requires_grad:
            self.requires_grad_()

    def to(self, dtype: Any) -> Tensor:
        """A copy of another dtype, cut off from how it was computed."""
        return Tensor(self._read(), dtype=dtype)

    def float(self) -> Tensor:
        """A float64 copy (of a comparison, say), cut off as by `to`."""
        return self.to(np.float64)

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
        if requires_grad:
            check_real(self.dtype)
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
        walk_back(self, gradient, retain_graph)

    # ---- operations ------------------------------------------------------

    __add__ = __radd__ = binary(operations.add)
    __mul__ = __rmul__ = binary(operations.multiply)
    __sub__ = binary(operations.subtract)
    __rsub__ = binary(operations.subtract, swap=True)
    __truediv__ = binary(operations.divide)
    __rtruediv__ = binary(operations.divide, swap=True)
    __matmul__ = matmul = binary(operations.matmul)
    __rmatmul__ = binary(operations.matmul, swap=True)
    __pow__ = pow = binary(operations.power)
    __rpow__ = binary(operations.power, swap=True)
    __neg__ = method(operations.negate)
    __lt__, __gt__ = comparison(np.less), comparison(np.greater)
    __le__, __ge__ = comparison(np.less_equal), comparison(np.greater_equal)
    __eq__ = comparison(np.equal)  # type: ignore[assignment]
    __ne__ = comparison(np.not_equal)  # type: ignore[assignment]
    __hash__ = object.__hash__

    abs = method(operations.absolute)
    exp = method(operations.exp)
    log = method(operations.log)
    sqrt = method(operations.sqrt)
    sin = method(operations.sin)
    tanh = method(operations.tanh)
    sigmoid = method(operations.sigmoid)
    relu = method(operations.relu)

    def gelu(self, approximate: str = "tanh") -> Tensor:
        """x·Φ(x): "tanh" approximates Φ, "none" computes it exactly."""
        if approximate == "tanh":
            return apply(operations.gelu, self)
        if approximate == "none":
            return apply(operations.gelu_exact, self)
        raise ValueError(
            f'gelu: approximate is "tanh" or "none", not {approximate!r}.'
        )

    sum = method(operations.sum, dim=None, keepdim=False)
    mean = method(operations.mean, dim=None, keepdim=False)
    max = method(operations.max, dim=None, keepdim=False)
    logsumexp = method(operations.logsumexp, dim=-1, keepdim=False)
    softmax = method(operations.softmax, dim=-1)
    log_softmax = method(operations.log_softmax, dim=-1)

    def argmax(self, dim: int | None = None) -> Tensor:
        """Where the largest entry is. It has no gradient."""
        return result(np.asarray(np.argmax(self._read(), axis=dim)))

    def reshape(self, *shape: Any) -> Tensor:
        """The same entries in another shape: reshape(2, 3) or ((2, 3))."""
        flat = shape[0] if isinstance(shape[0], tuple | list) else shape
        return apply(operations.reshape, self, shape=tuple(flat))

    def transpose(self, *dims: Any) -> Tensor:
        """Reorder the axes.

        transpose() reverses them, transpose(0, 2) exchanges two, and
        transpose((2, 0, 1)) gives the whole new order.
        """
        if len(dims) == 2:
            return apply(operations.swapaxes, self, dim=dims[0], to=dims[1])
        order = tuple(*dims) or tuple(reversed(range(self.ndim)))
        return apply(operations.transpose, self, order=order)

    swapaxes = transpose  # of two axes
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.transpose(-1, -2))

    def __getitem__(self, index: Any) -> Tensor:
        return apply(operations.getitem, self, index=as_index(index))

    def __iter__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self)))

    def gather(self, dim: int, index: Operand) -> Tensor:
        """One entry along dim for each entry of index."""
        return apply(
            operations.gather, self, dim=dim, index=as_index(index)
        )


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
            arrays = one_dtype(operation.__name__, arrays)
    try:
        value, links = operation(*arrays, **options)
    except (ValueError, IndexError) as error:
        name = operation.__name__
        raise explained(name, arrays, options, error) from None
    output = result(np.asarray(value))
    output._is_view = output._data.base is not None
    wanted = True in [x.requires_grad for x in inputs]
    if wanted and recording.on:
        output.requires_grad = True
        output._inputs, output._links = inputs, links
        output._function, output._options = operation, options
        output._stamps = [x.stamp() for x in inputs]
    elif wanted and recording.reads is not None:
        recording.reads.append(f"{operation.__name__} in no_grad()")
    return output


def beside(x: Tensor, other: Operand) -> Tensor:
    """The other side of an operator, as a tensor."""
    if isinstance(other, Tensor):
        return other
    return result(as_operand(other, x._data.dtype))
