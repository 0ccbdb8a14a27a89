"""A replayed step does what the plain loop does, to the last bit."""

import itertools

import numpy as np
import pytest

from minimodel import Tensor, concatenate, nn, optim, training
from minimodel.lab import replay
from minimodel.lab.tense import TenseMLP
from minimodel.tensor import apply


class Odd(nn.Module):
    def __init__(self, forward):
        super().__init__()
        self.layer = nn.Linear(3, 2, generator=np.random.default_rng(0))
        self.generator = np.random.default_rng(1)
        self.calls, self.seen = 0, []
        self.odd = forward

    def forward(self, x):
        return self.odd(self, self.layer(x))

    def count(self):
        self.calls += 1
        return self.calls


def noise_from(elsewhere):
    return lambda self, h: h + elsewhere.normal(size=h.shape)


ODD = {
    "looks at a value": lambda: Odd(lambda self, h: h * 2 if h.sum() > 0 else h),
    "looks at a value that changes late": lambda: Odd(
        lambda self, h: h * 2 if self.layer.bias.abs().sum() > 0.5 else h
    ),
    "takes a number out": lambda: Odd(lambda self, h: h * (1 + h.abs().max().item())),
    "draws noise": lambda: Odd(lambda self, h: h + self.generator.normal(size=h.shape)),
    "draws noise of another generator": lambda: Odd(noise_from(np.random.default_rng(3))),
    "drops a layer now and then": lambda: Odd(lambda self, h: h * 2 if self.generator.random() < 0.1 else h),
    "counts": lambda: Odd(lambda self, h: h * self.count()),
    "counts, and changes late": lambda: Odd(lambda self, h: h * 2 if self.count() > 5 else h),
    "alternates": lambda: Odd(lambda self, h: h.tanh() if self.count() % 2 else h.sin()),
    "alternates in threes": lambda: Odd(lambda self, h: h.tanh() if self.count() % 3 else h.sin()),
    "keeps a list": lambda: Odd(lambda self, h: self.seen.append(1) or h * len(self.seen)),
    "computes without a graph": lambda: Odd(lambda self, h: h + Tensor(self.layer.weight.detach().data.sum())),
}


def assert_alike(make, steps=12, after=lambda model, step: None, loss=None, x=None, y=None):
    """Train what `make` makes in the plain loop and replayed: losses, weights and gradients are the same bits."""
    generator, runs = np.random.default_rng(0), []
    x = generator.normal(size=(6, 3)) if x is None else x
    y = generator.integers(2, size=len(x)) if y is None else y
    for train in (training.train, replay.train):
        model, parameters = make()
        found = []
        for step in train(model, x, y, optim.Adam(parameters, lr=0.1), steps, *([loss()] if loss else [])):
            found.append(step)
            after(model, step.step)
        runs.append((found, [p.tolist() for p in parameters], [np.array(p.grad).tolist() for p in parameters]))
    assert runs[0] == runs[1]
    assert len(runs[0][0]) == steps


def with_parameters(model):
    return model, list(model.parameters())


@pytest.mark.parametrize("name", ODD)
def test_a_model_that_does_not_repeat_itself_is_trained_as_in_the_plain_loop(name):
    assert_alike(lambda: with_parameters(ODD[name]()))


@pytest.mark.parametrize("frozen", [(4, 5), (1, 2, 3, 4, 5), ()], ids=["between steps", "at first", "never"])
def test_a_frozen_layer_stays_as_it_is_and_is_trained_once_it_is_not(frozen):
    def freeze(model, step):
        model[0].weight.requires_grad_(step + 1 not in frozen)

    def make():
        generator = np.random.default_rng(0)
        model = nn.Sequential(*(nn.Linear(3, 3, generator=generator) for _ in range(2)))
        made = with_parameters(model)
        freeze(model, 0)
        return made

    assert_alike(make, after=freeze)


def test_rows_that_change_late_are_seen(monkeypatch):
    whole = training.batches

    def turned(x, *given):
        return itertools.chain(itertools.islice(whole(x, *given), 7), whole(-x, *given))

    monkeypatch.setattr(training, "batches", turned)
    assert_alike(lambda: with_parameters(Odd(lambda self, h: h * 2)), 20)


def test_a_model_that_repeats_itself_is_called_no_more():
    calls = []
    model, parameters = with_parameters(Odd(lambda self, h: calls.append(1) or h * 2))
    list(replay.train(model, np.ones((2, 3)), [0, 1], optim.SGD(parameters, lr=0.1), 9))
    assert len(calls) < 9


def test_a_loss_that_counts_is_computed_anew():
    class Falling(nn.Module):
        def __init__(self):
            super().__init__()
            self.calls, self.inner = 0, nn.CrossEntropyLoss()

        def forward(self, outputs, labels):
            self.calls += 1
            return self.inner(outputs, labels) / (1 + self.calls // 7)

    assert_alike(lambda: with_parameters(Odd(lambda self, h: h)), 20, loss=Falling)


FLIP = [lambda a: (-a, (np.negative,))]
WIDER = [lambda a: (a * 1, (lambda g: np.multiply(g, np.ones(2)),))]
MANY = [lambda a, k=k: (a * k, (lambda g: g * k,)) for k in range(30)]


@pytest.mark.parametrize("operations", [FLIP, WIDER, MANY], ids=["numpy's link", "wider", "many inputs"])
def test_operations_of_ones_own_are_replayed_too(operations):
    def make():
        w = nn.Parameter(np.ones(2, np.float32))
        return lambda x: (concatenate([apply(each, w) for each in operations]) * x).sum(), [w]

    x = np.ones((1, 2 * len(operations)), np.float32)
    assert_alike(make, 5, loss=lambda: lambda out, y: out, x=x, y=[0])


def test_after_replaying_a_plain_step_starts_with_gradients_of_its_own():
    model, x, y = TenseMLP(), np.ones((4, 23)), [0, 1, 2, 3]
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    list(replay.train(model, x, y, optimizer, 3))
    before = [p.grad.copy() for p in model.parameters()]
    nn.CrossEntropyLoss()(model(Tensor(x)), y).backward()
    added = [p.grad for p in model.parameters()]
    optimizer.zero_grad()
    nn.CrossEntropyLoss()(model(Tensor(x)), y).backward()
    for old, both, p in zip(before, added, model.parameters(), strict=True):
        assert np.array_equal(both, old + p.grad)
