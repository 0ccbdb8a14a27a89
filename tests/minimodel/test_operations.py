"""Every operation's derivative is its numerical slope, on shapes that hide nothing."""

import numpy as np
import pytest

from minimodel import Tensor, concatenate, gradcheck, nn, operations, stack, where
from minimodel.lab import activations
from minimodel.tensor import apply


def tensor(*shape, low=-2.0, high=2.0, seed=0):
    """Entries drawn between low and high, that want a gradient."""
    values = np.random.default_rng([seed, *shape]).uniform(low, high, shape)
    return Tensor(values, requires_grad=True)


ONE_INPUT = {
    "negate": lambda x: -x,
    "abs": lambda x: x.abs(),
    "exp": lambda x: x.exp(),
    "sin": lambda x: x.sin(),
    "tanh": lambda x: x.tanh(),
    "sigmoid": lambda x: x.sigmoid(),
    "relu": lambda x: x.relu(),
    "gelu": lambda x: x.gelu(),
    "exact gelu": lambda x: x.gelu(approximate="none"),
    "square": lambda x: x**2,
    "cube": lambda x: x.pow(3),
    "exponential of a base": lambda x: 2**x,
    "power zero": lambda x: x**0,
    "from the right": lambda x: 1 - x + 2 * x + (3 / (x * x + 1)),
    "sum": lambda x: x.sum(),
    "sum over rows": lambda x: x.sum(0),
    "sum kept": lambda x: x.sum(1, keepdim=True),
    "sum over two": lambda x: x.sum((0, -1)),
    "mean": lambda x: x.mean(),
    "mean over columns": lambda x: x.mean(-1),
    "max": lambda x: x.max(),
    "amax over columns": lambda x: x.amax(1),
    "max over columns": lambda x: x.max(1).values,
    "amax kept": lambda x: x.amax(0, keepdim=True),
    "max kept": lambda x: x.max(0, keepdim=True)[0],
    "min over columns": lambda x: x.min(-1)[0],
    "logsumexp": lambda x: x.logsumexp(0),
    "logsumexp kept": lambda x: x.logsumexp(-1, keepdim=True),
    "softmax": lambda x: x.softmax(0),
    "softmax of rows": lambda x: x.softmax(),
    "log_softmax": lambda x: x.log_softmax(),
    "log_softmax of columns": lambda x: x.log_softmax(0),
    "reshape": lambda x: x.reshape(5, 3),
    "transpose": lambda x: x.T * x.transpose(1, 0),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "row": lambda x: x[1],
    "slice": lambda x: x[1:, ::2],
    "entries picked twice": lambda x: x[[0, 2, 0], [1, 1, 1]],
    "mask": lambda x: x[np.arange(15).reshape(3, 5) % 2 == 0],
    "gather": lambda x: x.gather(1, [[0, 0], [4, 1], [2, 2]]),
    "reused": lambda x: x * x + x,
    "keep_largest": lambda x: activations.KWinners(2)(x),
}


@pytest.mark.parametrize("name", ONE_INPUT)
def test_the_derivative_is_the_slope(name):
    assert gradcheck(ONE_INPUT[name], tensor(3, 5))


@pytest.mark.parametrize("function", [lambda x: x.log(), lambda x: x.sqrt(), lambda x: x**-1.5])
def test_the_derivative_is_the_slope_where_x_is_positive(function):
    assert gradcheck(function, tensor(2, 3, low=0.5))


TWO_INPUTS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b,
    "where": lambda a, b: where([True, False, True, False], a, b),
    "leaky_relu": lambda a, b: apply(operations.leaky_relu, a - 1.5, b),
}
SHAPES = [
    ((3, 4), (3, 4)),
    ((3, 4), (4,)),
    ((4,), (3, 4)),
    ((2, 1, 4), (3, 1)),
    ((), (3, 4)),
    ((1, 1), (5, 4)),
]


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("name", TWO_INPUTS)
def test_broadcast_inputs_receive_the_sum_over_their_copies(name, shapes):
    a, b = (tensor(*shape, low=0.5, seed=i) for i, shape in enumerate(shapes))
    assert gradcheck(TWO_INPUTS[name], [a, b])


