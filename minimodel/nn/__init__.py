"""The building blocks of a network, under PyTorch's names."""

from . import init
from .activations import ELEMENTWISE, GELU, Exp, Identity, KWinners
from .activations import LeakyReLU, NaiveSigmoid, PReLU, ReLU, Sigmoid
from .activations import Sin, Softmax, Tanh
from .container import Sequential
from .dropout import Dropout
from .linear import Linear
from .losses import CrossEntropyLoss, MSELoss
from .module import Module, Parameter
from .normalization import LayerNorm
