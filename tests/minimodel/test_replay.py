"""The written-out step does what the plain loop does, to the last bit."""

import numpy as np
import pytest

from minimodel import Tensor, concatenate, ensemble, nn, optim, replay, training
from minimodel.tense import TenseMLP, split
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


def test_a_step_that_looks_at_values_is_not_replayed():
    class Looking(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 2)

        def forward(self, x):
            h = self.layer(x)
            return h * 2 if (h.max() > 0) else h

    model = Looking()
    steps = replay.train(model, np.ones((4, 3)), [0, 1, 0, 1], optim.SGD(model.parameters()), 3)
    with pytest.raises(ValueError, match="looked at a tensor"):
        next(steps)


def test_the_written_step_can_be_read():
    model = TenseMLP()
    loss = nn.CrossEntropyLoss()(model(Tensor(np.ones((2, 23)))), [0, 1])
    source = replay.Written(loss).source
    assert "= gelu(v0)" in source
    assert source.index("cross_entropy(") < source.index(".grad = ")


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


def test_many_inputs_and_operations_of_ones_own_are_written_too():
    w = Tensor([1.0, 2.0], requires_grad=True)
    own = [lambda a, k=k: (a * k, (lambda g: g * k,)) for k in range(30)]
    loss = concatenate([apply(operation, w) for operation in own]).sum()
    replay.Written(loss)()
    assert w.grad.tolist() == [sum(range(30))] * 2


def test_links_that_are_numpys_own_or_widen_the_dtype_are_written_too():
    def flip(a):
        return -a, (np.negative,)

    def widened(a):
        return a * 1, (lambda g, out=None: np.multiply(g, np.ones(3), out),)

    for operation in (flip, widened):
        runs = []
        for train in (training.train, replay.train):
            w = nn.Parameter(np.ones(3, np.float32))
            optimizer = optim.Adam([w], lr=0.1)
            model = lambda x, w=w, operation=operation: (apply(operation, w) * x).sum()  # noqa: E731
            steps = train(model, np.ones((2, 3), np.float32), [0, 1], optimizer, 4, lambda out, y: out)
            runs.append((list(steps), w.data.tolist()))
        assert runs[0] == runs[1]
