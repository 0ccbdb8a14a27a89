"""Whatever a learner calls wrongly must be answered with a sentence: thousands of random misuses."""

import contextlib
import copy
import inspect
import io
import operator
import random
import re
import traceback
import warnings
from types import ModuleType

import numpy as np

import minimodel as mm
from minimodel import Tensor, data, nn, optim, training
from minimodel.lab import ensemble, probes, tense
from minimodel.nn import functional, init

NUMPYS = re.compile(
    "operands could|out of bounds for|cannot reshape|ufunc|array element|not understood|be interpreted|"
    "only integer|only length-1|zero-size|tuple index|could not broadcast|object arrays|array of size|non-br|"
    "input types|inhomogeneous|[Cc]annot (be )?cast|dimensions are|too many values|not enough val|>= high|"
    "Maximum allowed|truth value|0-d array|as a data type|out of range|to integer|integer is required"
)
CALLS = re.compile("positional argument|unexpected keyword|required keyword|multiple values|no arguments")
NUMERIC = re.compile("(divide by zero|invalid value|overflow) encountered")
KINDS = (
    *(ValueError, TypeError, IndexError, RuntimeError, KeyError, AttributeError, OSError, AssertionError),
    MemoryError,
)


def ones(*shape, dtype=float):
    return Tensor(np.ones(shape), True, dtype=dtype)


def mlp():
    return tense.TenseMLP("relu", 4)


TENSORS = [
    *(lambda shape=shape: ones(*shape) for shape in [(), (3,), (2, 3), (3, 2), (2, 3, 4), (0,), (0, 3), (60, 23)]),
    *(lambda: Tensor([1, 2, 3]), lambda: Tensor([True, False]), lambda: Tensor([np.nan, 1.0])),
    *(lambda: ones(2, 3, dtype=np.float32), lambda: Tensor([[0, 1], [1, 0]])),
]
VALUES = [
    *(None, True, "a", 1j, 2.5, -1, 0, 1, 3, 10**30, -(10**30), 10**12, np.nan, np.inf, [], (), {}, len, ...),
    *([[1, 2], [3]], [0, 1], (0, 5), (0, 0), (2, 3), (-1, 2), [1.5], [None], [1, "a"], {"a": 1}, "mean", range(3)),
    *(slice(None), slice(0, 2, 0), slice("a"), (1, 0, 2), -2, 1e300, 7, "float32", object),
    *(np.ones((2, 3)), np.ones(0), np.array(["a"]), np.array([1j]), np.array(None), np.datetime64("2020")),
    *(np.array([0, 1]), np.array([True, False]), np.zeros(60, int), np.ones((60, 23)), np.int64(1), np.uint8(3)),
    *(nn.ReLU(), nn.ReLU, nn.Linear(3, 2), mlp(), [mlp(), mlp()], nn.MSELoss(), np.random.default_rng(0)),
]
OPERATORS = "add sub mul truediv pow matmul lt eq iadd imul itruediv imatmul neg abs getitem contains"
LAYERS = [each for each in vars(nn).values() if inspect.isclass(each)]


def public(place):
    shown = {name: each for name, each in vars(place).items() if callable(each) and name[0] != "_"}
    own = isinstance(place, type)
    return [each for each in shown.values() if own or not isinstance(each, (type, ModuleType))]


def targets():
    found = [each for place in (mm, Tensor, functional, init, probes) for each in public(place)]
    found += [getattr(operator, name) for name in OPERATORS.split()] + [float, int, bool, len, iter, copy.deepcopy]
    found += [Tensor, mm.tensor, nn.Parameter, data.as_input, ensemble.Ensemble, tense.TenseMLP, tense.encode]
    found += [tense.english, optim.SGD, optim.Adam, optim.AdamW, *LAYERS]
    found += [lambda *a: next(training.train(*a), 0), lambda *a: next(data.batches(*a), 0)]
    return found + [lambda x, *a, layer=layer: layer(*a)(x) for layer in LAYERS]


def cases(each, seed):
    """(function, arguments), `each` times for everything that can be called."""
    chance = random.Random(seed)
    for function in targets():
        for _ in range(each):
            count = chance.choice([0, 1, 1, 2, 2, 3])
            pick = [chance.choice(TENSORS)() if chance.random() < 0.4 else chance.choice(VALUES) for _ in range(count)]
            yield function, pick if chance.random() < 0.3 else [chance.choice(TENSORS)(), *pick[1:]]


def outcome(function, arguments):
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            return "result", type(function(*arguments)).__name__
    except Warning as warning:
        return ("numeric" if NUMERIC.search(str(warning)) else "warning"), str(warning)
    except BaseException as error:
        said, last = f"{type(error).__name__}: {error}", traceback.extract_tb(error.__traceback__)[-1]
        file, spoken = last.filename, (last.line or "").startswith("raise")
        if file.endswith(("explain.py", "answers.py")) and not spoken and not CALLS.search(said):
            return "crash", said
        own = "/minimodel/" in file and "/tests/" not in file
        if (own and (not isinstance(error, KINDS) or NUMPYS.search(said))) or "/numpy/" in file:
            return "raw", said
        return "words", said
