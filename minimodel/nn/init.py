"""The weights before training begins.

A name that ends in _ writes into the tensor it is given, as in PyTorch.
Each draws from `generator`, or else from the one that manual_seed sets.
"""

import math

from .. import errors
from ..error_sentences import in_words
from ..random import Draws, source
from ..tensor import Tensor


def fans(tensor: Tensor) -> tuple[int, int]:
    """(fan_in, fan_out) of a weight of shape (out, in)."""
    if tensor.ndim < 2:
        raise errors.ValueError(
            f"A weight of shape {tensor.shape} has no inputs and outputs "
            "to count: this initialiser needs (out, in)."
        )
    return tensor.shape[-1], tensor.shape[-2]


def zeros_(tensor: Tensor) -> Tensor:
    """All 0. For weights, this never breaks the units' symmetry."""
    return tensor.write(0.0)


def constant_(tensor: Tensor, value: float) -> Tensor:
    return tensor.write(value)


def uniform_(
    tensor: Tensor,
    low: float = 0,
    high: float = 1,
    generator: Draws = None,
) -> Tensor:
    return tensor.write(source(generator).uniform(low, high, tensor.shape))


def normal_(
    tensor: Tensor,
    mean: float = 0,
    std: float = 1,
    generator: Draws = None,
) -> Tensor:
    return tensor.write(source(generator).normal(mean, std, tensor.shape))


def kaiming_std(tensor: Tensor, a: float) -> float:
    """√(2 / ((1 + a²)·fan_in)), a the slope below 0 of a leaky ReLU.

    Source: He et al., 2015.
    """
    return math.sqrt(2 / ((1 + a * a) * fans(tensor)[0]))


def kaiming_uniform_(
    tensor: Tensor, a: float = 0.0, *, generator: Draws = None
) -> Tensor:
    """Uniform with Kaiming's deviation; a = √5 gives ±1/√fan_in."""
    bound = math.sqrt(3) * kaiming_std(tensor, a)
    return uniform_(tensor, -bound, bound, generator=generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0.0, *, generator: Draws = None
) -> Tensor:
    return normal_(tensor, 0, kaiming_std(tensor, a), generator=generator)


def xavier_std(tensor: Tensor, gain: float) -> float:
    """gain·√(2 / (fan_in + fan_out)). Source: Glorot & Bengio, 2010."""
    return gain * math.sqrt(2 / sum(fans(tensor)))


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, *, generator: Draws = None
) -> Tensor:
    bound = math.sqrt(3) * xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator=generator)


def xavier_normal_(
    tensor: Tensor, gain: float = 1.0, *, generator: Draws = None
) -> Tensor:
    std = xavier_std(tensor, gain)
    return normal_(tensor, 0, std, generator=generator)


__getattr__ = in_words("nn.init", globals())
