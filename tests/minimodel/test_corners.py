"""Corners of derivatives and shapes in which a wrong number would be easy, as PyTorch has them."""

import numpy as np
import pytest

import minimodel
from minimodel import Tensor, nn, optim

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


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


@pytest.mark.parametrize("read", [lambda x, i: x[i], lambda x, i: x[i, i], lambda x, i: x.gather(0, i[:, None])])
def test_an_array_of_indices_may_be_written_to_afterwards(read):
    i, slopes = np.array([0, 1]), []
    for later in (i, np.array([3, 3])):
        x, now = T(np.zeros((4, 4)), requires_grad=True), np.array([0, 1])
        y = read(x, now).sum()
        now[:] = later
        y.backward()
        slopes.append(x.grad.tolist())
    assert slopes[0] == slopes[1]


SLOPES = {
    "infinity where ReLU is shut": ([-1.0, 2.0], lambda x: x.relu().log().sum(), [0, 0.5]),
    "an exponent of zero": ([-0.3, 0.3, 0.0], lambda x: (T([0.0, 0.0, 0.0]) ** x).sum(), [-np.inf, 0, 0]),
    "a deviation of zero": ([-1.0, -1.0], lambda x: x.std(unbiased=False), [0, 0]),
    "equal largest ones": ([1.0, 3.0, 3.0], lambda x: x.amax(0), [0, 0.5, 0.5]),
    "a deviation": ([1.0, 3.0], lambda x: x.std(unbiased=False), [-0.5, 0.5]),
    "rounded": ([1.4, 2.6], lambda x: x.round().sum(), [0, 0]),
    "whole numbers": ([1.0, 2.0], lambda x: (x.long() * 3.0 + x).sum(), [1, 1]),
    "a logit of zero, labelled 0": ([0.0, 0.0], lambda x: nn.BCEWithLogitsLoss()(x, [0.0, 0.0]), [0.25, 0.25]),
    "a logit of zero, labelled 1": ([0.0, 0.0], lambda x: nn.BCEWithLogitsLoss()(x, [1.0, 1.0]), [-0.25, -0.25]),
}


@pytest.mark.parametrize("name", SLOPES)
def test_a_slope_in_a_corner_is_pytorchs(name):
    values, compute, slope = SLOPES[name]
    x = leaf(*values)
    with np.errstate(all="ignore"):
        compute(x).backward()
    assert x.grad.tolist() == slope


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


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_reduce_as_they_are_told(reduction):
    logits, labels = T([[0.0, 2.0], [1.0, 0.0], [0.0, 0.0]], requires_grad=True), [0, 0, 1]
    rows = -np.log(logits.detach().softmax().data)[[0, 1, 2], labels]
    errors = nn.CrossEntropyLoss(reduction=reduction)(logits, labels)
    right = {"mean": np.mean, "sum": np.sum, "none": np.array}[reduction](rows)
    assert np.allclose(errors.tolist(), right)


@pytest.mark.parametrize(
    ("index", "shape"),
    [
        ((1, slice(None), [0, 1]), (3, 2)),
        (([0, 1], slice(None), 2), (2, 3)),
        ((None, 1, [True, False, True]), (1, 2, 4)),
        ((0, np.eye(3, 4) > 0), (3,)),
    ],
)
def test_numbers_in_an_index_go_before_lists(index, shape):
    x = T(np.arange(24.0).reshape(2, 3, 4), requires_grad=True)
    assert x[index].shape == shape
    x[index].sum().backward()
    assert x.grad.sum() == np.prod(shape)


def test_a_gradient_of_another_shape_is_refused_by_the_step():
    p = nn.Parameter(np.ones(3))
    optimizer = optim.SGD([p], lr=0.1)
    p.grad = np.ones(3)
    p.data = np.ones((3, 1))
    with pytest.raises(ValueError, match=r"\(3, 1\) cannot have a gradient of shape \(3,\)"):
        optimizer.step()


def test_an_error_in_a_learners_own_forward_is_shown_as_it_is():
    class Net(nn.Module):
        def forward(self, x):
            return self.missing(x)

    with pytest.raises(AttributeError, match="'Net' object has no attribute 'missing'"):
        Net()(leaf(1.0))