@pytest.mark.parametrize(
    "shapes",
    [
        ((2, 3), (3, 4)),
        ((3,), (3, 4)),
        ((2, 3), (3,)),
        ((3,), (3,)),
        ((5, 2, 3), (3, 4)),
        ((5, 2, 3), (5, 3, 4)),
        ((2, 3), (5, 3, 4)),
        ((6, 1, 2, 3), (5, 3, 4)),
        ((3,), (5, 3, 4)),
        ((5, 2, 3), (3,)),
    ],
    ids=str,
)
def test_matmul_works_on_the_last_two_axes(shapes):
    a, b = (tensor(*shape, seed=i) for i, shape in enumerate(shapes))
    assert gradcheck(lambda a, b: a @ b, [a, b])
    assert np.array_equal((a @ b).data, a.data @ b.data)


@pytest.mark.parametrize(
    "shapes",
    [
        ((4, 3), (5, 3), (5,)),
        ((3,), (5, 3), (5,)),
        ((2, 4, 3), (5, 3), (5,)),
        ((2, 4, 3), (2, 5, 3), (2, 5)),
    ],
    ids=str,
)
def test_linear_is_a_matmul_and_a_sum_for_one_layer_and_for_many(shapes):
    x, weight, bias = (tensor(*shape, seed=i) for i, shape in enumerate(shapes))
    assert gradcheck(lambda *inputs: apply(operations.linear, *inputs), [x, weight, bias])
    rows = bias if bias.ndim == 1 else bias.reshape(2, 1, 5)
    plain = x @ weight.mT + rows
    assert np.allclose(apply(operations.linear, x, weight, bias).data, plain.data, rtol=1e-14)


@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_fused_cross_entropy_is_log_softmax_gather_mean(lead):
    logits = tensor(*lead, 4, 5)
    labels = np.random.default_rng(1).integers(5, size=(*lead, 4))
    fused = lambda x: nn.CrossEntropyLoss()(x, labels)  # noqa: E731
    plain = -logits.log_softmax().gather(-1, labels[..., None])[..., 0].mean(-1)
    assert gradcheck(fused, logits)
    assert np.allclose(fused(logits).data, plain.data, rtol=1e-14)
    assert fused(logits).shape == lead


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_concatenate_and_stack_send_each_part_its_own_gradient(dim):
    parts = [tensor(2, 3, seed=i) for i in range(3)]
    assert gradcheck(lambda *parts: concatenate(parts, dim), parts)
    assert gradcheck(lambda *parts: stack(parts, dim), parts)


def test_concatenate_takes_parts_of_different_lengths():
    assert gradcheck(lambda *parts: concatenate(parts, 1), [tensor(2, 3), tensor(2, 1), tensor(2, 4)])


def test_transpose_takes_a_whole_order():
    x = tensor(2, 3, 4)
    assert x.transpose((2, 0, 1)).shape == (4, 2, 3)
    assert gradcheck(lambda x: x.transpose((2, 0, 1)) * np.arange(3.0), x)


def test_equal_maxima_share_the_gradient():
    x = Tensor([[1.0, 3.0, 3.0]], requires_grad=True)
    x.amax(1).backward([1.0])
    assert x.grad.tolist() == [[0, 0.5, 0.5]]


@pytest.mark.parametrize("x", [-1000.0, 1000.0])
def test_sigmoid_and_softmax_do_not_overflow(x):
    assert Tensor([x]).sigmoid().item() == (x > 0)
    assert Tensor([x, 0.0]).softmax().data[0] == (x > 0)
    assert Tensor([x, x]).logsumexp().item() == pytest.approx(x + np.log(2))


def test_gelu_has_the_values_of_the_course():
    x = Tensor([1.2, -0.7, 0.0], requires_grad=True)
    y = x.gelu()
    y.sum().backward()
    assert y.data == pytest.approx([1.0617, -0.16943, 0], abs=5e-5)
    assert x.grad == pytest.approx([1.11773, 0.02364, 0.5], abs=5e-6)


def test_logsumexp_is_right_at_infinity():
    infinity = np.inf
    x = Tensor([[-infinity, -infinity], [infinity, 0.0], [-infinity, 1.0]])
    assert x.logsumexp().tolist() == [-infinity, infinity, 1.0]


