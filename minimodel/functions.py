"""Functions under PyTorch's names: tensors made, joined and computed.

Where something is made, `options` are requires_grad and dtype.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import rearranging, said
from .axes import as_lengths, whole
from .checkpoint import load, save
from .dtypes import as_mask
from .random import Draws, source
from .tensor import Operand, Tensor, apply

# fmt: off
__all__ = [
    "abs", "amax", "arange", "argmax", "argmin", "cat", "chunk", "clamp",
    "concatenate", "cos", "eq", "exp", "eye", "flatten", "from_numpy",
    "full", "gather", "linspace", "load", "log", "log10", "log_softmax",
    "logsumexp", "matmul", "max", "mean", "min", "multinomial", "ne",
    "ones", "ones_like", "permute", "pow", "rand", "randint", "randn",
    "randperm", "relu", "reshape", "round", "save", "sigmoid", "sin",
    "softmax", "split", "sqrt", "squeeze", "stack", "std", "sum", "tanh",
    "topk", "transpose", "tril", "unbind", "unsqueeze", "var", "where",
    "zeros", "zeros_like",
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
clamp, topk = Tensor.clamp, Tensor.topk


# ---- joining -----------------------------------------------------------


def where(condition: Operand, a: Operand, b: Operand) -> Tensor:
    """Return a where the condition holds, else b."""
    mask = as_mask(condition)
    return apply(rearranging.where, a, b, condition=mask)


def concatenate(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """Return the tensors one after the other along an axis they have."""
    return apply(rearranging.concatenate, *some(tensors), dim=whole(dim))


def stack(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """Return the tensors side by side along a new axis."""
    return apply(rearranging.stack, *some(tensors), dim=whole(dim))


cat = concatenate


def some(tensors: Sequence[Operand]) -> Sequence[Operand]:
    """At least one, or a ValueError."""
    if not isinstance(tensors, list | tuple):
        what = f"{tensors!r:.60}"
        raise said.TypeError(f"It takes a list of tensors, not {what}.")
    if not tensors:
        raise said.ValueError("Nothing to join: the list is empty.")
    return tensors


# ---- making ------------------------------------------------------------

from_numpy = Tensor  # a copy, where PyTorch shares the memory


def full(shape: Any, value: float, **options: Any) -> Tensor:
    """One value everywhere."""
    return Tensor(np.full(as_lengths(shape), value), **options)


def zeros(*shape: Any, **options: Any) -> Tensor:
    """0 everywhere: zeros(2, 3) or zeros((2, 3))."""
    return full(lengths(shape), 0.0, **options)


def ones(*shape: Any, **options: Any) -> Tensor:
    """1 everywhere."""
    return full(lengths(shape), 1.0, **options)


def zeros_like(x: Tensor) -> Tensor:
    """0 everywhere, in the shape of x."""
    return zeros(x.shape, dtype=x.dtype)


def ones_like(x: Tensor) -> Tensor:
    """1 everywhere, in the shape of x."""
    return ones(x.shape, dtype=x.dtype)


def arange(*range: float, **options: Any) -> Tensor:
    """Numbers in steps: arange(5), arange(2, 5), arange(0, 1, 0.1)."""
    start, end, *step = range if len(range) > 1 else (0, *range)
    if start != end and not (end - start) * (step or [1])[0] > 0:
        raise said.ValueError(
            f"arange{range} has no numbers: its steps lead away from the "
            "end. Counting down, the step is below 0: arange(5, 2, -1)."
        )
    return Tensor(np.arange(*range), **options)


def linspace(start: float, end: float, steps: int) -> Tensor:
    """Numbers from start to end, both included, in equal steps."""
    return Tensor(np.linspace(start, end, as_lengths(steps)[0]))


def eye(n: int) -> Tensor:
    """1 on the diagonal, else 0."""
    return Tensor(np.eye(as_lengths(n)[0]))


def tril(x: Tensor) -> Tensor:
    """Return the lower triangle of the last two axes, and 0 above it."""
    if x.ndim < 2:
        raise said.ValueError(f"tril got {x.shape}: it needs two axes.")
    return where(np.tri(*x.shape[-2:], dtype=bool), x, 0)


def randn(*shape: Any, generator: Draws = None, **options: Any) -> Tensor:
    """Draw from the normal distribution of mean 0 and deviation 1."""
    size = as_lengths(lengths(shape))
    return Tensor(source(generator).normal(size=size), **options)


def rand(*shape: Any, generator: Draws = None, **options: Any) -> Tensor:
    """Uniform draws between 0 and 1."""
    size = as_lengths(lengths(shape))
    return Tensor(source(generator).random(size), **options)


def randint(
    *range: int, size: Any = None, generator: Draws = None, **options: Any
) -> Tensor:
    """Whole draws below high: randint(high, size), (low, high, size)."""
    *ends, size = range if size is None else (*range, size)
    low, high = map(whole, ends if len(ends) == 2 else (0, *ends))
    draws = source(generator).integers(low, high, as_lengths(size))
    return Tensor(draws, **options)


def randperm(n: int, generator: Draws = None) -> Tensor:
    """0 to n - 1 in a random order."""
    return Tensor(source(generator).permutation(*as_lengths(n)))


def multinomial(
    weights: Tensor,
    num_samples: int,
    replacement: bool = False,
    generator: Draws = None,
) -> Tensor:
    """Places drawn by their weights: (..., n) -> (..., num_samples)."""
    given = weights.detach().numpy()
    p = given / given.sum(-1)[..., None]
    n, draw = p.shape[-1], source(generator).choice
    count = whole(num_samples)
    rows = [draw(n, count, replacement, q) for q in p.reshape(-1, n)]
    return Tensor(np.reshape(rows, (*p.shape[:-1], count)))


def lengths(shape: tuple[Any, ...]) -> Any:
    """2, 3 and (2, 3) are the same shape."""
    return shape[0] if len(shape) == 1 else shape
