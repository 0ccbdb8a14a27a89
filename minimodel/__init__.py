"""A neural-network library small enough to read whole: NumPy, nothing else.

Start with operations.py (every operation and its derivative), then
tensor.py (how they are chained), then nn/.
"""

from numpy import float32, float64, int64

from . import nn, optim
from .gradcheck import gradcheck
from .joining import concatenate, stack, where
from .memory import keep_freed_memory
from .random import manual_seed
from .recording import no_grad
from .tensor import Tensor

keep_freed_memory()

tensor = Tensor  # PyTorch's name for making one
long = int64

__all__ = [
    "Tensor",
    "concatenate",
    "float32",
    "float64",
    "gradcheck",
    "int64",
    "long",
    "manual_seed",
    "nn",
    "no_grad",
    "optim",
    "stack",
    "tensor",
    "where",
]
