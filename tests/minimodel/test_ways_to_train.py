"""A model is trained to the same losses in every way; `test_ways.py` of `runs` watches that with edited lines."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from lessons.runs.training import TRIED
from minimodel import cat, manual_seed, nn, optim, stack, training
from minimodel.lab import activations, ensemble, replay
from minimodel.lab.tense import TenseMLP, split

SEEDS, STEPS = (0, 1, 2), TRIED + 16


class Case(NamedTuple):
    build: Callable[[Any], Any]
    optimizer: str = "Adam"
    options: dict[str, Any] = {"lr": 0.01}
    batch_size: int | None = None

    def optimizer_for(self):
        return functools.partial(getattr(optim, self.optimizer), **self.options)


class Net(nn.Module):
    """Layers, and a function that says how they are used."""

    def __init__(self, used, generator, layers):
        super().__init__()
        self.used = used
        for name, layer in layers.items():
            setattr(self, name, layer(generator))

    def forward(self, x):
        return self.used(self, x)


def net(used, **layers):
    return lambda generator: Net(used, generator, layers)


def tense(activation="gelu", hidden=16):
    return lambda generator: TenseMLP(activation, hidden, generator=generator)


def linear(inputs, outputs):
    return lambda generator: nn.Linear(inputs, outputs, generator=generator)


FIRST, LAST = linear(23, 8), linear(8, 5)


def between(middle):
    return net(lambda m, x: m.last(m.middle(m.first(x))), first=FIRST, middle=middle, last=LAST)


def shared(m, x):
    h = m.middle(m.first(x))
    return m.last(h + h * m.middle(h).tanh())


def computed(m, x):
    h = m.first(x)
    top = cat([h, h], -1).amax(-1, True) + h.mean(-1, True) + h.logsumexp(-1, True)
    return m.last((2 - h.cos()) / (h.exp() + 1) + h**3 + h.log_softmax(-1) + h * (top + h.sum(-1, True)))


def rearranged(m, x):
    h = m.middle(m.first(x))
    pairs = stack([h.tanh(), h.sin()], dim=-1).mT.reshape(*x.shape[:-1], 16)
    return m.last(cat([pairs, h[..., 2:6], h[..., 1].unsqueeze(-1)], dim=-1))


MOVING = net(rearranged, first=FIRST, middle=lambda g: nn.PReLU(), last=linear(21, 5))
SGD = {"optimizer": "SGD", "options": {"lr": 0.1}}
CASES = {
    **{name: Case(tense(name)) for name in ("gelu", "relu", "prelu", "tanh", "sigmoid")},
    "sgd": Case(tense(), **SGD),
    "slow relu": Case(tense("relu"), "SGD", {"lr": 0.001}),
    "momentum": Case(tense(), "SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01}),
    "nesterov": Case(tense(), "SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "adamw": Case(tense(), "AdamW", {"lr": 0.01, "weight_decay": 0.1}),
    "batches": Case(tense(), batch_size=10),
    "hidden 1200": Case(tense(hidden=1200)),
    "hidden 500": Case(tense(hidden=500)),
    "dropout": Case(between(lambda g: nn.Dropout(0.4, generator=g))),
    "norm": Case(between(lambda g: nn.LayerNorm(8)), **SGD),
    "softmax": Case(between(lambda g: nn.Softmax())),
    "winners": Case(between(lambda g: activations.KWinners(3))),
    "exact gelu": Case(between(lambda g: nn.GELU("none"))),
    "nested": Case(between(lambda g: nn.Sequential(nn.Linear(8, 8, generator=g), nn.Tanh()))),
    "square": Case(net(lambda m, x: m.b(m.a(x).tanh()), a=linear(23, 23), b=linear(23, 23)), **SGD),
    "matmul": Case(net(lambda m, x: m.first(x).tanh() @ m.last.weight.mT, first=FIRST, last=LAST)),
    "shared": Case(net(shared, first=FIRST, middle=linear(8, 8), last=LAST), **SGD),
    "computed": Case(net(computed, first=FIRST, last=LAST), "SGD", {"lr": 0.02}),
    "rearranged": Case(MOVING, **SGD),
    "moving batches": Case(MOVING, **SGD, batch_size=10),
}


def prepared(case, seed):
    manual_seed(seed + 100)
    data = split("agreement", seed)
    return case.build(np.random.default_rng(seed)), data.x_train, data.y_train, np.random.default_rng([seed, 2])


def alone(case, train):
    optimizer, columns = case.optimizer_for(), []
    for seed in SEEDS:
        model, x, y, generator = prepared(case, seed)
        batches = {"batch_size": case.batch_size, "generator": generator} if case.batch_size else {}
        steps = train(model, x, y, optimizer(model.parameters()), STEPS, **batches)
        columns.append([step.loss for step in steps])
    return np.transpose(columns)


def together(case, train):
    models, xs, ys, generators = zip(*(prepared(case, seed) for seed in SEEDS), strict=True)
    batches = {"batch_size": case.batch_size, "generators": generators} if case.batch_size else {}
    steps = train(models, np.stack(xs), np.stack(ys), case.optimizer_for(), STEPS, **batches)
    return np.array([losses.copy() for losses in steps])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if "hidden" in name else ()) for name in CASES]
)
def test_all_ways_to_train_are_one(name):
    case = CASES[name]
    plain = alone(case, training.train)
    assert np.isfinite(plain).all()
    assert np.allclose(together(case, ensemble.train_ensemble), plain, rtol=1e-9, atol=0)
    if not case.batch_size:  # a replay takes none
        assert np.array_equal(alone(case, replay.train), plain)
        assert np.allclose(together(case, replay.train_ensemble), plain, rtol=1e-9, atol=0)
