"""A layer's parameters when it stands for many: see lab/ensemble.py."""

from ..tensor import Tensor


def broadcastable(parameter: Tensor, x: Tensor) -> Tensor:
    """Return a parameter of one axis as it meets the last axis of x.

    In an ensemble it has one more axis in front, of members. Between come
    axes of length 1, as many as x has axes of rows.
    """
    if not x.ndim:
        return parameter.reshape(())
    *members, own = parameter.shape
    rows = [1] * (x.ndim - parameter.ndim)
    return parameter.reshape(*members, *rows, own)
