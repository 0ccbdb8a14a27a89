"""Reading what people type: numbers, shares and shapes."""

import math
import re

GROUPS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")  # the spaces of 1 000 000
SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": " ", "\u202f": " "})


def as_number(text: str) -> float | None:
    """Read a number as people type it: `77 %` is 0.77, and a decimal comma is a decimal point."""
    cleaned = GROUPS.sub("", text.strip().translate(SIGNS)).replace(",", ".")
    scale = 100.0 if cleaned.endswith("%") else 1.0
    try:
        value = float(cleaned.removesuffix("%"))
    except ValueError:
        return None
    return value / scale if math.isfinite(value) else None


def as_share(text: str) -> float | None:
    """Read a share as people type it: `75`, `75 %` and `0.75` are the same. One is all of it."""
    value = as_number(text)
    if value is None:
        return None
    if value > 1 and "%" not in text:
        value /= 100
    return value if 0 <= value <= 1 else None


def as_shape(text: str) -> tuple[int, ...] | None:
    """Read a shape: `(5, 23)`, `5x23`, `5 × 23`, `5 by 23`, `5 23` and `5, 23` are the same."""
    parts = re.sub(r"[×x*;,]|by|por", " ", text.strip().strip("()[]").lower()).split()
    try:
        shape = tuple(map(int, parts))
    except ValueError:
        return None
    return shape if shape and min(shape) > 0 else None
