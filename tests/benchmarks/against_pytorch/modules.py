"""States that modules and losses give PyTorch's values and gradients, for shapes and numbers of every size."""

import itertools

import numpy as np
import torch
from agreement import both, must_agree, must_agree_backwards
from grammar import listed
from tally import Tally

import minimodel

MODULES = """
    Identity() | ReLU() | LeakyReLU() | LeakyReLU(0.3) | LeakyReLU(negative_slope=-0.5) | PReLU()
    PReLU(init=-0.1) | Tanh() | Sigmoid() | GELU("none") | GELU("tanh") | GELU(approximate="none")
    Flatten() | Flatten(0) | Flatten(1, 2) | Flatten(-2) | Softmax(-1) | Softmax(dim=0) | Softmax(1)
    Dropout(0.0) | Dropout(1.0) | Dropout(0.3).eval() | Linear(3, 2) | Linear(3, 1, bias=False) | Linear(1, 4)
    LayerNorm(3) | LayerNorm((2, 3)) | LayerNorm([3], eps=0.1) | LayerNorm((4, 2, 3)) | LayerNorm(1)
    Embedding(4, 3) | Sequential() | Sequential(Linear(3, 4), ReLU(), Linear(4, 2))
    Sequential(Sequential(LayerNorm(3)), Flatten(), Tanh()) | ModuleList([Linear(3, 3), Linear(3, 1)])[0]
    Sequential(Linear(3, 3), PReLU(), Sigmoid())[1:] | ModuleList([Tanh()])[-1]
"""
SHAPES = """
    (3,) | (5, 3) | (1, 3) | (2, 3) | (4, 2, 3) | (2, 4, 2, 3) | (1,) | (5, 1) | (3, 1, 1)
    () | (0, 3) | (0,) | (2, 0) | (2, 0, 3)
"""
EXTREMES = (0.0, 1.0, -1.0, 37.0, -40.0, 710.0, -746.0, 1e300, -1e300, np.inf, -np.inf, np.nan, 1e-320)


def check_module(line, inputs):
    """Compares the output and the gradients of a module that holds the same parameters in both libraries."""
    mine, theirs = eval(line, vars(minimodel.nn)), eval(line, vars(torch.nn)).double()
    rng = np.random.default_rng(1)
    for parameter in theirs.state_dict().values():
        parameter.copy_(torch.tensor(rng.normal(size=parameter.shape)))
    mine.load_state_dict(theirs.state_dict(), strict=True)
    check_both_ways(line, mine, theirs, inputs, zip(mine.parameters(), theirs.parameters(), strict=True))


def check_loss(kind, reduction, inputs, target):
    """Compares a loss and its gradient."""
    mine, theirs = (getattr(nn, kind)(reduction=reduction) for nn in (minimodel.nn, torch.nn))
    check_both_ways(kind, lambda x: mine(x, target), lambda y: theirs(y, torch.tensor(target)), inputs)


def check_both_ways(asked, mine, theirs, inputs, parameters=()):
    """Compares two functions of one input, forwards and backwards."""
    x, y, leaves = inputs, torch.tensor(inputs), list(parameters)
    if inputs.dtype.kind == "f":
        x, y = minimodel.Tensor(inputs, True), y.requires_grad_()
        leaves = [(x, y), *leaves]
    results = both(asked, lambda: mine(x), lambda: theirs(y), [inputs.shape])
    if results:
        must_agree("output", *results)
        if results[1].requires_grad:
            must_agree_backwards(asked, results, leaves, 1e-3)


def losses(rng):
    """Yields losses, inputs and targets: extreme numbers, all shapes, and every number of rows and classes."""
    extremes = itertools.product(EXTREMES, EXTREMES, (0.5, np.inf, -np.inf, -1e300), (0, 2))
    for a, b, c, label in extremes:
        yield "CrossEntropyLoss", np.array([[a, b, c], [0.1, 0.2, a]]), np.array([label, 1])
    for rows, classes in itertools.product((0, 1, 2, 5), (1, 2, 7)):
        yield "CrossEntropyLoss", rng.normal(size=(rows, classes)), rng.integers(0, classes, rows)
    for kind in ("MSELoss", "BCEWithLogitsLoss"):
        for a, target in itertools.product(EXTREMES, (0.0, 1.0, 0.3)):
            yield kind, np.array([a, 0.5]), np.array([target, 1.0])
        for shape in ((), (1,), (4,), (2, 3), (2, 0), (2, 1, 3)):
            yield kind, np.asarray(rng.normal(size=shape)), np.asarray(rng.random(shape))


def tallied():
    """Counts a statement for each module and shape, and for each loss, reduction and input."""
    tally, rng = Tally("modules and losses"), np.random.default_rng(0)
    for line, shape in itertools.product(listed(MODULES), map(eval, listed(SHAPES))):
        inputs = rng.integers(0, 4, shape) if "Embedding" in line else rng.normal(size=shape)
        tally.state(f"{line} on {shape}", check_module, line, np.asarray(inputs))
    for reduction in ("mean", "sum", "none"):
        for kind, inputs, target in losses(rng):
            name = f"{kind} {reduction} of {inputs.tolist()} and {target.tolist()}"
            tally.state(name, check_loss, kind, reduction, inputs, target)
    return tally