MADE = [
    (lambda: minimodel.zeros(2, 1), [[0], [0]]),
    (lambda: minimodel.ones((1, 2)), [[1, 1]]),
    (lambda: minimodel.full(2, 7.0), [7, 7]),
    (lambda: minimodel.zeros_like(T([3.0])), [0]),
    (lambda: minimodel.ones_like(T([3.0])), [1]),
    (lambda: minimodel.arange(2, 5), [2, 3, 4]),
    (lambda: minimodel.linspace(0, 1, 3), [0, 0.5, 1]),
    (lambda: minimodel.eye(2), [[1, 0], [0, 1]]),
    (lambda: minimodel.tril(T([[1.0, 2.0], [3.0, 4.0]])), [[1, 0], [3, 4]]),
    (lambda: minimodel.multinomial(T([[0.0, 1.0], [1.0, 0.0]]), 1), [[1], [0]]),
    (lambda: minimodel.stack(T(np.arange(6)).chunk(2)), [[0, 1, 2], [3, 4, 5]]),
    (lambda: T(np.arange(5)).chunk(2)[1], [3, 4]),
    (lambda: minimodel.stack(T([[1, 2], [3, 4]]).unbind(1)), [[1, 3], [2, 4]]),
    (lambda: T([1.0, 100.0]).log10(), [0, 2]),
    (lambda: T([0.0]).cos(), [1]),
    (lambda: T([1.0, -2.0]).masked_fill(T([True, False]), 9.0), [9, -2]),
    (lambda: T([[1, 2]]).view_as(T([[3], [4]])), [[1], [2]]),
    (lambda: T([[1.0, 2.0], [3.0, 4.0]]).T.contiguous().view(4), [1, 3, 2, 4]),
    (lambda: T([1.0, 3.0, 2.0]).topk(2, largest=False)[1], [0, 2]),
    (lambda: nn.functional.one_hot([1, 0]), [[0, 1], [1, 0]]),
    (lambda: nn.functional.mse_loss(T([1.0, 2.0]), [0.0, 4.0], "none"), [1, 4]),
    (lambda: nn.functional.nll_loss(T([[-1.0, -2.0], [-3.0, -4.0]]), [0, 1]), 2.5),
    (lambda: nn.functional.dropout(T([1.0, 2.0]), 0.9, training=False), [1, 2]),
    (lambda: T([1.0, 2.0, 3.0]) < 2, [True, False, False]),
    (lambda: T([1.0, 2.0, 3.0]) >= 2, [False, True, True]),
    (lambda: T([1.0, 2.0, 3.0]) <= 2, [True, True, False]),
    (lambda: T([1.0, 2.0, 3.0]) != 2, [True, False, True]),
]


@pytest.mark.parametrize(("make", "values"), MADE)
def test_what_is_made_or_compared_is_pytorchs(make, values):
    assert make().tolist() == values


@pytest.mark.parametrize(("most", "clipped"), [(2.5, [1.5, 2.0]), (10.0, [3.0, 4.0])])
def test_gradients_are_shrunk_together_to_the_largest_norm(most, clipped):
    first, second = leaf(1.0), leaf(1.0)
    (3 * first + 4 * second).sum().backward()
    assert nn.utils.clip_grad_norm_([first, leaf(1.0), second], most) == pytest.approx(5)
    assert [*first.grad, *second.grad] == pytest.approx(clipped)


def test_draws_have_their_shape_and_their_range():
    draw = np.random.default_rng(0)
    normal, uniform = minimodel.randn(4000, generator=draw).data, minimodel.rand(4000, generator=draw).data
    assert (normal.mean(), normal.std()) == pytest.approx((0, 1), abs=0.1)
    assert (uniform.min(), uniform.max()) == pytest.approx((0, 1), abs=0.01)
    heavy = minimodel.multinomial(T([1.0, 3.0]), 4000, True, draw).data
    assert heavy.mean() == pytest.approx(0.75, abs=0.03)
    assert set(minimodel.randint(2, 4, (99,), generator=draw).tolist()) == {2, 3}
    assert sorted(minimodel.randperm(5, draw).tolist()) == [0, 1, 2, 3, 4]


def test_weight_decay_pulls_towards_zero():
    p = leaf(2.0)
    p.grad = np.zeros(1)
    optim.SGD([p], lr=0.1, weight_decay=0.5).step()
    assert p.tolist() == [1.9]
