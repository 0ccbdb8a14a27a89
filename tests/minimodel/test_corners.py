"""Corners of derivatives and shapes in which a wrong number would be easy."""

import numpy as np
import pytest

import minimodel
from minimodel import Tensor, nn, operations, where
from minimodel.tensor import apply

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


@pytest.mark.parametrize("order", [(-1, 0), (0, -1), (1, 0)])
def test_an_order_of_axes_may_count_from_the_end(order):
    x, weights = T(np.zeros((3, 3)), requires_grad=True), np.arange(9.0).reshape(3, 3)
    (x.transpose(order) * weights).sum().backward()
    right = weights if order == (0, -1) else weights.T
    assert x.grad.tolist() == right.tolist()


def test_an_order_of_four_axes_with_one_from_the_end_is_walked_back():
    x = T(np.zeros((2, 3, 4, 5)), requires_grad=True)
    weights = np.random.default_rng(0).normal(size=(2, 4, 5, 3))
    (x.permute(0, -2, -1, 1) * weights).sum().backward()
    assert np.array_equal(x.grad, weights.transpose(0, 3, 1, 2))


@pytest.mark.parametrize("shape", [(0, 3), (1, 0), (2, 0, 3)])
def test_one_copy_that_was_made_no_times_receives_zero(shape):
    x = T(np.ones((1, 3) if shape[-1] == 3 else (1, 1)), requires_grad=True)
    (x * T(np.ones(shape))).sum().backward()
    assert (x.grad == 0).all()


def test_an_array_of_indices_may_be_written_to_afterwards():
    x, i = leaf(0, 0, 0, 0), np.array([0, 1])
    y = x[i].sum()
    i[:] = 3
    y.backward()
    assert x.grad.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("read", [lambda x, i: x[i, i], lambda x, i: x.gather(0, i[:, None])])
def test_other_arrays_of_indices_too(read):
    x, i = T(np.zeros((4, 4)), requires_grad=True), np.array([0, 1])
    y = read(x, i).sum()
    before = np.zeros((4, 4))
    before[[0, 1], [0, 1] if read(x, i).ndim == 1 else [0, 0]] = 1
    i[:] = 3
    y.backward()
    assert x.grad.tolist() == before.tolist()


def test_infinity_where_relu_is_shut_is_zero():
    x = leaf(-1.0, 2.0)
    with np.errstate(divide="ignore"):
        x.relu().log().backward(np.ones(2))
    assert x.grad.tolist() == [0, 0.5]


def test_an_exponent_of_zero_has_pytorchs_slope():
    e = leaf(-0.3, 0.3, 0.0)
    with np.errstate(all="ignore"):
        (T([0.0, 0.0, 0.0]) ** e).backward(np.ones(3))
    assert e.grad.tolist() == [-np.inf, 0, 0]


def test_a_leaf_can_be_walked_back_from_more_than_once():
    x = T(2.0, requires_grad=True)
    x.backward()
    x.backward()
    assert x.grad == 2


def test_log_softmax_keeps_its_digits():
    single = T([1e4, 1e4 + 1], dtype=np.float32).log_softmax()
    assert single.tolist() == pytest.approx([-1.3132616, -0.3132617], rel=1e-6)
    assert T([1e12, 1e12 + 1]).log_softmax().tolist() == pytest.approx([-1.3132616875, -0.3132616875])


def test_max_is_pytorchs():
    x = T([[1.0, 5.0, 5.0], [7.0, 2.0, 0.0]], requires_grad=True)
    values, indices = x.max(1)
    assert (values.tolist(), indices.tolist()) == ([5, 7], [1, 0])
    x.max(1)[0].sum().backward()
    assert x.grad.tolist() == [[0, 1, 0], [1, 0, 0]]  # the first of equal ones
    assert x.max().item() == 7
    assert x.min(0).values.tolist() == [1, 2, 0]


