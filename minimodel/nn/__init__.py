"""The building blocks of a network, under PyTorch's names."""

from . import init as init
from .activations import ELEMENTWISE as ELEMENTWISE
from .activations import GELU as GELU
from .activations import Exp as Exp
from .activations import Identity as Identity
from .activations import KWinners as KWinners
from .activations import LeakyReLU as LeakyReLU
from .activations import NaiveSigmoid as NaiveSigmoid
from .activations import PReLU as PReLU
from .activations import ReLU as ReLU
from .activations import Sigmoid as Sigmoid
from .activations import Sin as Sin
from .activations import Softmax as Softmax
from .activations import Tanh as Tanh
from .container import Sequential as Sequential
from .dropout import Dropout as Dropout
from .linear import Linear as Linear
from .losses import CrossEntropyLoss as CrossEntropyLoss
from .losses import MSELoss as MSELoss
from .module import Module as Module
from .module import Parameter as Parameter
from .normalization import LayerNorm as LayerNorm
