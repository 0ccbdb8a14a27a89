"""Training one model, and many at once; and what can be measured on them."""

import numpy as np
import pytest

from minimodel import Tensor, manual_seed, nn, optim
from minimodel.data import DataLoader, TensorDataset, shuffled
from minimodel.lab import probes
from minimodel.lab.ensemble import Ensemble, train_ensemble
from minimodel.lab.tense import TenseMLP, split
from minimodel.training import Step, train


def model_of(seed, **options):
    return TenseMLP(generator=np.random.default_rng(seed), **options)


def test_a_step_has_its_number_and_the_loss_before_its_update():
    data, model = split("agreement", 0), model_of(0)
    start = nn.CrossEntropyLoss()(model(nn.Parameter(data.x_train)), data.y_train).item()
    first = next(train(model, data.x_train, data.y_train, optim.SGD(model.parameters(), lr=0.5), 10))
    assert first == Step(1, start)


def test_a_loss_that_becomes_infinite_is_yielded_and_not_raised():
    data, model = split("agreement", 0), model_of(0)
    optimizer = optim.SGD(model.parameters(), lr=1e200)
    losses = [step.loss for step in train(model, data.x_train, data.y_train, optimizer, 6)]
    assert len(losses) == 6
    assert not np.isfinite(losses[-1])


def test_an_ensemble_takes_an_optimizer_by_name_or_as_a_function():
    x, y = np.ones((2, 4, 23)), np.zeros((2, 4), int)
    by_name = list(train_ensemble([model_of(0), model_of(1)], x, y, "sgd", 3, lr=0.1))
    by_function = list(train_ensemble([model_of(0), model_of(1)], x, y, lambda params: optim.SGD(params, lr=0.1), 3))
    assert np.array_equal(by_name, by_function)


def test_batches_see_every_row_once_an_epoch_in_a_shuffled_order():
    rows = shuffled(10, 4, np.random.default_rng(0))
    epochs = [[next(rows) for _ in range(3)] for _ in range(2)]
    assert [len(batch) for batch in epochs[0]] == [4, 4, 2]
    assert all(sorted(np.concatenate(epoch)) == list(range(10)) for epoch in epochs)
    assert not np.array_equal(np.concatenate(epochs[0]), np.concatenate(epochs[1]))


def test_a_dropout_without_its_own_generator_follows_manual_seed_in_an_ensemble_too():
    many, x = Ensemble([nn.Dropout(0.5)] * 2), np.ones((2, 3, 8))
    masks = []
    for _ in range(2):
        manual_seed(1)
        masks.append(many(x).tolist())
    assert masks[0] == masks[1]


def test_a_member_is_in_evaluation_when_the_ensemble_is():
    many = Ensemble([nn.Sequential(nn.Dropout(0.5))] * 2)
    assert many.member(0)[0].training
    many.eval()
    assert not many.member(0)[0].training


def test_an_ensemble_has_buffers_of_its_own_and_a_member_has_the_newest():
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 2)
            self.register_buffer("scale", Tensor([2.0]))

        def forward(self, x):
            return self.layer(x) * self.scale

    models = [Scaled(), Scaled()]
    many = Ensemble(models)
    many.model.scale.write(5.0)
    assert models[0].scale.tolist() == [2]
    assert many.member(1).scale.tolist() == [5]


@pytest.mark.parametrize(
    "first", [lambda: nn.LayerNorm(6), nn.PReLU, lambda: nn.Linear(6, 3), lambda: nn.Linear(6, 3, bias=False)]
)
@pytest.mark.parametrize("shape", [(4, 6), (4, 4, 6), (4, 2, 3, 5, 6)], ids=str)
def test_members_never_mix_whatever_the_shape_of_the_rows(first, shape):
    generator = np.random.default_rng(0)
    models = [first() for _ in range(4)]
    for model in models:
        for p in model.parameters():
            p.write(generator.normal(size=p.shape))
    x, many = generator.normal(size=shape), Ensemble(models)
    together = many(x)
    (together**2).sum().backward()
    for i, model in enumerate(models):
        alone = model(x if len(shape) == 2 else x[i])
        (alone**2).sum().backward()
        assert np.allclose(together.data[i], alone.data, rtol=1e-12)
        for mine, own in zip(many.parameters(), model.parameters(), strict=True):
            assert np.allclose(mine.grad[i].reshape(own.shape), own.grad, rtol=1e-12)


