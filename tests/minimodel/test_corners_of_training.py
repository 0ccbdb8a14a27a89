"""Corners of optimisers, modules and the loop."""

import copy
import pickle

import numpy as np
import pytest

from minimodel import Tensor, nn, no_grad, optim, training

T = Tensor


def leaf(*values):
    return T(np.array(values, dtype=float), requires_grad=True)


KINDS = {
    "SGD": lambda p: optim.SGD(p, lr=0.1, momentum=0.9),
    "Adam": lambda p: optim.Adam(p, lr=0.1),
    "AdamW": lambda p: optim.AdamW(p, lr=0.1),
}


@pytest.mark.parametrize("again", [copy.deepcopy, lambda pair: pickle.loads(pickle.dumps(pair))])
@pytest.mark.parametrize("kind", KINDS)
def test_a_copied_optimiser_goes_on_as_the_first(kind, again):
    model = nn.Linear(2, 1)
    pair = model, KINDS[kind](model.parameters())

    def step(model, optimizer):
        optimizer.zero_grad()
        (model(np.ones((1, 2))) ** 2).sum().backward()
        optimizer.step()

    step(*pair)
    other = again(pair)
    for _ in range(3):
        step(*pair)
        step(*other)
    assert other[0].weight.tolist() == model.weight.tolist()


def test_frozen_parameters_may_be_given_to_an_optimiser():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    for p in model[0].parameters():
        p.requires_grad_(False)
    before, optimizer = model.state_dict(), optim.Adam(model.parameters(), lr=0.1)
    model(np.ones((1, 2))).sum().backward()
    optimizer.step()
    after = model.state_dict()
    same = [name for name in before if np.array_equal(before[name], after[name])]
    assert same == ["0.weight", "0.bias"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"betas": (1.0, 0.9)}, "below 1"),
        ({"betas": (0.9, -0.1)}, ">= 0"),
        ({"betas": (0.9,)}, "two, each"),
        ({"lr": float("nan")}, "lr is nan"),
        ({"eps": -1.0}, "eps is -1"),
    ],
)
def test_options_out_of_range_are_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        optim.Adam(nn.Linear(2, 1).parameters(), **options)


def test_what_has_two_names_is_listed_once_and_saved_under_both():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, layer)
    assert [name for name, _ in model.named_parameters()] == ["0.weight", "0.bias"]
    assert [name for name, _ in model.named_modules()] == ["", "0"]
    assert sum(p.numel() for _, p in model.named_parameters()) == 6
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_a_module_that_refers_to_one_above_it_is_no_endless_tale():
    child, parent = nn.Linear(2, 2), nn.Sequential()
    parent.child, child.parent = child, parent
    assert list(parent.state_dict()) == ["child.weight", "child.bias"]
    assert len(list(parent.modules())) == 2
    assert "..." in repr(parent)
    parent.eval()
    assert not child.training


def test_buffers_are_saved_and_not_trained():
    class Masked(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.register_buffer("mask", T([[1.0, 0.0]]))
            self.register_buffer("scratch", T([3.0]), persistent=False)

    model = Masked()
    assert list(model.state_dict()) == ["mask", "layer.weight", "layer.bias"]
    assert len(list(model.parameters())) == 2
    model.load_state_dict({"mask": [[5.0, 6.0]], "more": [1.0]}, strict=False)
    assert model.mask.tolist() == [[5, 6]]


@pytest.mark.parametrize("batch_size", [None, 4])
@pytest.mark.parametrize(("rows", "labels"), [(0, 0), (10, 20), (10, 5)])
def test_rows_and_labels_must_be_as_many_and_some(batch_size, rows, labels):
    model = nn.Linear(3, 2)
    optimizer, generator = optim.SGD(model.parameters()), np.random.default_rng(0)
    options = {"batch_size": batch_size, "generator": generator}
    with pytest.raises(ValueError, match="at least one"):
        training.train(model, np.zeros((rows, 3)), np.zeros(labels, int), optimizer, 1, **options)


def test_a_loss_that_is_falsy_is_still_the_loss():
    class Falsy(nn.Module):
        def __bool__(self):
            return False

        def forward(self, outputs, labels):
            return (outputs * 0).sum() + 7

    model = nn.Linear(3, 2)
    steps = training.train(model, np.ones((2, 3)), [0, 1], optim.SGD(model.parameters()), 1, Falsy())
    assert next(steps).loss == 7


def test_no_grad_stands_before_a_generator():
    x = leaf(1.0)

    @no_grad()
    def results():
        received = yield (x * 2).requires_grad
        while received:
            received = yield received, (x * 2).requires_grad

    found = results()
    assert next(found) is False
    assert (x * 2).requires_grad
    assert found.send("a") == ("a", False)
    assert (x * 2).requires_grad
