"""A wrong call is answered with a sentence: which operation, which shapes, what to look for."""

import re

import numpy as np
import pytest

import minimodel as mm
from minimodel import Tensor, nn, operations, optim, stack
from minimodel.lab import tense
from minimodel.nn import functional


def ones(*shape, **options):
    return Tensor(np.ones(shape), True, **options)


X = ones(2, 3)

A, B = ones(4, 23), ones(16, 23)
FLAGS, WHOLE = Tensor([True, False]), Tensor([1, 2])
LOSS, LOGITS = nn.CrossEntropyLoss(), Tensor(np.zeros((2, 3)))

NUMPYS = re.compile(
    "operands could|out of bounds for|cannot reshape|ufunc|array element|not understood|be interpreted|"
    "only integer|only length-1|zero-size|tuple index|could not broadcast|object arrays|array of size|non-br|"
    "input types|inhomogeneous|[Cc]annot (be )?cast|dimensions are|too many values|not enough val|>= high|"
    "Maximum allowed|truth value|0-d array|as a data type|out of range|to integer|integer is required"
)

MISUSES = [
    (lambda: X + ones(2), r"add got \(2, 3\) and \(2,\): .*axis -1 is 3 in one and 2 in the other"),
    (lambda: X - "a", "holds numbers"),
    (lambda: X * [[1, 2], [3]], "rows of one length"),
    (lambda: X / None, "holds numbers"),
    (lambda: X @ ones(2), r"matmul got \(2, 3\) and \(2,\): .*3, must equal .*2"),
    (lambda: X @ X, r"Transpose the second: a @ b\.mT"),
    (lambda: X @ 2.0, r"Use a \* b"),
    (lambda: X + 10**30, "at most 64 bits"),
    (lambda: X + ones(2, 3, dtype=np.float32), "do not mix silently"),
    (lambda: Tensor([True]) - Tensor([False]), r"write x\.float\(\) first"),
    (lambda: -Tensor([True]), r"write x\.float\(\) first"),
    (lambda: Tensor([2]) ** -1, "negative integer powers are not allowed"),
    (lambda: X.sum(2), r"sum got \(2, 3\): there is no axis 2, only 2 axes"),
    (lambda: X.sum(0, 1), r"keepdim=1.*Several axes are dim=\(0, 1\)"),
    (lambda: X.sum((0, 0)), "an axis is named twice"),
    (lambda: X.sum(1.0), r"a whole number, not 1\.0"),
    (lambda: X.mean("0"), "a whole number, not '0'"),
    (lambda: X.amax(np.array([0, 1])), "a whole number"),
    (lambda: X.amax(10**30), "too large for an axis"),
    (lambda: X.argmax((0, 1)), "one axis, not several"),
    (lambda: X.sum(out=3), "takes dim and keepdim, and got out"),
    (lambda: X.max(keepdims="yes"), "keepdim is True or False"),
    (lambda: X[:, :0].softmax(), r"softmax got \(2, 0\): it is empty"),
    (lambda: X[:0].mean(0), "empty"),
    (lambda: X.reshape(5, 5), r"do not fill \(5, 5\)"),
    (lambda: X.reshape(-1, -1), "at most one length"),
    (lambda: X.reshape("2"), "a whole number, not '2'"),
    (lambda: X.transpose(0, 5), "no axis 5"),
    (lambda: X.permute(0), "names each of its 2 axes once"),
    (lambda: ones(3).mT, r"swapaxes got \(3,\)"),
    (lambda: X[2], "index 2 is out of bounds: axis 0 has 2 entries"),
    (lambda: X[0, 0, 0], "more indices than axes"),
    (lambda: X["a"], "an index is a whole number, a slice"),
    (lambda: X[1.0], "an index is a whole number, a slice"),
    (lambda: X[[[0, 1], [0]]], "differ in length"),
    (lambda: X[[0, 1], [0, 1, 2]], "must be of one length"),
    (lambda: X[np.ones(5, bool)], "a mask must have the shape"),
    (lambda: X[0:2:0], "a step that is not 0"),
    (lambda: X.gather(0, [0, 1]), "needs 2 axes"),
    (lambda: X.gather(2, [[0]]), "no axis 2"),
    (lambda: Tensor(None), "holds numbers"),
    (lambda: Tensor(1j), "holds numbers.*complex"),
    (lambda: Tensor([[1, 2], [3]]), "rows of one length"),
    (lambda: Tensor(1.0, dtype="float99"), "no dtype 'float99'"),
    (lambda: Tensor(300, dtype=np.int8), "does not fit into int8"),
    (lambda: Tensor([1, 2], True), "cannot have a gradient"),
    (lambda: Tensor(1.0, np.float32), "requires_grad is True or False"),
    (lambda: stack([X, ones(3)]), "all shapes must be equal"),
    (lambda: mm.cat([X, ones(2, 2)]), "all other axes than 0 must be equal"),
    (lambda: mm.cat([ones(), ones()]), "Use stack"),
    (lambda: functional.linear(X, ones(3)), r"the weight must be \(out, in\)"),
    (lambda: functional.linear(X, ones(5, 3), ones(4)), r"the bias must end in 5, and is \(4,\)"),
    (lambda: functional.linear(ones(4, 3), ones(2, 5, 3)), "the first axis must be one of 2 members"),
    (lambda: nn.Linear(4, 3)(X), r"Linear\(4, 3\) got \(2, 3\): the last axis must be 4"),
    (lambda: mm.where(True, A, B), "where got"),
    (lambda: mm.where([1.0], 1.0, 2.0), "A mask is of True and False"),
    (lambda: X.item(), r"item\(\) needs one entry, .*\(2, 3\)"),
    (lambda: X.gelu("fast"), "'fast'"),
    (lambda: X[:0].max(), "empty"),
    (lambda: mm.zeros(0).max(), "has no largest entry"),
    (lambda: stack([X, X], 3), "no axis 3, only 3 axes"),
    (lambda: X.gather(1, [[3], [0]]), "out of bounds"),
    (lambda: X.gather(1, [[-1], [0]]), "index -1 is below 0"),
    (lambda: X.split(-1), "parts of -1"),
    (lambda: X.reshape(), "A shape is needed"),
    (lambda: ones().swapaxes(0, 2), r"transpose got \(\): there is no axis 2"),
    (lambda: ones().squeeze(3), r"squeeze got \(\): there is no axis 3"),
    (lambda: ones(2, 3, 4).flatten(2, 1), "after end_dim"),
    (lambda: mm.tril(ones(1)), "two axes"),
    (lambda: list(Tensor(3.0)), "A tensor of one number has no length"),
    (lambda: WHOLE.mean(), "mean needs real numbers"),
    (lambda: WHOLE.softmax(), "softmax needs real numbers"),
    (lambda: 2 - FLAGS, "True and False are not numbers"),
    (lambda: FLAGS.argmax(), "True and False are not numbers"),
    (lambda: mm.mean([1, 2]), "mean got"),
    (lambda: mm.exp(X, 2), "takes 1 positional argument"),
    (lambda: mm.arange(0, end=3), "arange has no option 'end' here"),
    (lambda: mm.randn(2, generator=0), "generator is one of NumPy's"),
    (lambda: mm.checkpoint.load(1), "not the name of a file"),
    (lambda: nn.init.uniform_(X, "a"), "uniform_ got"),
    (lambda: nn.Linear("a", 2), "Linear got 'a', 2"),
    (lambda: nn.Linear(2, 1)([[1, 2]]), "linear needs real numbers"),
    (lambda: nn.Linear(3, 2, dtype=np.float32)(X), "linear got float32 and float64"),
    (lambda: nn.Module()(X), r"define forward\(self, x\)"),
    (lambda: nn.Sequential(nn.ReLU(), len), "place 1, which is not a Module"),
    (lambda: nn.Embedding(3, 2)([-1]), "below 0"),
    (lambda: nn.LayerNorm(6)(X), r"LayerNorm\(\(6,\)\) got \(2, 3\)"),
    (lambda: nn.Dropout(1.5), "between 0 and 1"),
    (lambda: functional.one_hot([-1], 3), "from 0 to 2"),
    (lambda: functional.nll_loss(LOGITS, [0, -1]), "nll_loss got labels from -1"),
    (lambda: LOSS(LOGITS, [0.0, 1.0]), "astype"),
    (lambda: LOSS(LOGITS, [0, 3]), "0 to 2"),
    (lambda: LOSS(LOGITS, [0, 1, 2]), "one label for each row"),
    (lambda: LOSS(LOGITS[:0], np.zeros(0, int)), "empty batch"),
    (lambda: LOSS(Tensor([[1, 2]]), [0]), "real numbers, and got int64"),
    (lambda: nn.MSELoss()(np.zeros(0), np.zeros(0)), "MSELoss got an empty batch"),
    (lambda: nn.MSELoss()(X, [0.0, 1.0]), "must be equal"),
    (lambda: optim.SGD([X], lr="a"), "must be a number"),
    (lambda: Tensor([1.0]).backward(), "requires_grad=True"),
    (lambda: Tensor([1.0]).retain_grad(), "requires_grad=True"),
    (lambda: mm.concatenate([]), "list is empty"),
    (lambda: X.clamp(), "a min, a max"),
    (lambda: X.topk(4), "has no 4 entries"),
    (lambda: nn.MSELoss("total"), "reduction is one of"),
    (lambda: nn.BatchNorm1d(3)(X[:1]), "no variance of one row"),
    (lambda: nn.BatchNorm1d(2)(X), "axis 1 of 2 or 3 must be 2"),
    (lambda: mm.tril(X[0]), "needs two axes"),
    (lambda: mm.cat(3), "takes a list of tensors"),
    (lambda: tense.split("plural", 0), "additive, agreement, triples"),
    (lambda: tense.TenseMLP("gellu"), "identity, relu"),
]


@pytest.mark.parametrize(("call", "sentence"), MISUSES, ids=[sentence for _, sentence in MISUSES])
def test_a_misuse_is_answered_with_a_sentence(call, sentence):
    with pytest.raises((TypeError, ValueError, IndexError, RuntimeError), match=sentence) as caught:
        call()
    assert not NUMPYS.search(str(caught.value))


@pytest.mark.parametrize("x", [(4, 3), (3,), (2, 4, 3)])
def test_a_linear_layer_without_its_transpose_is_explained(monkeypatch, x):
    def linear(x, weight, bias=None):
        return x @ weight + bias, ()

    monkeypatch.setattr(operations, "linear", linear)
    with pytest.raises(ValueError, match=r"Linear\(3, 5\) got .*: look for a missing transpose"):
        nn.Linear(3, 5)(ones(*x))


def test_a_layer_takes_the_one_device_there_is_and_no_other():
    assert repr(mm.nn.Linear(2, 3, device="cpu")) == repr(mm.nn.Linear(2, 3))
    with pytest.raises(ValueError, match="one device"):
        mm.nn.Linear(2, 3, device="cuda")
    with pytest.raises(TypeError, match="has no option 'colour'"):
        mm.nn.Linear(2, 3, device="cpu", colour="red")
