"""Functions under PyTorch's names: tensors made, joined and computed.

Where something is made, `options` are requires_grad, dtype and device.
"""

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import errors, rearranging
from .axes import as_lengths, lengths, whole
from .checkpoint import load, save
from .dtypes import as_mask
from .error_sentences import in_sentences, in_words
from .random import Draws, source
from .tensor import Operand, Tensor, apply

METHODS = """
abs all allclose amax any argmax argmin bmm chunk clamp cos cumsum eq exp
flatten flip gather log log10 log_softmax logsumexp masked_fill matmul max
mean min mm ne neg permute pow relu reshape roll round sigmoid sin softmax
split sqrt squeeze std sum t tanh topk transpose tril triu unbind unsqueeze
var
"""


def function(method: Any) -> Any:
    """Make a function of a method: exp(x) is x.exp(), of arrays too."""

    @in_sentences
    @functools.wraps(method)
    def call(x: Any, *more: Any, **options: Any) -> Any:
        x = Tensor(x) if isinstance(x, np.ndarray) else x
        return method(x, *more, **options)

    return call


for name in METHODS.split():
    globals()[name] = function(getattr(Tensor, name))


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
        raise errors.TypeError(f"It takes a list of tensors, not {what}.")
    if not tensors:
        raise errors.ValueError("Nothing to join: the list is empty.")
    return tensors


# ---- making ------------------------------------------------------------

from_numpy = Tensor  # a copy, where PyTorch shares the memory


def full(shape: Any, value: float, **options: Any) -> Tensor:
    return Tensor(np.full(as_lengths(shape), value), **options)


def zeros(*shape: Any, **options: Any) -> Tensor:
    """0 everywhere: zeros(2, 3) or zeros((2, 3))."""
    return full(lengths(shape), 0.0, **options)


def ones(*shape: Any, **options: Any) -> Tensor:
    return full(lengths(shape), 1.0, **options)


def full_like(x: Tensor, value: float, **options: Any) -> Tensor:
    return full(x.shape, value, **{"dtype": x.dtype, **options})


def zeros_like(x: Tensor, **options: Any) -> Tensor:
    return full_like(x, 0, **options)


def ones_like(x: Tensor, **options: Any) -> Tensor:
    return full_like(x, 1, **options)


def randn_like(x: Tensor, **options: Any) -> Tensor:
    return randn(x.shape, **{"dtype": x.dtype, **options})


def arange(*range: float, **options: Any) -> Tensor:
    """Numbers in steps: arange(5), arange(2, 5), arange(0, 1, 0.1)."""
    start, end, *step = range if len(range) > 1 else (0, *range)
    if start != end and not (end - start) * (step or [1])[0] > 0:
        raise errors.ValueError(
            f"arange{range} has no numbers: its steps lead away from the "
            "end. Counting down, the step is below 0: arange(5, 2, -1)."
        )
    return Tensor(np.arange(*range), **options)


def linspace(
    start: float, end: float, steps: int, **options: Any
) -> Tensor:
    """Numbers from start to end, both included, in equal steps."""
    places = np.linspace(start, end, as_lengths(steps)[0])
    return Tensor(places, **options)


def eye(n: int, **options: Any) -> Tensor:
    return Tensor(np.eye(as_lengths(n)[0]), **options)


def randn(*shape: Any, generator: Draws = None, **options: Any) -> Tensor:
    """Draw from the normal distribution of mean 0 and deviation 1."""
    draws = source(generator).normal(size=lengths(shape))
    return Tensor(draws, **options)


def rand(*shape: Any, generator: Draws = None, **options: Any) -> Tensor:
    """Uniform draws between 0 and 1."""
    draws = source(generator).random(lengths(shape))
    return Tensor(draws, **options)


def randint(
    *range: int, size: Any = None, generator: Draws = None, **options: Any
) -> Tensor:
    """Whole draws below high: randint(high, size), (low, high, size)."""
    *ends, size = range if size is None else (*range, size)
    low, high = map(whole, ends if len(ends) == 2 else (0, *ends))
    draws = source(generator).integers(low, high, as_lengths(size))
    return Tensor(draws, **options)


def randperm(n: int, generator: Draws = None, **options: Any) -> Tensor:
    """0 to n - 1 in a random order."""
    order = source(generator).permutation(*as_lengths(n))
    return Tensor(order, **options)


def multinomial(
    weights: Tensor,
    num_samples: int,
    replacement: bool = False,
    generator: Draws = None,
) -> Tensor:
    """Places drawn by their weights: (..., n) -> (..., num_samples)."""
    given, count = np.asarray(weights.detach()), whole(num_samples)
    n, draw = given.shape[-1], source(generator).choice
    total = given.sum(-1, keepdims=True)
    p = given / np.where(total > 0, total, 1)
    if not np.all((p >= 0) & np.isfinite(p)) or count < 1:
        raise errors.ValueError(
            "multinomial draws once or more, by weights that are numbers, "
            "0 or more. Look for a NaN where they are computed."
        )
    if np.any((p > 0).sum(-1) < (1 if replacement else count)):
        raise errors.ValueError(
            f"multinomial cannot draw {count} of each row: too few "
            "weights are above 0. With replacement=True one is enough."
        )
    rows = [draw(n, count, replacement, q) for q in p.reshape(-1, n)]
    return Tensor(np.reshape(rows, (*p.shape[:-1], count)))


__getattr__ = in_words("functions", globals())
__all__ = [
    *METHODS.split(), "arange", "cat", "concatenate", "eye", "from_numpy",
    "full", "full_like", "linspace", "load", "multinomial", "ones",
    "ones_like", "rand", "randint", "randn", "randn_like", "randperm",
    "save", "stack", "where", "zeros", "zeros_like",
]  # fmt: skip