def test_what_is_shared_in_a_model_is_shared_in_the_ensemble():
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    model[1].weight = model[0].weight
    many = Ensemble([model])
    assert many.model[1].weight is many.model[0].weight


def one(x, y, **options):
    model = nn.Linear(3, 2)
    return train(model, x, y, optim.SGD(model.parameters()), 1, **options)


def two(x, y, kind="sgd", **options):
    return train_ensemble([model_of(0), model_of(1)], x, y, kind, 1, **options)


X, Y = np.ones((2, 4, 23)), np.zeros((2, 4), int)
ROWS, NAN = np.ones((2, 3)), np.array([[1.0] * 3, [1.0, np.nan, 1.0]])
REFUSED = [
    (lambda: Ensemble([]), "at least one"),
    (lambda: Ensemble([model_of(0), nn.Linear(2, 3)]), "one structure"),
    (lambda: Ensemble([model_of(0), model_of(1, activation="relu")]), r"Model 1 .* one structure"),
    (lambda: Ensemble([model_of(0), model_of(1, hidden=8)]), r"Model 1 .* one structure"),
    (lambda: Ensemble([model_of(0), model_of(1, dtype=np.float32)]), r"Model 1 .* one structure"),
    (lambda: next(two(X[0], Y[0])), r"both must begin with \(2, rows\)"),
    (lambda: next(two(X, Y, "adm")), "no optimiser 'adm'"),
    (lambda: next(two(X, np.zeros((2, 4, 5)), loss=nn.MSELoss())), "one loss for each member"),
    (lambda: next(two(X, Y, batch_size=2, generators=[None])), "1 generators for 2 members"),
    (lambda: next(one(NAN, [0, 1])), r"1 entries that are NaN, the first at \(1, 1\)"),
    (lambda: next(one(ROWS, [0, 1], batch_size=0)), "must be >= 1"),
    (lambda: next(one(ROWS, [0, 1], batch_size=8)), "need a generator"),
    (lambda: one(ROWS[:0], []), "at least one"),
    (lambda: probes.accuracy(model_of(0), X[0], Y[0, :-1]), "each row needs one label"),
    (lambda: one(ROWS, [0]), "at least one"),
    (lambda: one(ROWS, [0, 1, 1], batch_size=4, generator=np.random.default_rng(0)), "at least one"),
]


@pytest.mark.parametrize(("call", "sentence"), REFUSED)
def test_models_and_data_that_cannot_be_trained_are_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_an_ensemble_gives_one_number_for_each_member():
    data = split("agreement", 0)
    many = Ensemble([TenseMLP(generator=np.random.default_rng(i)) for i in range(3)])
    x, y = np.stack([data.x_train] * 3), np.stack([data.y_train] * 3)
    list(train_ensemble(many, x, y, "adam", 5, lr=0.01))
    singles = [probes.accuracy(many.member(i), data.x_train, data.y_train) for i in range(3)]
    assert probes.accuracy(many, x, y).tolist() == pytest.approx(singles)


def test_a_loader_goes_over_every_row_once_a_pass():
    rows = TensorDataset(Tensor(np.arange(5.0)), Tensor(np.arange(5)))
    loader = DataLoader(rows, batch_size=2)
    assert [x.tolist() for x, _ in loader] == [[0, 1], [2, 3], [4]]
    assert [len(loader), len(DataLoader(rows, 2, drop_last=True))] == [3, 2]
    mixed = DataLoader(rows, 2, shuffle=True, generator=np.random.default_rng(0))
    passes = [[y.tolist() for _, y in mixed] for _ in range(2)]
    assert passes[0] != passes[1]
    assert [sorted(row for rows in each for row in rows) for each in passes] == [[0, 1, 2, 3, 4]] * 2
