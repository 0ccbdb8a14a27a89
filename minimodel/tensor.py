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

from . import errors, operations
from .absent import lacking
from .backward import walk_back
from .device import Device
from .dtypes import as_numbers, as_operand, one_dtype
from .explain import explained
from .operations import Array, Link, Result
from .recording import recording
from .reductions import Reductions
from .shapes import Shapes
from .tensor_methods import TensorMethods, matrices
from .values import Values
from .watched import Version, clock

Operand: TypeAlias = "Tensor | Array | float | int | bool | Sequence[Any]"
Operation: TypeAlias = Callable[..., Result]


def entrywise(operation: Operation) -> Callable[[Any], Tensor]:
    """Make the method of a function of one number: x.exp()."""

    def method(self: Any) -> Tensor:
        return apply(operation, self)

    method.__name__ = method.__qualname__ = operation.__name__
    method.__doc__ = operation.__doc__
    return method


def two_ways(operation: Operation) -> tuple[Any, Any]:
    """Make x + y; and where x is a number, y's own answer to it."""

    def first(self: Any, other: Operand) -> Tensor:
        return apply(operation, self, other)

    def second(self: Any, other: Operand) -> Tensor:
        return apply(operation, other, self)

    return first, second


class Tensor(Reductions, Shapes, TensorMethods, Values):
    """An array, its gradient, and how it was computed.

    Tensor(data, requires_grad=False, dtype=None) copies `data`. Python
    floats become float64; float32 must be asked for, and does not mix with
    it: convert one of them with `.to(dtype)`.
    """

    _number: int = 0  # when it was made
    _function: Operation | None = None  # None for a leaf
    _options: dict[str, Any]
    _inputs: tuple[Tensor, ...] = ()
    _links: tuple[Link, ...] = ()
    _wanted: Sequence[bool] = ()  # which inputs want a gradient
    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(
        self,
        data: Operand,
        requires_grad: bool = False,
        dtype: Any = None,
        device: Any = "cpu",
    ) -> None:
        Device(device)
        self._hold(as_numbers(data, dtype))
        self.requires_grad_(requires_grad)

    def __getattr__(self, name: str) -> Any:
        return lacking("A tensor", Tensor)(name)

    def __repr__(self) -> str:
        text = np.array2string(
            self._data, prefix="Tensor(", separator=", "
        )
        kind = "" if self.dtype == np.float64 else f", dtype={self.dtype}"
        wants = ", requires_grad=True" if self.requires_grad else ""
        return f"Tensor({text}{kind}{wants})"

    def __deepcopy__(self, memo: Any) -> Tensor:
        if self._function is not None:
            raise RuntimeError(
                "A computed tensor cannot be copied: copy tensor.detach()."
            )
        copy = result(self._data.copy(), type(self))
        copy._wants = self._wants
        memo[id(self)] = copy
        return copy

    def detach(self) -> Tensor:
        """Return the same array, cut off from how it was computed."""
        tensor = result(self._read())
        tensor._version = self._version
        return tensor

    def backward(
        self, gradient: Operand | None = None, retain_graph: bool = False
    ) -> None:
        """Add d self / d leaf to the `.grad` of every leaf of the graph.

        `gradient` is d loss / d self; a tensor of one entry is taken to be
        the loss itself, and needs none. The graph is freed on the way.

        Raises RuntimeError when there is nothing to differentiate, when
        the graph was already freed, or when data in it was written to,
        also where no derivative needs it, as in a sum: PyTorch lets that
        pass. ValueError when a gradient is missing or has another shape.
        """
        walk_back(self, gradient, retain_graph)

    def _apply(self, operation: Operation, *more: Any, **kw: Any) -> Any:
        return apply(operation, self, *more, **kw)  # for its base classes

    # ---- arithmetic ----------------------------------------------------

    __add__, __radd__ = two_ways(operations.add)
    __sub__, __rsub__ = two_ways(operations.subtract)
    __mul__, __rmul__ = two_ways(operations.multiply)
    __truediv__, __rtruediv__ = two_ways(operations.divide)
    __pow__, __rpow__ = two_ways(operations.power)
    __matmul__, __rmatmul__ = two_ways(operations.matmul)
    __neg__ = entrywise(operations.negate)
    matmul, pow, neg = __matmul__, __pow__, __neg__
    mm, bmm = matrices(2), matrices(3)

    # ---- functions of each entry ---------------------------------------

    exp, log = entrywise(operations.exp), entrywise(operations.log)
    sqrt, sin = entrywise(operations.sqrt), entrywise(operations.sin)
    cos, tanh = entrywise(operations.cos), entrywise(operations.tanh)
    relu = entrywise(operations.relu)
    sigmoid = entrywise(operations.sigmoid)

    def abs(self) -> Tensor:
        return apply(operations.absolute, self)

    __abs__ = abs

    def gelu(self, approximate: str = "tanh") -> Tensor:
        """x·Φ(x): "tanh" approximates Φ, "none" computes it exactly."""
        if str(approximate) == "tanh":
            return apply(operations.gelu, self)
        if str(approximate) == "none":
            return apply(operations.gelu_exact, self)
        raise errors.ValueError(
            f'gelu: approximate is "tanh" or "none", not {approximate!r}.'
        )


# ---- making results ----------------------------------------------------


def result(data: Array, kind: type[Tensor] = Tensor) -> Tensor:
    """Return a Tensor around this very array, without the copy."""
    tensor = kind.__new__(kind)
    tensor._data, tensor._version = data, Version()
    return tensor


def apply(operation: Operation, *inputs: Any, **options: Any) -> Tensor:
    """Run an operation and, if a gradient will be wanted, remember it."""
    arrays, wanted = [], []
    for x in inputs:
        if not isinstance(x, Tensor):  # a number or an array
            return apply(operation, *as_tensors(inputs), **options)
        arrays.append(x._data)
        wanted.append(x._wants)
    dtype = arrays[0].dtype
    for a in arrays:
        if a.dtype is not dtype or dtype.kind != "f":
            arrays = one_dtype(operation.__name__, arrays)
            break
    try:
        value, links = operation(*arrays, **options)
    except (ValueError, IndexError, TypeError) as error:
        name = operation.__name__
        raise explained(name, arrays, options, error) from None
    value = np.asarray(value)
    output = result(value)
    if value.base is not None or value is arrays[0]:
        output._share_version(inputs)
    if recording.on and links and True in wanted:
        output._wants, output._number = True, next(clock)
        output._function, output._options = operation, options
        output._inputs, output._links = inputs, links
        output._wanted = wanted
    elif recording.reads is not None:  # it goes on without its gradient
        recording.reads += [x.shape for x in inputs if x._wants]
    return output


def as_tensors(values: tuple[Any, ...]) -> tuple[Tensor, ...]:
    """All as tensors; numbers take the dtype of the first tensor."""
    tensors = [x for x in values if isinstance(x, Tensor)]
    dtype = tensors[0].dtype if tensors else np.dtype(float)
    return tuple(
        x if isinstance(x, Tensor) else result(as_operand(x, dtype))
        for x in values
    )
