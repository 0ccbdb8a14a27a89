"""The building blocks of a network, under PyTorch's names."""

from . import init as init
from .activations import ELEMENTWISE as ELEMENTWISE
from .activations import (
    GELU,
    Exp,
    Identity,
    KWinners,
    LeakyReLU,
    NaiveSigmoid,
    PReLU,
    ReLU,
    Sigmoid,
    Sin,
    Softmax,
    Tanh,
)
from .container import Sequential
from .dropout import Dropout
from .linear import Linear
from .losses import CrossEntropyLoss, MSELoss
from .module import Module, Parameter
from .normalization import LayerNorm

__all__ = [
    "GELU",
    "CrossEntropyLoss",
    "Dropout",
    "Exp",
    "Identity",
    "KWinners",
    "LayerNorm",
    "LeakyReLU",
    "Linear",
    "MSELoss",
    "Module",
    "NaiveSigmoid",
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
