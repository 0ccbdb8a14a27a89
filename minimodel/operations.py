"""Every operation: its value, and beside it the derivative of each input.

An operation is a plain function of arrays. It returns its value and, for
each input, one link of the chain rule: a function that takes the gradient
of the loss with respect to the *output*, here always `g`, and returns the
gradient with respect to that *input*.

No operation knows about graphs. `tensor.apply` runs one, remembers its
links, and backward.py walks them. When an input was broadcast, the
gradient that a link returns is larger than the input; `sum_to_shape`
undoes that for every operation in one place.

Reductions are in reductions.py, what moves entries in rearranging.py.
"""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from . import errors

Array: TypeAlias = np.ndarray[Any, Any]
Link: TypeAlias = Callable[[Array], Array]
Result: TypeAlias = tuple[Array, tuple[Link, ...]]


def sum_to_shape(gradient: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: add up every copy that was made of an input.

    An input of shape (5,) that met one of (4, 5) was used four times, so
    its gradient is the sum over those four uses.
    """
    grown = (1,) * (gradient.ndim - len(shape)) + shape
    pairs = enumerate(zip(gradient.shape, grown))
    copied = tuple(i for i, (n, own) in pairs if own == 1 != n)
    total = gradient.sum(axis=copied, keepdims=True)
    if total.shape != grown:
        raise errors.ValueError(
            f"A derivative returned a gradient of shape {gradient.shape} "
            f"for an input of shape {shape}: the two must be equal, or "
            "broadcast to each other. Look for a missing transpose."
        )
    return total.reshape(shape)


# ---- arithmetic --------------------------------------------------------


def add(a: Array, b: Array) -> Result:
    """Return a + b. Both inputs receive the gradient unchanged."""
    return a + b, (lambda g: g, lambda g: g)


def subtract(a: Array, b: Array) -> Result:
    return a - b, (lambda g: g, lambda g: -g)


def multiply(a: Array, b: Array) -> Result:
    """Return a * b. Each input's slope is the other input."""
    return a * b, (lambda g: g * b, lambda g: g * a)


def divide(a: Array, b: Array) -> Result:
    return a / b, (lambda g: g / b, lambda g: -g * a / (b * b))


def power(a: Array, b: Array) -> Result:
    """Return a**b; a' = b·a**(b-1), b' = a**b·log a, and 0 where b = 0."""
    value = raised(a, b)

    def to_a(g: Array) -> Array:
        return g * b * raised(a, b - (b != 0))

    def to_b(g: Array) -> Array:
        logarithm = np.log(np.where((a == 0) & (b >= 0), 1, a))
        return g * value * logarithm

    return value, (to_a, to_b)


def raised(a: Array, b: Array) -> Array:
    """Return a ** b; cubes by multiplying, which is much quicker."""
    exponent = b.item() if b.ndim == 0 else b
    if a.dtype.kind == "f" and b.ndim == 0 and exponent == 3:
        return a * a * a
    return np.asarray(a**exponent)


def negate(a: Array) -> Result:
    return -a, (lambda g: -g,)


def absolute(a: Array) -> Result:
    """Return |a|, whose slope is the sign of a (0 at 0)."""
    return np.abs(a), (lambda g: g * np.sign(a),)


def matmul(a: Array, b: Array) -> Result:
    """Return a @ b over the last two axes: (..., n, k) @ (..., k, m).

    ∇a = g bᵀ and ∇b = aᵀ g. NumPy drops an axis for inputs that have only
    one; `widen` gives it back.
    """
    left, right = np.atleast_2d(a), b if b.ndim > 1 else b[:, None]

    def widen(g: Array) -> Array:
        g = g[..., None] if b.ndim == 1 else g
        return g[..., None, :] if a.ndim == 1 else g

    def to_b(g: Array) -> Array:
        gradient = left.mT @ widen(g)
        return gradient[..., 0] if b.ndim == 1 else gradient

    return a @ b, (lambda g: widen(g) @ right.mT, to_b)


def linear(x: Array, weight: Array, bias: Array | None = None) -> Result:
    """x @ weightᵀ + bias: (..., in), (out, in), (out,) -> (..., out).

    ∇x = g W, ∇W = gᵀ x and ∇b = Σ g over the rows. With a leading axis on
    all three it is S layers at once: (S, ..., in), (S, out, in), (S, out).
    """
    if x.ndim != weight.ndim:
        return over_rows(x, weight, bias)
    dot = np.dot if x.ndim == 2 else np.matmul  # @, but starts sooner
    value = dot(x, weight.mT)
    if bias is not None:
        value += bias[..., None, :]
    return value, (
        lambda g: dot(g, weight),
        lambda g: dot(g.mT, x),
        lambda g: np.einsum("...bo->...o", g),  # quicker than a sum
    )


def over_rows(x: Array, weight: Array, bias: Array | None) -> Result:
    """linear, with the rows of x laid end to end, and then put back."""

    def rows(a: Array) -> Array:
        return a.reshape(*a.shape[: weight.ndim - 2], -1, a.shape[-1])

    def back(a: Array) -> Array:
        return a.reshape(*x.shape[:-1], a.shape[-1])

    value, (to_x, to_weight, to_bias) = linear(rows(x), weight, bias)
    return back(value), (
        lambda g: back(to_x(rows(g))),
        lambda g: to_weight(rows(g)),
        lambda g: to_bias(rows(g)),
    )


# ---- functions of one number -------------------------------------------


def exp(a: Array) -> Result:
    """eᵃ, its own derivative."""
    value = np.exp(a)
    return value, (lambda g: g * value,)


def log(a: Array) -> Result:
    return np.log(a), (lambda g: g / a,)


def sqrt(a: Array) -> Result:
    value = np.sqrt(a)
    return value, (lambda g: g / (2 * value),)


def sin(a: Array) -> Result:
    return np.sin(a), (lambda g: g * np.cos(a),)


def cos(a: Array) -> Result:
    return np.cos(a), (lambda g: -g * np.sin(a),)


def tanh(a: Array) -> Result:
    """tanh a, whose slope is 1 - tanh² a."""
    value = np.tanh(a)
    return value, (lambda g: g * (1 - value * value),)


def sigmoid(a: Array) -> Result:
    """1 / (1 + e⁻ᵃ), written so that e is never raised above 0."""
    value = np.exp(np.minimum(a, 0)) / (1 + np.exp(-np.abs(a)))
    return value, (lambda g: g * value * (1 - value),)


def relu(a: Array) -> Result:
    """max(a, 0). The slope at 0 is taken to be 0, and at NaN to be 1."""
    return np.maximum(a, 0), (lambda g: np.where(a <= 0, 0, g),)


def leaky_relu(a: Array, slope: Array) -> Result:
    """Return a where a > 0, else slope·a; the slope may be learned."""
    positive = a > 0
    return np.where(positive, a, slope * a), (
        lambda g: np.where(positive, g, slope * g),
        lambda g: np.where(positive, 0, a * g),
    )


C = math.sqrt(2 / math.pi)
BEND = 0.044715 * C


def gelu(x: Array) -> Result:
    """GELU, tanh form: x·h with h = ½(1 + tanh(x(C + BEND·x²))).

    C = √(2/π), BEND = 0.044715·C. The slope, h + x·h(1 - h)·bend with
    bend = 2C + 6·BEND·x², is negative below x ≈ -0.75.
    Source: Hendrycks & Gimpel, 2016.
    """
    square = x * x
    h = 0.5 * (1 + np.tanh(x * (C + BEND * square)))
    value = x * h

    def to_x(g: Array) -> Array:
        bend = 2 * C + 6 * BEND * square
        return g * (h + value * (1 - h) * bend)

    return value, (to_x,)


def gelu_exact(x: Array) -> Result:
    """GELU, exact form: x·Φ(x); the slope is Φ(x) + x·φ(x)."""
    scaled = (-x / math.sqrt(2)).reshape(-1).tolist()
    phi = np.array([math.erfc(z) / 2 for z in scaled], x.dtype)
    phi = phi.reshape(x.shape)

    def to_x(g: Array) -> Array:
        density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
        return g * (phi + x * density)

    return x * phi, (to_x,)
