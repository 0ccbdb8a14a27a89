"""The normal distribution function Φ, and GELU in its exact form."""

import functools
import math

import numpy as np

from .operations import Array, Result

STEP, END = 1 / 1024, 6.0  # beyond 6, erf is 1 to the last digit
BLOCK = 8192  # entries that stay in a processor's cache


@functools.cache
def table() -> tuple[Array, Array]:
    """erf, and its slope 2/√π·e^(-x²), at every STEP from -END to END."""
    grid = np.arange(-END, END + STEP, STEP)
    slope = 2 / math.sqrt(math.pi) * np.exp(-grid * grid)
    return np.array([math.erf(x) for x in grid]), slope


def erf(x: Array) -> Array:
    """math.erf of every entry, to 15 digits. NumPy has none of its own.

    Taylor's series around the nearest point c of a table, d = x - c:
    erf(c) + erf'(c)·(d - c·d² + (2c² - 1)/3·d³ - c(2c² - 3)/6·d⁴).
    """
    values, slopes = table()
    x = np.clip(x, -END, END)
    place = np.rint((x + END) / STEP)
    c = place * STEP - END
    d, s = x - c, c * c
    series = ((c * (3 - 2 * s) / 6 * d + (2 * s - 1) / 3) * d - c) * d + 1
    with np.errstate(invalid="ignore"):  # NaN has no place; d is NaN too
        row = place.astype(np.int64)
    slope = slopes.take(row, mode="clip")
    return values.take(row, mode="clip") + slope * d * series


def gelu_exact(x: Array) -> Result:
    """GELU, exact form: x·Φ(x), Φ the normal distribution function.

    Φ(x) = ½(1 + erf(x/√2)); the slope is Φ(x) + x·φ(x).
    """
    flat, phi = x.reshape(-1), np.empty(x.size, x.dtype)
    for i in range(0, x.size, BLOCK):
        part = slice(i, i + BLOCK)
        phi[part] = 0.5 * (1 + erf(flat[part] / math.sqrt(2)))
    phi = phi.reshape(x.shape)

    def to_x(g: Array) -> Array:
        density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
        return g * (phi + x * density)

    return x * phi, (to_x,)
