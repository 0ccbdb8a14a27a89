"""Every operation's derivative is its numerical slope, alone and in random expressions of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from minimodel import Tensor, concatenate, gradcheck, nn, operations, stack, where
from minimodel.lab import activations
from minimodel.tensor import apply


def tensor(*shape, low=-2.0, high=2.0, seed=0):
    values = np.random.default_rng([seed, *shape]).uniform(low, high, shape)
    return Tensor(values, requires_grad=True)


@pytest.mark.parametrize(
    "shapes",
    [((4, 3), (5, 3), (5,)), ((3,), (5, 3), (5,)), ((2, 4, 3), (5, 3), (5,)), ((2, 4, 3), (2, 5, 3), (2, 5))],
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
    fused = lambda x: nn.CrossEntropyLoss(members=True)(x, labels)  # noqa: E731
    plain = -logits.log_softmax().gather(-1, labels[..., None])[..., 0].mean(-1)
    assert gradcheck(fused, logits)
    assert np.allclose(fused(logits).data, plain.data, rtol=1e-14)
    assert fused(logits).shape == lead


@pytest.mark.parametrize("x", [-1000.0, 1000.0])
def test_sigmoid_and_softmax_do_not_overflow(x):
    assert Tensor([x]).sigmoid().item() == (x > 0)
    assert Tensor([x, 0.0]).softmax().data[0] == (x > 0)
    assert Tensor([x, x]).logsumexp().item() == pytest.approx(x + np.log(2))


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


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", [0, -1, (0, 2), (-1, 0), (2, 0, 1), None])
@pytest.mark.parametrize("name", ["sum", "mean", "amax", "logsumexp"])
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


ONE = {
    "tanh": lambda x: x.tanh(),
    "sin": lambda x: x.sin(),
    "sigmoid": lambda x: x.sigmoid(),
    "gelu": lambda x: x.gelu(),
    "exp": lambda x: x.tanh().exp(),
    "log": lambda x: (x * x + 1).log(),
    "sqrt": lambda x: (x * x + 0.5).sqrt(),
    "square": lambda x: x**2 / 4,
    "negate": lambda x: -x,
    "mean": lambda x: x.mean(keepdim=True),
    "sum": lambda x: x.sum(0, keepdim=True) if x.ndim else x,
    "softmax": lambda x: x.softmax() if x.ndim else x,
    "logsumexp": lambda x: x.logsumexp(keepdim=True) if x.ndim else x,
    "log_softmax": lambda x: x.log_softmax(0) / 4 if x.ndim else x,
    "transpose": lambda x: x.T.T,
    "reshape": lambda x: x.reshape(-1).reshape(x.shape),
    "reverse": lambda x: x[::-1] if x.ndim else x,
    "matmul": lambda x: (x @ x.mT @ x).tanh() if x.ndim > 1 else x,
}
TWO = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / (b * b + 1),
    "where": lambda a, b: where(np.ones(b.shape[-1:], bool), a, b) if b.ndim else a,
    "concatenate": lambda a, b: concatenate([a + b, a * b], -1).mean(-1, keepdim=True) if a.ndim else a,
    "stack": lambda a, b: stack([a + b, a * b]).sum(0),
}


@st.composite
def expressions(draw):
    """(shapes, steps): each step names an operation and where its inputs come from."""
    shapes = draw(mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3)).input_shapes
    pick = st.integers(0, 10)
    one = st.tuples(st.sampled_from(sorted(ONE)), pick, pick)
    two = st.tuples(st.sampled_from(sorted(TWO)), pick, pick)
    return shapes, draw(st.lists(one | two, min_size=1, max_size=6)), draw(st.integers(0, 2**32 - 1))


def evaluate(steps, inputs):
    """Run the steps; each may use any value so far, squashed so that nothing explodes."""
    values = list(inputs)
    for name, i, j in steps:
        a, b = values[i % len(values)], values[j % len(values)]
        values.append((ONE[name](a) if name in ONE else TWO[name](a, b)).tanh())
    return values[-1]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(expressions())
def test_a_random_expression_has_its_numerical_gradient(expression):
    shapes, steps, seed = expression
    generator = np.random.default_rng(seed)
    inputs = [Tensor(generator.normal(size=shape), requires_grad=True) for shape in shapes]
    assert gradcheck(lambda *inputs: evaluate(steps, inputs), inputs)
