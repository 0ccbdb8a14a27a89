"""lynx-tutor's neural-network library, small enough to read.

It needs NumPy, nothing else. Everything that one training runs is in the
nine files of CORE. Read them in this order: what an operation and its
derivative are, how operations become a graph, how the graph is walked
back; then what a network is made of; then how it learns. The rest is
PyTorch's further words, and what keeps mistakes from being silent. lab/ is
the course's laboratory, and apart.

The names are PyTorch's. Other than there, on purpose: real numbers are
float64, and do not mix with float32; `.grad` is an array; GELU is the tanh
form unless told otherwise; biases begin at zero; x += y on what has a
gradient names a new tensor. DataLoader and TensorDataset are in
minimodel.data. Left out, on purpose: devices, though a script may say
"cpu", and hooks.
"""

from numpy import float32, float64, int32, int64

from . import data, nn, optim
from .absent import lacking
from .device import Device, cuda
from .functions import *
from .gradcheck import gradcheck
from .memory import keep_freed_memory
from .random import Generator, manual_seed
from .recording import no_grad
from .tensor import Tensor

CORE = (
    "operations.py",
    "tensor.py",
    "backward.py",
    "nn/module.py",
    "nn/linear.py",
    "nn/activations.py",
    "nn/losses.py",
    "optim.py",
    "training.py",
)

keep_freed_memory()


tensor = Tensor  # of the module tensor.py, which can be imported as ever
device, accelerator = Device, cuda
double, long = float64, int64
inference_mode = no_grad
__getattr__ = lacking("minimodel", globals())
