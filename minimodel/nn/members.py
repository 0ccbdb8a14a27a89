"""A layer's parameters when it stands for many: see lab/ensemble.py."""

from ..tensor import Tensor


def broadcastable(parameter: Tensor, x: Tensor, own: int) -> Tensor:
    """A parameter of `own` axes as it meets the last axes of x.

    In an ensemble it has one more axis in front, of members, and needs
    axes of length 1 between.
    """
    if parameter.ndim == own:
        return parameter
    members, *rest = parameter.shape
    return parameter.reshape(members, *[1] * (x.ndim - own - 1), *rest)
