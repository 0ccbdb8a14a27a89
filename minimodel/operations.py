"""Every operation: its value, and beside it the derivative of each input.

An operation is a plain function of arrays. It returns its value and, for
each input, one link of the chain rule: a function that takes the gradient
of the loss with respect to the *output*, here always `g`, and returns the
gradient with respect to that *input*.

A link that takes `out` can write its result into an array it is given.

No operation knows about graphs. `tensor.apply` runs one, remembers its
links, and `Tensor.backward` walks them. When an input was broadcast, the
gradient a link returns is larger than the input; `sum_to_shape` undoes
that for every operation in one place.
"""

import functools
import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
Link: TypeAlias = Callable[[Array], Array]
Result: TypeAlias = tuple[Array, tuple[Link, ...]]
Axes: TypeAlias = int | tuple[int, ...] | None


def sum_to_shape(gradient: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: add up every copy that was made of an input.

    An input of shape (5,) that met one of (4, 5) was used four times, so
    its gradient is the sum over those four uses.
    """
    extra = gradient.ndim - len(shape)
    if extra > 0:
        gradient = np.add.reduce(gradient, axis=tuple(range(extra)))
    pairs = enumerate(zip(gradient.shape, shape, strict=True))
    ones = tuple(i for i, (grown, own) in pairs if own == 1 < grown)
    if ones:
        gradient = np.add.reduce(gradient, axis=ones, keepdims=True)
    if gradient.shape != shape:
        raise ValueError(
            f"A derivative returned a gradient of shape {gradient.shape} "
            f"for an input of shape {shape}: the two must be equal, or "
            "broadcast to each other. Look for a missing transpose."
        )
    return gradient


# ---- arithmetic ----------------------------------------------------------


def add(a: Array, b: Array) -> Result:
    """a + b. Both inputs receive the gradient as it is."""
    return a + b, (lambda g: g, lambda g: g)


def subtract(a: Array, b: Array) -> Result:
    """a - b."""
    return a - b, (lambda g: g, lambda g: -g)


def multiply(a: Array, b: Array) -> Result:
    """a * b, entry by entry. Each input's slope is the other input."""
    return a * b, (lambda g: g * b, lambda g: g * a)


def divide(a: Array, b: Array) -> Result:
    """a / b, entry by entry."""
    return a / b, (lambda g: g / b, lambda g: -g * a / (b * b))


def power(a: Array, b: Array) -> Result:
    """a ** b; a' = b·a**(b-1), b' = a**b·log(a), and 0 where b is 0."""
    b = b.item() if b.ndim == 0 else b  # NumPy is quick for a number
    value = a**b

    def base(g: Array) -> Array:
        return g * b * a ** (b - (b != 0))

    def exponent(g: Array) -> Array:
        return g * value * np.log(np.where(a == 0, 1, a))

    return value, (base, exponent)


def negate(a: Array) -> Result:
    """-a."""
    return -a, (lambda g: -g,)


def absolute(a: Array) -> Result:
    """|a|, whose slope is the sign of a (0 at 0)."""
    return np.abs(a), (lambda g: g * np.sign(a),)


def matmul(a: Array, b: Array) -> Result:
    """a @ b over the last two axes: (..., n, k) @ (..., k, m)."""
    left, right = np.atleast_2d(a), b if b.ndim > 1 else b[:, None]

    def widen(g: Array) -> Array:
        """Give back the axes that NumPy drops for one-axis inputs."""
        g = g[..., None] if b.ndim == 1 else g
        return g[..., None, :] if a.ndim == 1 else g

    def to_b(g: Array) -> Array:
        gradient = left.mT @ widen(g)
        return gradient[..., 0] if b.ndim == 1 else gradient

    return a @ b, (lambda g: widen(g) @ right.mT, to_b)


def linear(x: Array, weight: Array, bias: Array | None = None) -> Result:
    """x @ weightᵀ + bias: (..., in), (out, in), (out,) -> (..., out).

    The three links are `∇x = g W`, `∇W = gᵀ x` and `∇b = Σ g`. Further
    axes, (..., B, in), are more rows. With a leading axis on all three it
    is several layers at once: see `linear_stacked`.
    """
    if x.ndim != 2 or weight.ndim != 2:
        alike = 2 <= x.ndim <= weight.ndim
        other = linear_stacked if alike else linear_over_rows
        return other(x, weight, bias)
    value = x.dot(weight.T)  # what @ does, and starts sooner
    if bias is not None:
        value += bias
    return value, (
        lambda g: g.dot(weight),
        lambda g, out=None: g.T.dot(x, out),
        lambda g, out=None: np.add.reduce(g, axis=0, out=out),
    )


def linear_stacked(x: Array, weight: Array, bias: Array | None) -> Result:
    """S independent layers: (S, B, in), (S, out, in), (S, out)."""
    value = x @ weight.mT
    if bias is not None:
        value += bias[..., None, :]
    return value, (
        lambda g: g @ weight,
        lambda g, out=None: np.matmul(g.mT, x, out),
        lambda g, out=None: np.add.reduce(g, axis=-2, out=out),
    )


def linear_over_rows(x: Array, weight: Array, bias: Array | None) -> Result:
    """linear, with the axes of rows laid end to end and put back."""

    def rows(a: Array) -> Array:
        return a.reshape(*a.shape[: weight.ndim - 2], -1, a.shape[-1])

    def back(a: Array) -> Array:
        return a.reshape(*a.shape[:-2], *x.shape[weight.ndim - 2 : -1], -1)

    value, (to_x, to_weight, to_bias) = linear(rows(x), weight, bias)
    return back(value), (
        lambda g: back(to_x(rows(g))),
        lambda g: to_weight(rows(g)),
        lambda g: to_bias(rows(g)),
    )


# ---- functions of one number ---------------------------------------------


def exp(a: Array) -> Result:
    """eᵃ, its own derivative."""
    value = np.exp(a)
    return value, (lambda g: g * value,)


def log(a: Array) -> Result:
    """The natural logarithm of a."""
    return np.log(a), (lambda g: g / a,)


def sqrt(a: Array) -> Result:
    """√a."""
    value = np.sqrt(a)
    return value, (lambda g: g / (2 * value),)


def sin(a: Array) -> Result:
    """sin a."""
    return np.sin(a), (lambda g: g * np.cos(a),)


def tanh(a: Array) -> Result:
    """tanh a, whose slope is 1 - tanh² a."""
    value = np.tanh(a)
    return value, (lambda g: g * (1 - value * value),)


def sigmoid(a: Array) -> Result:
    """1 / (1 + e⁻ᵃ), written so that e is never raised above 0."""
    small = np.exp(-np.abs(a))
    value = np.where(a >= 0, 1, small) / (1 + small)
    return value, (lambda g: g * value * (1 - value),)


def relu(a: Array) -> Result:
    """max(a, 0). The slope at 0 is taken to be 0."""
    return np.maximum(a, 0), (lambda g: g * (a > 0),)


def leaky_relu(a: Array, slope: Array) -> Result:
    """a where a > 0, else slope·a. The slope may itself be learned."""
    positive = a > 0
    return np.where(positive, a, slope * a), (
        lambda g: g * np.where(positive, 1, slope),
        lambda g: g * np.where(positive, 0, a),
    )


@functools.cache
def numbers(dtype: np.dtype[Any], *values: float) -> tuple[Array, ...]:
    """Numbers as arrays without axes: NumPy works with these sooner."""
    return tuple(np.array(value, dtype) for value in values)


C = math.sqrt(2 / math.pi)
BEND = 0.044715 * C


@functools.cache
def gelu_numbers(dtype: np.dtype[Any]) -> tuple[Array, ...]:
    """1, ½, C, 2C, BEND and 6·BEND."""
    return numbers(dtype, 1, 0.5, C, 2 * C, BEND, 6 * BEND)


def gelu(x: Array) -> Result:
    """GELU, tanh form: x·h with h = ½(1 + tanh(x(C + BEND·x²))).

    C = √(2/π), BEND = 0.044715·C. The slope, h + 2h(1-h)·x·(C + 3·BEND·x²),
    is negative below x ≈ -0.75. Source: Hendrycks & Gimpel, 2016.
    """
    one, half, c, two_c, bend, six_bend = gelu_numbers(x.dtype)
    square = x * x
    h = np.asarray(square * bend)
    h += c
    h *= x
    np.tanh(h, h)
    h += one
    h *= half
    value = x * h

    def to_x(g: Array) -> Array:
        slope = square * six_bend
        slope += two_c
        slope *= value
        slope *= one - h
        slope += h
        slope *= g
        return slope

    return value, (to_x,)


def gelu_exact(x: Array) -> Result:
    """GELU, exact form: x·Φ(x), Φ the normal distribution function.

    Φ(x) = ½(1 + erf(x/√2)); the slope is Φ(x) + x·φ(x).
    """
    entries = (x.reshape(-1) / math.sqrt(2)).tolist()
    erf = np.fromiter(map(math.erf, entries), x.dtype, x.size)
    phi = 0.5 * (1 + erf.reshape(x.shape))

    def to_x(g: Array) -> Array:
        density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
        return g * (phi + x * density)

    return x * phi, (to_x,)


# ---- reductions ----------------------------------------------------------


def spread(g: Array, like: Array, dim: Axes, keepdim: bool) -> Array:
    """Copy a reduced gradient back over the axes that were reduced."""
    if dim is not None and not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, like.shape)


