"""A neural-network library small enough to read whole: NumPy, nothing else.

Start with operations.py (every operation and its derivative), then
tensor.py (how they are chained), then nn/.
"""

from . import nn, optim
from .gradcheck import gradcheck
from .tensor import Tensor, concatenate, no_grad, stack, where

__all__ = [
    "Tensor",
    "concatenate",
    "gradcheck",
    "nn",
    "no_grad",
    "optim",
    "stack",
    "where",
]
