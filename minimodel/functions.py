"""Functions under PyTorch's names: tensors made, joined and computed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import rearranging
from .axes import as_shape
from .random import Draws, source
from .tensor import Operand, Tensor, apply

# fmt: off
__all__ = [
    "abs", "amax", "arange", "argmax", "argmin", "cat", "chunk",
    "concatenate", "cos", "eq", "exp", "eye", "flatten", "from_numpy",
    "full", "gather", "linspace", "log", "log10", "log_softmax",
    "logsumexp", "matmul", "max", "mean", "min", "multinomial", "ne",
    "ones", "ones_like", "permute", "pow", "rand", "randint", "randn",
    "randperm", "relu", "reshape", "round", "sigmoid", "sin", "softmax",
    "split", "sqrt", "squeeze", "stack", "std", "sum", "tanh",
    "transpose", "tril", "unbind", "unsqueeze", "var", "where", "zeros",
    "zeros_like",
]
# fmt: on

# What is a method of a tensor is a function of one too: exp(x) is x.exp().
abs, exp, log, sqrt = Tensor.abs, Tensor.exp, Tensor.log, Tensor.sqrt
sin, cos, tanh = Tensor.sin, Tensor.cos, Tensor.tanh
sigmoid, relu = Tensor.sigmoid, Tensor.relu
matmul, pow = Tensor.matmul, Tensor.pow
sum, mean, var, std = Tensor.sum, Tensor.mean, Tensor.var, Tensor.std
max, min, amax = Tensor.max, Tensor.min, Tensor.amax
argmax, argmin = Tensor.argmax, Tensor.argmin
softmax, log_softmax = Tensor.softmax, Tensor.log_softmax
logsumexp, gather = Tensor.logsumexp, Tensor.gather
eq, ne, split, chunk = Tensor.eq, Tensor.ne, Tensor.split, Tensor.chunk
unbind, round = Tensor.unbind, Tensor.round
reshape, flatten, permute = Tensor.reshape, Tensor.flatten, Tensor.permute
squeeze, unsqueeze = Tensor.squeeze, Tensor.unsqueeze
transpose, log10 = Tensor.transpose, Tensor.log10


# ---- joining -------------------------------------------------------------


def where(condition: Operand, a: Operand, b: Operand) -> Tensor:
    """a where the condition holds, else b."""
    mask = np.array(condition, dtype=bool)
    return apply(rearranging.where, a, b, condition=mask)


def concatenate(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors one after the other along an axis they have."""
    return apply(rearranging.concatenate, *some(tensors), dim=dim)


def stack(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors side by side along a new axis."""
    return apply(rearranging.stack, *some(tensors), dim=dim)


cat = concatenate


def some(tensors: Sequence[Operand]) -> Sequence[Operand]:
    """At least one, or a ValueError."""
    if not len(tensors):
        raise ValueError("Nothing to put together: the list is empty.")
    return tensors


# ---- making --------------------------------------------------------------

from_numpy = Tensor  # a copy, where PyTorch shares the memory


def full(
    shape: Any, value: float, requires_grad: bool = False, dtype: Any = None
) -> Tensor:
    """One value everywhere."""
    return Tensor(np.full(as_shape(shape), value), requires_grad, dtype)


def zeros(
    *shape: Any, requires_grad: bool = False, dtype: Any = float
) -> Tensor:
    """0 everywhere: zeros(2, 3) or zeros((2, 3))."""
    return full(lengths(shape), 0, requires_grad, dtype)


def ones(
    *shape: Any, requires_grad: bool = False, dtype: Any = float
) -> Tensor:
    """1 everywhere."""
    return full(lengths(shape), 1, requires_grad, dtype)


def zeros_like(x: Tensor) -> Tensor:
    """0 everywhere, in the shape of x."""
    return zeros(x.shape, dtype=x.dtype)


def ones_like(x: Tensor) -> Tensor:
    """1 everywhere, in the shape of x."""
    return ones(x.shape, dtype=x.dtype)


def arange(*range: Any, dtype: Any = None) -> Tensor:
    """Numbers in steps: arange(5), arange(2, 5), arange(0, 1, 0.1)."""
    return Tensor(np.arange(*range, dtype=dtype))


def linspace(start: float, end: float, steps: int) -> Tensor:
    """Numbers from start to end, both included, in equal steps."""
    return Tensor(np.linspace(start, end, steps))


def eye(n: int) -> Tensor:
    """1 on the diagonal, else 0."""
    return Tensor(np.eye(n))


def tril(x: Tensor) -> Tensor:
    """The lower triangle of the last two axes, and 0 above it."""
    if x.ndim < 2:
        raise ValueError(f"tril got {x.shape}: it needs two axes.")
    return where(np.tri(*x.shape[-2:], dtype=bool), x, 0)


def randn(
    *shape: Any, generator: Draws = None, requires_grad: bool = False
) -> Tensor:
    """Normal draws, of mean 0 and deviation 1."""
    draws = source(generator).normal(size=as_shape(lengths(shape)))
    return Tensor(draws, requires_grad)


def rand(
    *shape: Any, generator: Draws = None, requires_grad: bool = False
) -> Tensor:
    """Uniform draws between 0 and 1."""
    draws = source(generator).random(as_shape(lengths(shape)))
    return Tensor(draws, requires_grad)


def randint(
    low: int,
    high: Any = None,
    size: Any = None,
    generator: Draws = None,
    dtype: Any = None,
) -> Tensor:
    """Whole draws from low, or 0, up to below high.

    randint(5, (2, 3)) and randint(1, 5, (2, 3)) are both understood.
    """
    if size is None and high is not None:
        low, high, size = 0, low, high
    if high is None:
        low, high = 0, low
    draws = source(generator).integers(low, high, as_shape(size))
    return Tensor(draws, dtype=dtype)


def multinomial(
    weights: Tensor,
    num_samples: int,
    replacement: bool = False,
    generator: Draws = None,
) -> Tensor:
    """Places drawn by their weights: (..., n) -> (..., num_samples)."""
    rows = weights.detach().data.reshape(-1, weights.shape[-1])
    draws = [
        source(generator).choice(
            len(row), num_samples, replacement, row / row.sum()
        )
        for row in rows
    ]
    return Tensor(np.reshape(draws, (*weights.shape[:-1], num_samples)))


def randperm(n: int, generator: Draws = None) -> Tensor:
    """0 to n - 1 in a random order."""
    return Tensor(source(generator).permutation(n))


def lengths(shape: tuple[Any, ...]) -> Any:
    """2, 3 and (2, 3) are the same shape."""
    return shape[0] if len(shape) == 1 else shape
