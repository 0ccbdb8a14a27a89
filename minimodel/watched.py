"""Watched arrays: writing into a tensor at the wrong time is noticed.

A derivative needs the numbers that the forward pass saw. So each piece of
memory has a version, which knows when it was last written to, by the clock
that numbers results too. A result keeps the versions of what it was made
of, and backward() looks for one that was written to after it was made.
Views share the memory of another tensor, and its version with it.

Noticed is what optimisers and initialisers write, `x += 1` and `x[i] = 1`
in no_grad(), and writing through `x.data` or a part of it: by index, by
`+=`, by `out=`, by fill, put, sort and NumPy's functions for it. Not
noticed is writing through another kind of array made of it, such as
`numpy.asarray(x.data)`, a memoryview or `.flat`, nor by byteswap, resize
and setfield.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from .absent import lacking
from .operations import Array

WRITERS = {np.copyto, np.fill_diagonal, np.place, np.put, np.putmask}
WRITERS |= {np.put_along_axis}
clock = itertools.count(1)  # of results and writes


class Version:
    """The time of the last write to some memory."""

    written = 0

    def write(self) -> None:
        """Note that it is written to now."""
        self.written = everything.written = next(clock)


everything = Version()  # all memory: the time of the last write to any


def counted(name: str) -> Any:
    """Wrap a writing method of NumPy's arrays, to count its writes."""

    def method(self: Any, *args: Any, **options: Any) -> None:
        getattr(np.ndarray, name)(self, *args, **options)
        self.written()

    return method


def of_arrays(name: str) -> Any:
    """Wrap x += y and its like: y may be a tensor, as in PyTorch."""

    def method(self: Any, other: Any) -> Any:
        return getattr(np.ndarray, name)(self, np.asarray(other))

    return method


class WatchedArray(np.ndarray[Any, Any]):
    """A tensor's array, as `.data` gives it: writing into it is counted.

    What is computed from it is a plain array; a part of it is watched too.
    """

    version: Version | None = None

    def __getattr__(self, name: str) -> Any:
        return lacking("An array, as .data is one,", np.ndarray)(name)

    def __array_finalize__(self, source: Any) -> None:
        if self.base is not None:  # a part, and not a copy
            self.version = getattr(source, "version", None)

    __setitem__, fill = counted("__setitem__"), counted("fill")
    partition, put = counted("partition"), counted("put")
    sort = counted("sort")
    __iadd__, __isub__ = of_arrays("__iadd__"), of_arrays("__isub__")
    __imul__ = of_arrays("__imul__")
    __itruediv__ = of_arrays("__itruediv__")

    def written(self) -> None:
        if self.version is not None:
            self.version.write()

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **options: Any
    ) -> Any:
        out = options.pop("out", ())
        if out:
            options["out"] = tuple(plain(x) for x in out)
        result = getattr(ufunc, method)(*map(plain, inputs), **options)
        count_writes(inputs[:1] if method == "at" else out)
        return out[0] if len(out) == 1 else result

    def __array_function__(
        self, function: Any, types: Any, args: Any, options: Any
    ) -> Any:
        result = super().__array_function__(function, types, args, options)
        count_writes(args[:1] if function in WRITERS else ())
        count_writes([options.get("out")])
        return result

    def __repr__(self) -> str:
        return repr(plain(self))


def plain(x: Any) -> Any:
    """Return the same memory as an array of NumPy's own kind."""
    return x.view(np.ndarray) if isinstance(x, WatchedArray) else x


def count_writes(arrays: Iterable[Any]) -> None:
    """Count a write for each watched array."""
    for array in arrays:
        if isinstance(array, WatchedArray):
            array.written()


def watched(array: Array, version: Version) -> WatchedArray:
    """Return the same memory as an array that counts what is written."""
    view = array.view(WatchedArray)
    view.version = version
    return view
