"""Which numbers a tensor holds, and which of them may meet.

Real numbers are float64, or float32 where that is asked for. Half of the
digits must not be lost without a word, so the two do not mix. Integers,
and numbers and lists of Python's, take the dtype of what they meet.
"""

from typing import Any

import numpy as np

from . import errors
from .operations import Array


def as_numbers(data: Any, dtype: Any = None) -> Array:
    """Make a new array of numbers; TypeError or ValueError for others."""
    try:
        if isinstance(dtype, bytes):
            raise TypeError
        array = np.array(data)
        kind = array.dtype if dtype is None else np.dtype(dtype)
    except ValueError:
        raise errors.ValueError(
            "A Tensor has rows of one length, of numbers; these differ."
        ) from None
    except TypeError:
        raise errors.TypeError(
            f"There is no dtype {dtype!r:.60}."
        ) from None
    if array.dtype.kind not in "fiub" or kind.kind not in "fiub":
        raise errors.TypeError(
            "A Tensor holds numbers, of at most 64 bits, and got "
            f"{data!r:.60} with dtype {kind}."
        )
    if kind != array.dtype:
        with np.errstate(invalid="ignore"):
            whole, array = np.trunc(array), array.astype(kind)
        if kind.kind in "iu" and np.any(array != whole):
            raise errors.ValueError(
                f"{data!r:.60} does not fit into {kind}."
            )
    return array


def as_operand(value: Any, dtype: np.dtype[Any]) -> Array:
    """Read the other side of an operator, beside a tensor of a dtype."""
    array, kinds = as_numbers(value), "buif"
    number = not isinstance(value, np.ndarray)
    smaller = kinds.index(array.dtype.kind) <= kinds.index(dtype.kind)
    if (number and smaller) or (dtype.kind == "f" != array.dtype.kind):
        return array.astype(dtype)
    return array


def as_index(index: Any) -> Any:
    """Copy the arrays of an index: later writes do not change it."""
    if isinstance(index, tuple):
        return tuple(as_index(part) for part in index)
    if isinstance(index, slice | int | np.bool | type(None) | type(...)):
        return index
    try:
        array = np.array(index)
    except ValueError:
        raise errors.IndexError(
            "The lists of an index differ in length."
        ) from None
    if array.ndim == 0 and array.dtype.kind in "iu":
        return int(array)
    nothing = array.size == 0 and array.dtype.kind == "f"
    return array.astype(int) if nothing else array  # [] has no dtype


def as_mask(condition: Any) -> Array:
    """Return an array of True and False. Raises TypeError for numbers."""
    array = as_numbers(condition)
    if array.dtype.kind != "b":
        raise errors.TypeError(
            f"A mask is of True and False, and not of {array.dtype}. "
            "Compare the numbers with something: x > 0."
        )
    return array


# Operations, by what they ask of their inputs.
PRODUCTS = {"linear", "matmul"}
SMOOTH = {"cos", "exp", "log", "logsumexp", "sigmoid", "sin", "sqrt"}
SMOOTH |= {"softplus", "tanh"}
REAL = {"gelu", "gelu_exact", "leaky_relu", "linear", "mean"}
REAL |= {"log_softmax", "softmax"}
NUMBERS = {"absolute", "argmax", "argmin", "negate", "relu", "rounded"}
NUMBERS |= {"subtract", "topk"}


def one_dtype(name: str, arrays: list[Array]) -> list[Array]:
    """Integers become floats beside floats; two kinds of float refuse.

    Smooth functions of whole numbers are float64. What asks for a mean or
    a slope takes real numbers only; some take no True and False.
    """
    kinds = {a.dtype.kind for a in arrays}
    first, real = arrays[0].dtype, "write x.float() first"
    if name in NUMBERS and "b" in kinds:
        raise errors.TypeError(
            f"{name}: True and False are not numbers: {real}."
        )
    if name in REAL and first.kind != "f":
        raise errors.TypeError(
            f"{name} needs real numbers, and got {first}: {real}."
        )
    if name in SMOOTH and "f" not in kinds:
        return [a.astype(float) for a in arrays]
    if name in PRODUCTS and "f" in kinds and len(kinds) > 1:
        got = " and ".join(str(a.dtype) for a in arrays)
        raise errors.TypeError(
            f"{name} got {got}, and sums products of one type only: write "
            "x.float() of the other."
        )
    if "f" not in kinds and (kinds != {"b"} or name == "power"):
        return [a.astype(whole_dtype(arrays)) for a in arrays]
    floats = sorted({str(a.dtype) for a in arrays if a.dtype.kind == "f"})
    if len(floats) > 1:
        raise errors.TypeError(
            f"{name} got {' and '.join(floats)}, which do not mix "
            f"silently. Convert one: x.to(numpy.{floats[0]})."
        )
    return [a.astype(floats[0]) if floats else a for a in arrays]


def whole_dtype(arrays: list[Array]) -> Any:
    """Find the dtype of whole numbers; one without axes gives way."""
    found = [a for a in arrays if a.dtype.kind in "iu"]
    own = [a.dtype for a in found if a.ndim] or [a.dtype for a in found]
    return np.result_type(*own) if own else np.int64
