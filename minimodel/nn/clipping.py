"""Clipping: keep a step from becoming too long."""

import math
from collections.abc import Iterable

import numpy as np

from ..error_sentences import in_words
from ..tensor import Tensor


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor], max_norm: float
) -> float:
    """Shrink all gradients together to a norm of at most max_norm.

    Returns the norm they had: √Σg². Source: Pascanu et al., 2013.
    """
    params = [parameters] if isinstance(parameters, Tensor) else parameters
    found = [(p, p.grad) for p in params if p.grad is not None]
    norm = math.sqrt(sum(float((g * g).sum()) for _, g in found))
    scale = float(np.minimum(1, max_norm / (norm + 1e-6)))
    for p, gradient in found:
        p.grad = gradient * scale
    return norm


__getattr__ = in_words("nn.utils", globals())