def sum(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    """Σ a over dim. Every entry receives the gradient of its sum."""
    value = np.sum(a, axis=dim, keepdims=keepdim)
    return value, (lambda g: spread(g, a, dim, keepdim),)


def mean(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    """Σ a / n over dim."""
    if a.size == 0:
        raise ValueError(
            "it is empty, and the mean of nothing is undefined"
        )
    total, (to_a,) = sum(a, dim=dim, keepdim=keepdim)
    count = a.size // total.size
    return total / count, (lambda g: to_a(g / count),)


def max(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    """The largest entry over dim. Equal maxima share the gradient."""
    if a.size == 0:
        raise ValueError("it is empty, and has no largest entry")
    kept = np.max(a, axis=dim, keepdims=True)
    winners = a == kept
    share = winners / winners.sum(axis=dim, keepdims=True, dtype=a.dtype)
    value = kept if keepdim else np.squeeze(kept, axis=dim)
    return value, (lambda g: spread(g, a, dim, keepdim) * share,)


def logsumexp(a: Array, *, dim: int = -1, keepdim: bool = False) -> Result:
    """log Σ eᵃ over dim, with the maximum taken out so nothing overflows.

    Its derivative is the softmax of a.
    """
    top = np.max(a, axis=dim, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)  # ∞ - ∞ is not a number
    powers = np.exp(a - top)
    total = np.add.reduce(powers, axis=dim, keepdims=True)
    with np.errstate(divide="ignore"):  # log 0 is -∞, and is meant
        value = np.log(total) + top
    value = value if keepdim else np.squeeze(value, axis=dim)
    return value, (lambda g: spread(g, a, dim, keepdim) * powers / total,)


def softmax(a: Array, *, dim: int = -1) -> Result:
    """eᵃ / Σ eᵃ over dim: positive entries that add up to 1."""
    powers = np.exp(a - np.max(a, axis=dim, keepdims=True))
    p = powers / np.add.reduce(powers, axis=dim, keepdims=True)

    def to_a(g: Array) -> Array:
        along = np.add.reduce(g * p, axis=dim, keepdims=True)
        return p * (g - along)

    return p, (to_a,)


def log_softmax(a: Array, *, dim: int = -1) -> Result:
    """a - logsumexp(a): the logarithm of softmax, without overflow."""
    total, _ = logsumexp(a, dim=dim, keepdim=True)
    value = a - total

    def to_a(g: Array) -> Array:
        along = np.add.reduce(g, axis=dim, keepdims=True)
        return g - np.exp(value) * along

    return value, (to_a,)


def cross_entropy(logits: Array, *, places: Array, share: Array) -> Result:
    """-log softmax(logits) at the label, averaged over the rows.

    Shapes: logits (..., B, C) -> (...). `places`, (..., B, 1), counts the
    logits from the first to the last, up to each row's label; `share` has
    1 / B there and 0 elsewhere. The derivative is softmax / B - share.
    Source: Bridle, 1990.
    """
    batch = logits.shape[-2]
    (count,) = numbers(logits.dtype, batch)
    p = logits - np.maximum.reduce(logits, axis=-1, keepdims=True)
    at_label = p.take(places)
    np.exp(p, p)
    total = np.add.reduce(p, axis=-1, keepdims=True)
    losses = np.log(total)
    losses -= at_label
    value = np.add.reduce(losses, axis=(-2, -1)) / batch

    def to_logits(g: Array) -> Array:
        gradient = p / (total * count)
        gradient -= share
        gradient *= g[..., None, None] if g.ndim else g
        return gradient

    return value, (to_logits,)


# ---- moving entries about ------------------------------------------------


def reshape(a: Array, *, shape: tuple[int, ...]) -> Result:
    """The same entries in another shape."""
    return a.reshape(shape), (lambda g: g.reshape(a.shape),)


def transpose(a: Array, *, order: tuple[int, ...]) -> Result:
    """The same entries with the axes in another order."""
    back = np.argsort(order)
    return a.transpose(order), (lambda g: g.transpose(back),)


def swapaxes(a: Array, *, dim: int, to: int) -> Result:
    """The same entries with two axes exchanged."""
    return a.swapaxes(dim, to), (lambda g: g.swapaxes(dim, to),)


def getitem(a: Array, *, index: Any) -> Result:
    """a[index]. An entry picked twice receives both gradients."""

    def to_a(g: Array) -> Array:
        gradient = np.zeros_like(a)
        np.add.at(gradient, index, g)
        return gradient

    return a[index], (to_a,)


def gather(a: Array, *, dim: int, index: Array) -> Result:
    """One entry along dim for each entry of index, as PyTorch's gather."""
    if index.ndim != a.ndim:
        raise ValueError(
            f"the index has shape {index.shape}, and needs {a.ndim} axes"
        )
    places: list[Array] = list(np.indices(index.shape, sparse=True))
    places[dim] = index
    return getitem(a, index=tuple(places))


def where(a: Array, b: Array, *, condition: Array) -> Result:
    """a where the condition holds, else b."""
    return np.where(condition, a, b), (
        lambda g: np.where(condition, g, 0),
        lambda g: np.where(condition, 0, g),
    )


def concatenate(*parts: Array, dim: int = 0) -> Result:
    """The parts one after the other along an axis they have."""
    ends = np.cumsum([part.shape[dim] for part in parts])

    def to_part(end: int, size: int) -> Link:
        index = np.arange(end - size, end)
        return lambda g: np.take(g, index, axis=dim)

    sizes = [part.shape[dim] for part in parts]
    pairs = zip(ends, sizes, strict=True)
    value = np.concatenate(parts, axis=dim)
    return value, tuple(to_part(end, size) for end, size in pairs)


def stack(*parts: Array, dim: int = 0) -> Result:
    """The parts side by side along a new axis."""

    def to_part(i: int) -> Link:
        return lambda g: np.take(g, i, axis=dim)

    links = tuple(to_part(i) for i in range(len(parts)))
    return np.stack(parts, axis=dim), links


# ---- used by single layers -----------------------------------------------


def keep_largest(a: Array, *, count: int) -> Result:
    """The `count` largest entries of each row, and 0 elsewhere."""
    if not 1 <= count <= a.shape[-1]:
        raise ValueError(
            f"it cannot keep {count} of each row: that must be between 1 "
            f"and {a.shape[-1]}, the length of the last axis"
        )
    places = np.argpartition(-a, count - 1, axis=-1)[..., :count]
    kept = np.zeros(a.shape, dtype=bool)
    np.put_along_axis(kept, places, True, axis=-1)
    return a * kept, (lambda g: g * kept,)


def dropout(
    a: Array, *, p: float, generator: np.random.Generator
) -> Result:
    """0 with probability p, else a / (1 - p): the mean stays the same.

    Source: Srivastava et al., 2014.
    """
    scale = 1 / (1 - p) if p < 1 else 0.0
    kept = np.asarray(generator.random(a.shape) >= p)
    mask = kept.astype(a.dtype) * scale
    return a * mask, (lambda g: g * mask,)
