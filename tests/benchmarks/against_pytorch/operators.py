"""States that minimodel agrees with PyTorch on the samples of PyTorch's own operator database."""

import inspect
import operator
import sys
import types
import unittest

import numpy as np
import torch
from agreement import both, must_agree, must_agree_backwards
from tally import Tally, Wrong

import minimodel

RANDOM = {"randn", "rand", "randint", "randperm", "multinomial", "nn.functional.dropout"}
OTHERWISE = {"float"}  # PyTorch's is float32, minimodel's is whatever real numbers are
WORDS = {"div": operator.truediv, "true_divide": operator.truediv, "__getitem__": operator.getitem}
WORDS |= {f.__name__: f for f in (operator.add, operator.sub, operator.mul, operator.neg, operator.eq)}
WORDS |= {f.__name__: f for f in (operator.ne, operator.lt, operator.le, operator.gt, operator.ge)}
REVERSED = (operator.add, operator.sub, operator.mul, operator.pow, operator.matmul)
WORDS |= {f"__r{f.__name__}__": lambda a, b, f=f: f(b, a) for f in REVERSED}
WORDS |= {"rsub": lambda a, b: b - a, "T": lambda x: x.T, "mT": lambda x: x.mT}
WORDS["where"] = lambda a, condition, b: minimodel.where(condition, a, b)


def operator_database():
    """Imports the database, whose module wants a package of which it only names one class here."""
    stub = types.ModuleType("expecttest")
    stub.TestCase, stub.assert_expected_inline = unittest.TestCase, None
    sys.modules.setdefault("expecttest", stub)
    from torch.testing._internal.common_methods_invocations import op_db

    return op_db


def word_of(name):
    """Finds what minimodel calls an operation of PyTorch's, or None."""
    if name in WORDS or name in RANDOM | OTHERWISE:
        return WORDS.get(name)
    last = name.removeprefix("nn.functional.")
    places = [minimodel, minimodel.Tensor] if last == name else [minimodel.nn.functional]
    found = next((getattr(place, last) for place in places if getattr(place, last, None)), None)
    return found if inspect.isfunction(found) else None


def translated(x, made):
    """Puts minimodel's tensors for PyTorch's in an argument, each made once."""
    if isinstance(x, torch.Tensor):
        if id(x) not in made:
            made[id(x)] = minimodel.Tensor(x.detach().numpy(), x.requires_grad)
        return made[id(x)]
    if isinstance(x, torch.dtype):
        return np.dtype(str(x).removeprefix("torch."))
    if isinstance(x, dict):
        return {name: translated(part, made) for name, part in x.items()}
    return type(x)(translated(part, made) for part in x) if type(x) in (list, tuple) else x


def tensors_in(x):
    """Lists the tensors in a sample's arguments."""
    if isinstance(x, torch.Tensor):
        return [x]
    inside = x.values() if isinstance(x, dict) else x if isinstance(x, list | tuple) else ()
    return [tensor for part in inside for tensor in tensors_in(part)]


def check_sample(asked, word, op, sample):
    """Compares the results of one sample, and the gradients of the first."""
    given, made = [sample.input, sample.args, sample.kwargs], {}
    first, args, options = (translated(part, made) for part in given)
    options.pop("device", None)
    if op.name == "nn.functional.gelu":
        options.setdefault("approximate", "none")  # minimodel's default is the tanh form
    shapes = [tuple(tensor.shape) for tensor in tensors_in(given)] or [()]
    results = both(
        asked,
        lambda: word(first, *args, **options),
        lambda: op.op(sample.input, *sample.args, **sample.kwargs),
        shapes,
    )
    if results:
        pairs = paired(*results)
        for i, pair in enumerate(pairs):
            must_agree(f"result {i}", *pair)
        if getattr(pairs[0][1], "requires_grad", False):
            leaves = [(made[id(x)], x) for x in tensors_in(given) if x.requires_grad]
            must_agree_backwards(asked, pairs[0], leaves, 1)


def paired(mine, theirs):
    """Pairs the tensors of two results: one, or several."""
    several = isinstance(theirs, tuple | list)
    mine, theirs = (list(mine), list(theirs)) if several else ([mine], [theirs])
    if len(mine) != len(theirs):
        raise Wrong(f"{len(mine)} results against {len(theirs)}")
    return list(zip(mine, theirs, strict=True))


def described(x):
    """Writes a sample's arguments, short."""
    if isinstance(x, torch.Tensor):
        return f"<{tuple(x.shape)}>" if x.numel() > 3 or x.is_floating_point() else str(x.tolist())
    if isinstance(x, list | tuple):
        return "(" + ", ".join(map(described, x)) + ")"
    return str({name: described(part) for name, part in x.items()}) if isinstance(x, dict) else str(x)


def tallied():
    """Counts a statement for each sample of each operation that minimodel has."""
    tally = Tally("operators")
    for op in operator_database():
        word = word_of(op.name)
        if word is None or torch.float64 not in op.dtypes:
            continue
        torch.manual_seed(0)
        for sample in op.sample_inputs("cpu", torch.float64, requires_grad=op.supports_autograd):
            name = op.name + described([sample.input, *sample.args, sample.kwargs])
            tally.state(name, check_sample, name, word, op, sample)
    return tally
