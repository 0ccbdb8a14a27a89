"""The building blocks of a network, under PyTorch's names."""

from ..absent import lacking
from . import clipping, functional, init
from .activations import ELEMENTWISE, GELU, Identity, LeakyReLU
from .attention import MultiheadAttention, TransformerEncoderLayer
from .activations import PReLU, ReLU, Sigmoid, Sin, Tanh
from .convolution import Conv1d, Conv2d, MaxPool1d, MaxPool2d
from .container import Flatten, ModuleDict, ModuleList, Sequential
from .dropout import Dropout
from .embedding import Embedding
from .linear import Linear
from .losses import CrossEntropyLoss
from .module import Module, Parameter
from .normalization import BatchNorm1d, LayerNorm, Softmax
from .numeric_losses import BCELoss, BCEWithLogitsLoss
from .numeric_losses import KLDivLoss, MSELoss
from .residual import Residual

utils = clipping  # where scripts look for clip_grad_norm_
__getattr__ = lacking("nn", globals())
