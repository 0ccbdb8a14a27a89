"""Which numbers a tensor holds, and which of them may meet.

Real numbers are float64, or float32 where that is asked for. Half of the
digits must not be lost without a word, so the two do not mix. Integers,
and numbers and lists of Python's, take the dtype of what they meet.
"""

from typing import Any

import numpy as np

from .operations import Array


def as_numbers(data: Any, dtype: Any = None) -> Array:
    """A new array of numbers.

    Raises TypeError for what is not numbers, ValueError for rows of
    different lengths.
    """
    try:
        array = np.array(data, dtype=dtype)
    except ValueError:
        raise ValueError(
            "A Tensor has rows of one length, and these differ. Or one of "
            "its entries is not a number."
        ) from None
    except OverflowError:
        raise ValueError(f"A number does not fit into {dtype}.") from None
    except TypeError:
        raise TypeError(
            f"A Tensor holds numbers, and got {data!r:.60} with dtype "
            f"{dtype}."
        ) from None
    if array.dtype.kind not in "fiub":
        raise TypeError(f"A Tensor holds numbers, and got {array.dtype}.")
    return array


def as_operand(value: Any, dtype: np.dtype[Any]) -> Array:
    """The other side of an operator, beside a tensor of this dtype."""
    array = as_numbers(value)
    number = not isinstance(value, np.ndarray)
    if dtype.kind == "f" and (number or array.dtype.kind != "f"):
        return array.astype(dtype)
    return array


def as_index(index: Any) -> Any:
    """An index in which tensors, lists and arrays are arrays of its own.

    So that writing to the array afterwards does not change what was picked.
    """
    if isinstance(index, tuple):
        return tuple(as_index(part) for part in index)
    if index is None or isinstance(
        index, slice | int | np.bool | type(...)
    ):
        return index
    array = np.array(index)
    return array if array.size else array.astype(int)  # [] has no dtype


def one_dtype(name: str, arrays: list[Array]) -> list[Array]:
    """Integers become floats beside floats; two kinds of float refuse."""
    floats = sorted({str(a.dtype) for a in arrays if a.dtype.kind == "f"})
    if len(floats) > 1:
        raise TypeError(
            f"{name} got {' and '.join(floats)}, which do not mix silently. "
            f"Convert one: x.to(numpy.{floats[0]})."
        )
    return [a.astype(floats[0]) if floats else a for a in arrays]


def check_real(dtype: np.dtype[Any]) -> None:
    """Refuse a gradient for what is not a real number."""
    if dtype.kind != "f":
        raise TypeError(
            f"A tensor of {dtype} cannot have a gradient: only real "
            "numbers change a little at a time. Make it with floats, for "
            "example Tensor([1.0, 2.0])."
        )
