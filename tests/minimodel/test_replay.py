"""A replayed step does what the plain loop does, to the last bit."""

import numpy as np
import pytest

from minimodel import Tensor, concatenate, nn, optim, training
from minimodel.lab import ensemble, replay
from minimodel.lab.tense import TenseMLP, split
from minimodel.tensor import apply


class Wide(nn.Module):
    """Uses a tensor twice, broadcasts, and has a layer without a bias."""

    def __init__(self, seed):
        super().__init__()
        generator = np.random.default_rng(seed)
        self.first = nn.Linear(23, 7, bias=False, generator=generator)
        self.scale = nn.Parameter(np.ones(1))
        self.shift = nn.Parameter(np.zeros((1, 7)))
        self.twist = nn.Parameter(0.5)
        self.last = nn.Linear(7, 5, generator=generator)

    def forward(self, x):
        h = self.first(x) * self.scale + self.shift
        return self.last(h.tanh() + h * h + self.shift) + (self.last.bias + self.twist)


MODELS = {
    "TenseMLP": lambda seed: TenseMLP(generator=np.random.default_rng(seed)),
    "identity": lambda seed: TenseMLP("identity", generator=np.random.default_rng(seed)),
    "shared and broadcast": Wide,
}
OPTIMIZERS = {
    "sgd": lambda p: optim.SGD(p, lr=0.1, momentum=0.9),
    "sgd, nesterov and decay": lambda p: optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.01, nesterov=True),
    "adam": lambda p: optim.Adam(p, lr=0.01),
    "adam, decay": lambda p: optim.Adam(p, lr=0.01, weight_decay=0.01),
}


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("model", MODELS)
def test_replaying_is_training_bit_for_bit(model, optimizer):
    data = split("agreement", 2)
    runs = []
    for train in (training.train, replay.train):
        network = MODELS[model](1)
        steps = train(network, data.x_train, data.y_train, OPTIMIZERS[optimizer](network.parameters()), 50)
        runs.append((list(steps), network.state_dict(), [p.grad for p in network.parameters()]))
    (plain, plain_state, plain_gradients), (fast, fast_state, fast_gradients) = runs
    assert plain == fast
    assert all(np.array_equal(plain_state[name], fast_state[name]) for name in plain_state)
    assert all(map(np.array_equal, plain_gradients, fast_gradients))


def test_after_replaying_a_plain_step_starts_with_gradients_of_its_own():
    model, x, y = MODELS["TenseMLP"](1), np.ones((4, 23)), [0, 1, 2, 3]
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    list(replay.train(model, x, y, optimizer, 3))
    before = [p.grad.copy() for p in model.parameters()]
    nn.CrossEntropyLoss()(model(Tensor(x)), y).backward()
    added = [p.grad for p in model.parameters()]
    optimizer.zero_grad()
    nn.CrossEntropyLoss()(model(Tensor(x)), y).backward()
    for old, both, p in zip(before, added, model.parameters(), strict=True):
        assert np.array_equal(both, old + p.grad)


def losses(train, make, steps=9, generator=None):
    """The losses of a training of the model that `make` makes."""
    model = make()
    generator = np.random.default_rng(0)
    x, y = generator.normal(size=(6, 3)), generator.integers(2, size=6)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    return [step.loss for step in train(model, x, y, optimizer, steps)]


class Odd(nn.Module):
    """A layer that does something else besides its operations."""

    def __init__(self, forward):
        super().__init__()
        self.layer = nn.Linear(3, 2, generator=np.random.default_rng(0))
        self.generator = np.random.default_rng(1)
        self.calls, self.seen = 0, []
        self.odd = forward

    def forward(self, x):
        self.calls += 1
        return self.odd(self, self.layer(x))


def twice_when_positive(self, h):
    return h * 2 if h.sum() > 0 else h


def as_python(self, h):
    return h * (1 + h.abs().max().item())


def noise_from_elsewhere(elsewhere):
    return lambda self, h: h + elsewhere.normal(size=h.shape)


ODD = {
    "looks at a value": lambda: Odd(twice_when_positive),
    "takes a number out": lambda: Odd(as_python),
    "draws noise": lambda: Odd(lambda self, h: h + self.generator.normal(size=h.shape)),
    "draws noise of another generator": lambda: Odd(noise_from_elsewhere(np.random.default_rng(3))),
    "drops a layer now and then": lambda: Odd(lambda self, h: h * 2 if self.generator.random() < 0.1 else h),
    "counts": lambda: Odd(lambda self, h: h * self.calls),
    "counts, and changes late": lambda: Odd(lambda self, h: h * 2 if self.calls > 5 else h),
    "alternates": lambda: Odd(lambda self, h: h.tanh() if self.calls % 2 else h.sin()),
    "alternates in threes": lambda: Odd(lambda self, h: h.tanh() if self.calls % 3 else h.sin()),
    "keeps a list": lambda: Odd(lambda self, h: self.seen.append(1) or h * len(self.seen)),
    "computes without a graph": lambda: Odd(
        lambda self, h: h + Tensor(self.layer.weight.detach().data.sum())
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_a_model_that_does_not_repeat_itself_is_trained_as_in_the_plain_loop(name):
    assert losses(replay.train, ODD[name]) == losses(training.train, ODD[name])


def test_a_parameter_frozen_between_steps_stays_as_it_is():
    runs = []
    for train in (training.train, replay.train):
        model = TenseMLP(generator=np.random.default_rng(0))
        steps = train(model, np.ones((4, 23)), [0, 1, 2, 3], optim.SGD(model.parameters(), lr=0.1), 8)
        for step in steps:
            model.fc1.weight.requires_grad_(step.step not in (4, 5))
        runs.append(model.state_dict())
    assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0])


