"""A layer's parameters when it stands for many: see lab/ensemble.py."""

from ..tensor import Tensor


def broadcastable(parameter: Tensor, x: Tensor, own: int) -> Tensor:
    """Return a parameter of `own` axes as it meets the last axes of x.

    In an ensemble it has one more axis in front, of members. Between come
    axes of length 1, as many as x has axes of rows.
    """
    if x.ndim < own:
        return parameter.reshape(x.shape)
    first = parameter.ndim - own
    members, rest = parameter.shape[:first], parameter.shape[first:]
    rows = [1] * (x.ndim - parameter.ndim)
    return parameter.reshape(*members, *rows, *rest)
