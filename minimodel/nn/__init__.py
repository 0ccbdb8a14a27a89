"""The building blocks of a network, under PyTorch's names."""

from . import init as init
from .activations import ELEMENTWISE as ELEMENTWISE
from .activations import (
    GELU,
    Exp,
    Identity,
    KWinners,
    LeakyReLU,
    PReLU,
    ReLU,
    Sigmoid,
    Sin,
    Softmax,
    Tanh,
)
from .container import Sequential
from .linear import Linear
from .losses import CrossEntropyLoss, MSELoss
from .module import Module, Parameter

__all__ = [
    "GELU",
    "CrossEntropyLoss",
    "Exp",
    "Identity",
    "KWinners",
    "LeakyReLU",
    "Linear",
    "MSELoss",
    "Module",
    "PReLU",
    "Parameter",
    "ReLU",
    "Sequential",
    "Sigmoid",
    "Sin",
    "Softmax",
    "Tanh",
    "init",
]