def test_replaying_an_ensemble_is_training_it_bit_for_bit():
    data = [split("agreement", seed) for seed in range(3)]
    x, y = (np.stack([getattr(d, name) for d in data]) for name in ("x_train", "y_train"))
    runs = []
    for train_ensemble in (ensemble.train_ensemble, replay.train_ensemble):
        many = ensemble.Ensemble([MODELS["TenseMLP"](seed) for seed in range(3)])
        runs.append((list(train_ensemble(many, x, y, "adam", 40, lr=0.01)), many.state_dict()))
    (plain, plain_state), (fast, fast_state) = runs
    assert np.array_equal(plain, fast)
    assert all(np.array_equal(plain_state[name], fast_state[name]) for name in plain_state)


def test_dropout_draws_the_same_masks_when_replayed():
    data = split("agreement", 2)
    runs = []
    for train in (training.train, replay.train):
        generator = np.random.default_rng(5)
        model = nn.Sequential(
            nn.Linear(23, 8, generator=generator),
            nn.Dropout(0.4, generator=generator),
            nn.Linear(8, 5, generator=generator),
        )
        optimizer = optim.Adam(model.parameters(), lr=0.01)
        runs.append(list(train(model, data.x_train, data.y_train, optimizer, 30)))
    assert runs[0] == runs[1]


def test_no_steps_are_no_steps():
    model = TenseMLP()
    assert list(replay.train(model, np.ones((2, 23)), [0, 1], optim.SGD(model.parameters()), 0)) == []


def test_a_layer_that_is_frozen_at_first_is_trained_once_it_is_not():
    runs = []
    for train in (training.train, replay.train):
        model = TenseMLP(generator=np.random.default_rng(0))
        frozen = list(model.fc1.parameters())
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        for p in frozen:
            p.requires_grad_(False)
        for step in train(model, np.ones((4, 23)), [0, 1, 2, 3], optimizer, 12):
            for p in frozen:
                p.requires_grad_(step.step > 5)
        runs.append(model.state_dict())
    assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0])


def test_a_loss_that_counts_is_computed_anew():
    class Falling(nn.Module):
        def __init__(self):
            super().__init__()
            self.calls, self.inner = 0, nn.CrossEntropyLoss()

        def forward(self, outputs, labels):
            self.calls += 1
            return self.inner(outputs, labels) / (1 + self.calls // 7)

    data, runs = split("agreement", 0), []
    for train in (training.train, replay.train):
        model = TenseMLP(generator=np.random.default_rng(0))
        optimizer = optim.SGD(model.parameters(), lr=0.1)
        runs.append(list(train(model, data.x_train, data.y_train, optimizer, 20, Falling())))
    assert runs[0] == runs[1]


def test_many_inputs_and_operations_of_ones_own_are_replayed_too():
    own = [lambda a, k=k: (a * k, (lambda g: g * k,)) for k in range(30)]

    def many(weight):
        return lambda x: (concatenate([apply(operation, weight) for operation in own]) * x).sum()

    runs = []
    for train in (training.train, replay.train):
        w = nn.Parameter([1.0, 2.0])
        steps = train(many(w), np.ones((1, 60)), [0], optim.SGD([w], lr=1e-3), 5, lambda out, y: out)
        runs.append((list(steps), w.tolist()))
    assert runs[0] == runs[1]


def test_links_that_are_numpys_own_or_widen_the_dtype_are_replayed_too():
    def flip(a):
        return -a, (np.negative,)

    def widened(a):
        return a * 1, (lambda g: np.multiply(g, np.ones(3)),)

    for operation in (flip, widened):
        runs = []
        for train in (training.train, replay.train):
            w = nn.Parameter(np.ones(3, np.float32))
            optimizer = optim.Adam([w], lr=0.1)
            model = lambda x, w=w, operation=operation: (apply(operation, w) * x).sum()  # noqa: E731
            steps = train(model, np.ones((2, 3), np.float32), [0, 1], optimizer, 4, lambda out, y: out)
            runs.append((list(steps), w.data.tolist()))
        assert runs[0] == runs[1]