def test_kinds_of_numbers_change_with_a_gradient():
    x = leaf(1.0, 2.0)
    (x.to(np.float32) * 2).double().sum().backward()
    assert x.grad.tolist() == [2, 2]
    assert x.grad.dtype == np.float64
    assert (x.float() * 1).requires_grad


@pytest.mark.parametrize("name", ["mean", "amax", "sum", "logsumexp"])
def test_what_is_empty_along_another_axis_is_an_empty_result(name):
    assert getattr(T(np.ones((0, 5))), name)(1).shape == (0,)
    assert nn.LayerNorm(4)(np.ones((0, 4))).shape == (0, 4)
    with pytest.raises(ValueError, match="empty"):
        T(np.ones((0, 5))).mean(0)


def test_linear_takes_rows_of_no_rows():
    assert nn.Linear(4, 3)(np.zeros((2, 0, 4))).shape == (2, 0, 3)


def test_a_linear_that_forgets_to_transpose_is_told_so(monkeypatch):
    def forgetful(x, weight, bias=None):
        return np.dot(x, weight), ()

    forgetful.__name__ = "linear"
    with pytest.raises(ValueError, match=r"Linear\(23, 16\) got \(4, 23\): .*missing transpose"):
        apply(forgetful, T(np.ones((4, 23))), T(np.ones((16, 23))))


@pytest.mark.parametrize(
    ("compute", "shape"),
    [
        (lambda x: x.sum(axis=0), (3,)),
        (lambda x: x.mean(axis=1, keepdims=True), (2, 1)),
        (lambda x: np.sum(x), ()),
        (lambda x: np.mean(x, axis=0), (3,)),
        (lambda x: x.sum([0, 1]), ()),
        (lambda x: x.view(3, 2), (3, 2)),
        (lambda x: x.view(-1), (6,)),
        (lambda x: x.unsqueeze(1), (2, 1, 3)),
        (lambda x: x.unsqueeze(-1).squeeze(-1), (2, 3)),
        (lambda x: x[:1].squeeze(), (3,)),
        (lambda x: x.flatten(), (6,)),
        (lambda x: minimodel.cat([x, x], dim=1), (2, 6)),
        (lambda x: nn.Flatten()(x.reshape(2, 3, 1)), (2, 3)),
    ],
)
def test_pytorchs_and_numpys_words_are_understood(compute, shape):
    x = T(np.arange(6.0).reshape(2, 3), requires_grad=True)
    y = compute(x)
    assert tuple(y.shape) == shape
    y.sum().backward()
    assert x.grad.sum() == pytest.approx(y.numel() if y.numel() > 3 else x.grad.sum())


def test_a_tensor_of_one_number_is_a_number_where_python_asks():
    x = T(2.5)
    assert (f"{x:.2f}", int(x), abs(T(-3.0)).item(), float(x)) == ("2.50", 2, 3, 2.5)
    assert list(range(T(3))) == [0, 1, 2]
    assert (x.numel(), T(np.ones((2, 3))).size(), T(np.ones((2, 3))).size(1)) == (1, (2, 3), 3)


def test_exact_gelu_is_maths_own():
    x = np.linspace(-9, 9, 20_001)
    from math import erf, sqrt

    right = np.array([v * 0.5 * (1 + erf(v / sqrt(2))) for v in x])
    assert np.abs(T(x).gelu("none").data - right).max() < 2e-15
    assert np.isnan(T([np.nan]).gelu("none").data).all()


def test_where_takes_a_condition_that_is_a_tensor():
    x = leaf(1.0, -1.0)
    where(x > 0, x, 0.0).sum().backward()
    assert x.grad.tolist() == [1, 0]


def test_a_linear_of_no_leading_axes_and_of_many_are_one():
    generator = np.random.default_rng(0)
    x, weight, bias = generator.normal(size=(2, 3, 4)), generator.normal(size=(5, 4)), np.ones(5)
    value, _ = operations.linear(x, weight, bias)
    rows = [operations.linear(row, weight, bias)[0] for row in x.reshape(6, 4)]
    assert np.allclose(value, np.stack(rows).reshape(2, 3, 5), rtol=1e-14)
