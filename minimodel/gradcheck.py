"""gradcheck: compare a derivative with the slope it should be.

The slope of f at x is close to (f(x + h) - f(x - h)) / 2h. Whoever writes
a derivative checks it against that.
"""

from collections.abc import Callable, Sequence

import numpy as np

from . import errors
from .error_sentences import in_sentences
from .operations import Array
from .tensor import Tensor


@in_sentences
def gradcheck(
    function: Callable[..., Tensor],
    inputs: Tensor | Sequence[Tensor],
    *,
    step: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
) -> bool:
    """Return True if each gradient of `function` is its numerical slope.

    The outputs are reduced to one number with fixed weights, all
    different, so that no mistake cancels out.
    """
    inputs = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    step, atol, rtol = (Tensor(x).item() for x in (step, atol, rtol))
    for i, x in enumerate(inputs):
        if x.dtype != np.float64 or not x.requires_grad:
            raise errors.TypeError(
                f"Input {i} is {x!r:.60}: gradcheck needs float64, and "
                "requires_grad=True."
            )
    weights = np.cos(np.arange(function(*inputs).numel()))

    def objective() -> Tensor:
        return (function(*inputs).reshape(-1) * weights).sum()

    for x in inputs:
        x.grad = np.zeros(x.shape)
    objective().backward()
    for i, x in enumerate(inputs):
        numeric = numerical_gradient(objective, x, step)
        compare(i, x.grad, numeric, atol, rtol)
    return True


def numerical_gradient(
    objective: Callable[[], Tensor], x: Tensor, step: float
) -> Array:
    """Return the slope of the objective for each entry of x."""
    slopes = np.empty(x.shape)
    for index in np.ndindex(x.shape):
        before = x._data[index]
        x._data[index] = before + step
        above = objective().item()
        x._data[index] = before - step
        below = objective().item()
        x._data[index] = before
        slopes[index] = (above - below) / (2 * step)
    return slopes


def compare(
    i: int, analytic: Array, numeric: Array, atol: float, rtol: float
) -> None:
    """Refuse gradients that differ, and name the worst entry."""
    excess = np.abs(analytic - numeric) - rtol * np.abs(numeric)
    if analytic.size == 0 or np.all(excess <= atol):
        return
    flat = int(np.argmax(np.where(np.isnan(excess), np.inf, excess)))
    index = tuple(int(k) for k in np.unravel_index(flat, excess.shape))
    raise AssertionError(
        f"The gradient of input {i} is wrong, worst at {index}: the "
        f"derivative says {analytic[index]:.6g}, the slope is "
        f"{numeric[index]:.6g}."
    )
