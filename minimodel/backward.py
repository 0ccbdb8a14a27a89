"""The walk back: from a loss to every parameter it depends on.

The chain rule says that what arrives at a tensor is the sum of what its
users send it. So put the tensors in order, begin at the end, and let each
hand its gradient on, through its links, to its inputs.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from . import errors
from .operations import Array, sum_to_shape
from .watched import everything

Tensor: TypeAlias = Any  # of tensor.py, which imports this file


def walk_back(end: Tensor, gradient: Any, retain_graph: bool) -> None:
    """Add d end / d leaf to every leaf; free the graph, or retain it."""
    begin = start(end, gradient)
    order = usable(in_order(end))
    propagate(order, begin)
    if not retain_graph:
        for tensor in order:  # let go of all that the links hold
            tensor._inputs = tensor._links = tensor._options = ()


def in_order(end: Tensor) -> list[Tensor]:
    """Order what was computed on the way from the leaves to `end`.

    A result is made after its inputs, so their numbers give the order; a
    leaf has number 0, and so has what wants no gradient. With a list of
    our own and no recursion: a graph may be 100,000 deep.
    """
    found, waiting = {end._number: end}, [end]
    while waiting:
        for x in waiting.pop()._inputs:
            if x._number and x._number not in found:
                found[x._number] = x
                waiting.append(x)
    return [found[number] for number in sorted(found)]


def start(end: Tensor, gradient: Any) -> Array:
    """Return the first gradient of the walk: 1 for a loss."""
    if not end._wants:
        raise RuntimeError(
            "backward() has nothing to do: no input was made with "
            "requires_grad=True, or it was computed inside no_grad()."
        )
    if gradient is None and end._data.size == 1:
        return np.array(1, end._data.dtype, ndmin=end._data.ndim)
    if gradient is None:
        raise errors.ValueError(
            f"backward() starts from one number, not shape {end.shape}. "
            "Reduce it first, with .sum() or .mean(), or pass a gradient "
            "of that shape."
        )
    array = np.array(gradient, dtype=end.dtype)
    if array.shape != end.shape:
        raise errors.ValueError(
            f"backward() got a gradient of shape {array.shape} for a "
            f"tensor of shape {end.shape}: the two must be equal."
        )
    return array


def propagate(order: list[Tensor], start: Array) -> None:
    """Carry a gradient from the last tensor of `order` to the leaves."""
    end = order[-1]
    if end._function is None:
        receive(end, start)
    arrived = {id(end): start}
    for tensor in reversed(order):
        gradient = arrived.pop(id(tensor))
        if tensor._keeps_gradient:
            receive(tensor, gradient.copy())
        for x, link, wanted in zip(
            tensor._inputs, tensor._links, tensor._wanted
        ):
            if not (wanted and x._wants):
                continue
            part = link(gradient)
            if part.shape != x._data.shape:
                part = sum_to_shape(part, x._data.shape)
            if x._function is None:
                shared = part is gradient or part.base is not None
                receive(x, part.copy() if shared else part)
            elif id(x) in arrived:
                arrived[id(x)] = arrived[id(x)] + part
            else:
                arrived[id(x)] = part


def receive(leaf: Tensor, gradient: Array) -> None:
    """Add a gradient to what a leaf has received before."""
    if leaf._grad is not None:
        gradient = np.asarray(leaf._grad + gradient)
    leaf._grad = gradient


def usable(order: list[Tensor]) -> list[Tensor]:
    """Refuse a graph that was freed, or whose numbers were written to."""
    for tensor in order:
        if tensor._number and not tensor._inputs:
            raise RuntimeError(
                "This graph was already walked by backward(), which frees "
                "it. Compute the loss again before the second backward(), "
                "or pass retain_graph=True to the first."
            )
        if everything.written < order[0]._number:  # one clock numbers both
            continue
        for x in (*tensor._inputs, tensor):
            if x._version.written > tensor._number > 0:
                name = tensor._function.__name__
                raise RuntimeError(
                    f"The data of a tensor of shape {x.shape} was written "
                    f"to after {name} used it and before backward(). The "
                    "derivative would be that of other numbers. Write to "
                    "data before the forward pass or after backward(), or "
                    "work on a copy: x.data.copy()."
                )
    return order
