"""Where PyTorch was the judge, and what is said of misuse that was silent."""

import numpy as np
import pytest

import minimodel
from minimodel import Tensor, nn, optim

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_binary_cross_entropy_has_a_slope_at_a_logit_of_zero(target):
    z = leaf(0.0, 0.0)
    nn.BCEWithLogitsLoss()(z, [target, target]).backward()
    assert z.grad.tolist() == [(0.5 - target) / 2] * 2


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses_reduce_as_they_are_told(reduction):
    logits, labels = T([[0.0, 2.0], [1.0, 0.0], [0.0, 0.0]], requires_grad=True), [0, 0, 1]
    rows = -np.log(logits.detach().softmax().data)[[0, 1, 2], labels]
    errors = nn.CrossEntropyLoss(reduction)(logits, labels)
    right = {"mean": np.mean, "sum": np.sum, "none": np.array}[reduction](rows)
    assert np.allclose(errors.tolist(), right)
    with pytest.raises(ValueError, match="reduction is one of"):
        nn.MSELoss("total")


@pytest.mark.parametrize(
    ("index", "shape"),
    [
        ((1, slice(None), [0, 1]), (3, 2)),
        ((1, ..., [0, 1]), (3, 2)),
        (([0, 1], slice(None), 2), (2, 3)),
        ((slice(None), 1, [0, 0, 3]), (2, 3)),
        ((None, 1, [True, False, True]), (1, 2, 4)),
        ((0, np.eye(3, 4) > 0), (3,)),
    ],
)
def test_numbers_in_an_index_go_before_lists(index, shape):
    x = T(np.arange(24.0).reshape(2, 3, 4), requires_grad=True)
    assert x[index].shape == shape
    x[index].sum().backward()
    assert x.grad.sum() == np.prod(shape)


def test_a_mask_of_nothing_picks_nothing():
    x = T(np.zeros((0, 3)))
    assert x[np.zeros((0, 3), bool)].shape == (0,)
    assert x[[]].shape == (0, 3)


def test_a_deviation_of_zero_has_slope_zero():
    x = leaf(-1.0, -1.0)
    x.std(unbiased=False).backward()
    assert x.grad.tolist() == [0, 0]


@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("name", ["sum", "mean", "amax", "logsumexp"])
def test_a_single_number_may_be_reduced_along_its_first_axis(name, dim):
    x = T(3.0, requires_grad=True)
    y = getattr(x, name)(dim)
    y.backward()
    assert (y.item(), x.grad.item()) == (3, 1)


def test_an_infinite_logit_shows():
    with np.errstate(invalid="ignore"):
        assert np.isnan(T([[0.0, np.inf]]).log_softmax().data).all()


@pytest.mark.parametrize(
    ("misuse", "sentence"),
    [
        (lambda: minimodel.randn(2, generator=0), "generator is one of NumPy's"),
        (lambda: nn.functional.one_hot([-1], 3), "from 0 to 2"),
        (lambda: minimodel.mean([1, 2]), "mean got"),
        (lambda: nn.Linear("a", 2), "Linear got 'a', 2"),
        (lambda: nn.init.uniform_(leaf(1.0), "a"), "uniform_ got"),
        (lambda: T(np.zeros((2, 3, 4))).flatten(2, 1), "after end_dim"),
        (lambda: minimodel.tril(leaf(1.0)), "two axes"),
        (lambda: optim.SGD([leaf(1.0)], lr="a"), "must be a number"),
        (lambda: minimodel.checkpoint.load(1), "not the name of a file"),
        (lambda: minimodel.arange(0, end=3), "unexpected keyword argument 'end'"),
        (lambda: minimodel.exp(leaf(1.0), 2), "takes 1 positional argument"),
    ],
)
def test_what_was_silent_or_raw_is_a_sentence(misuse, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        misuse()


def test_a_gradient_of_another_shape_is_refused_by_the_step():
    p = nn.Parameter(np.ones((2, 3)))
    optimizer = optim.SGD([p], lr=0.1)
    p.grad = np.ones(3)
    with pytest.raises(ValueError, match=r"\(2, 3\) has a gradient of shape \(3,\)"):
        optimizer.step()


def test_an_error_in_a_learners_own_forward_is_shown_as_it_is():
    class Net(nn.Module):
        def forward(self, x):
            return self.missing(x)

    with pytest.raises(AttributeError, match="'Net' object has no attribute 'missing'"):
        Net()(leaf(1.0))