EMPTY = {
    "sum": lambda x: x.sum(0),
    "softmax": lambda x: x.softmax(),
    "logsumexp": lambda x: x.logsumexp(),
    "gelu": lambda x: x.gelu("none"),
    "matmul": lambda x: x @ np.ones((3, 2)),
    "linear": lambda x: apply(operations.linear, x, tensor(2, 3), tensor(2)),
    "getitem": lambda x: x[:, 1],
    "concatenate": lambda x: concatenate([x, np.ones((2, 3))]),
}


@pytest.mark.parametrize("name", EMPTY)
def test_no_rows_have_no_gradient_and_no_trouble(name):
    x = Tensor(np.zeros((0, 3)), requires_grad=True)
    EMPTY[name](x).sum().backward()
    assert x.grad.shape == (0, 3)


INDICES = {
    "a new axis": (None, ..., 0),
    "backwards": slice(None, None, -1),
    "a tensor": Tensor([1, 0, 1]),
    "a tensor of one number": Tensor(1),
    "a tensor after a number": (0, Tensor([2, 2])),
    "a mask": Tensor([[True, False, True], [False, False, True]]),
    "true": True,
    "nothing": [],
    "a negative row twice": [-1, 1],
}


@pytest.mark.parametrize("name", INDICES)
def test_every_kind_of_index_sends_its_gradient_back(name):
    assert gradcheck(lambda x: x[INDICES[name]] * 2, tensor(2, 3))


REDUCED = ["sum", "mean", "amax", "logsumexp"]


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", [0, -1, (0, 2), (-1, 0), (2, 0, 1), None])
@pytest.mark.parametrize("name", REDUCED)
def test_reductions_over_any_axes(name, dim, keepdim):
    x = tensor(2, 3, 4)
    reduce = lambda x: getattr(x, name)(dim, keepdim)  # noqa: E731
    assert gradcheck(reduce, x)
    assert reduce(x).shape == np.sum(x.data, axis=dim, keepdims=keepdim).shape


FLOAT32 = {
    "square": lambda x: x**2,
    "power of a tensor": lambda x: x ** Tensor(2.5, dtype=np.float32),
    "base": lambda x: 2**x,
    "root": lambda x: x**0.5,
    "abs": lambda x: x.abs(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "sigmoid": lambda x: x.sigmoid(),
    "exact gelu": lambda x: x.gelu("none"),
    "max": lambda x: x.max(),
    "mean": lambda x: x.mean(),
    "logsumexp": lambda x: x.logsumexp(),
    "log_softmax": lambda x: x.log_softmax(),
    "where": lambda x: where([True, False, True], x, 0.0),
    "one over": lambda x: 1 / x,
    "numpy's number": lambda x: np.float64(2) * x + np.float64(1),
    "leaky relu": lambda x: nn.LeakyReLU()(x),
    "prelu": lambda x: nn.PReLU(dtype=np.float32)(x),
    "dropout": lambda x: nn.Dropout(0.5)(x),
    "winners": lambda x: activations.KWinners(1)(x),
    "layer norm": lambda x: nn.LayerNorm(3, dtype=np.float32)(x),
    "cross entropy": lambda x: nn.CrossEntropyLoss()(x.reshape(1, 3), [0]),
    "squared error": lambda x: nn.MSELoss()(x, [0.0, 0.0, 0.0]),
}


@pytest.mark.parametrize("name", FLOAT32)
def test_float32_stays_float32_forward_and_back(name):
    x = Tensor([0.5, 1.0, 2.0], requires_grad=True, dtype=np.float32)
    y = FLOAT32[name](x)
    y.sum().backward()
    assert y.dtype == x.grad.dtype == np.float32


def test_a_power_of_one_number_is_a_power_of_many():
    x = tensor(2, 3, low=0.5)
    for exponent in (2.0, Tensor(2.0), Tensor([2.0]), np.full((2, 3), 2.0)):
        assert np.allclose((x**exponent).data, x.data * x.data, rtol=1e-15)
    assert (Tensor([2, 3]) ** 2).tolist() == [4, 9]
    assert gradcheck(lambda x, e: x**e, [x, Tensor(1.5, requires_grad=True)])
