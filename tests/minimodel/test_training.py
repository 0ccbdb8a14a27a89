"""Training one model, and many at once."""

import numpy as np
import pytest

from minimodel import Tensor, checkpoint, manual_seed, nn, optim
from minimodel.data import shuffled
from minimodel.lab.ensemble import Ensemble, train_ensemble
from minimodel.lab.tense import TenseMLP, cells, grid, split
from minimodel.training import Step, train


def model_of(seed, **options):
    return TenseMLP(generator=np.random.default_rng(seed), **options)


def curve(seed, steps=40):
    data, model = split("agreement", seed), model_of(seed)
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    return model, [step.loss for step in train(model, data.x_train, data.y_train, optimizer, steps)]


def test_a_step_has_its_number_and_the_loss_before_its_update():
    data, model = split("agreement", 0), model_of(0)
    start = nn.CrossEntropyLoss()(model(nn.Parameter(data.x_train)), data.y_train).item()
    first = next(train(model, data.x_train, data.y_train, optim.SGD(model.parameters(), lr=0.5), 10))
    assert first == Step(1, start)


def test_the_same_seed_gives_the_same_curve_bit_for_bit():
    assert curve(5)[1] == curve(5)[1]
    assert curve(5)[1] != curve(6)[1]


def test_training_can_be_abandoned_at_any_step():
    data, model = split("agreement", 0), model_of(0)
    steps = train(model, data.x_train, data.y_train, optim.Adam(model.parameters()), 1000)
    for step in steps:
        if step.step == 3:
            break
    after = model.state_dict()
    steps.close()
    assert all(np.array_equal(after[name], array) for name, array in model.state_dict().items())


def test_a_loss_that_becomes_infinite_is_yielded_and_not_raised():
    data, model = split("agreement", 0), model_of(0)
    optimizer = optim.SGD(model.parameters(), lr=1e200)
    losses = [step.loss for step in train(model, data.x_train, data.y_train, optimizer, 6)]
    assert len(losses) == 6
    assert not np.isfinite(losses[-1])


@pytest.mark.parametrize("activation", ["gelu", "identity", "prelu"])
def test_each_member_of_an_ensemble_goes_the_way_it_goes_alone(activation):
    seeds = [3, 4, 9]
    data = [split("agreement", seed) for seed in seeds]
    x = np.stack([d.x_train for d in data])
    y = np.stack([d.y_train for d in data])
    many = Ensemble([model_of(seed, activation=activation) for seed in seeds])
    losses = np.stack(list(train_ensemble(many, x, y, "adam", 60, lr=0.01)))
    for i, seed in enumerate(seeds):
        alone = model_of(seed, activation=activation)
        optimizer = optim.Adam(alone.parameters(), lr=0.01)
        single = [s.loss for s in train(alone, data[i].x_train, data[i].y_train, optimizer, 60)]
        assert np.abs(losses[:, i] - single).max() < 1e-9
        for name, array in many.member(i).state_dict().items():
            assert np.abs(array - alone.state_dict()[name]).max() < 1e-9


def test_an_ensemble_takes_an_optimizer_by_name_or_as_a_function():
    x, y = np.ones((2, 4, 23)), np.zeros((2, 4), int)
    by_name = list(train_ensemble([model_of(0), model_of(1)], x, y, "sgd", 3, lr=0.1))
    by_function = list(
        train_ensemble([model_of(0), model_of(1)], x, y, lambda params: optim.SGD(params, lr=0.1), 3)
    )
    assert np.array_equal(by_name, by_function)


def test_an_ensemble_needs_models_of_one_structure():
    with pytest.raises(ValueError, match="at least one"):
        Ensemble([])
    with pytest.raises(ValueError, match="one structure"):
        Ensemble([model_of(0), nn.Linear(2, 3)])


def test_a_member_is_a_copy():
    many = Ensemble([model_of(0), model_of(1)])
    member = many.member(1)
    member.fc1.weight.data[...] = 0
    assert np.array_equal(many.fc1.weight.data[1], model_of(1).fc1.weight.data)


@pytest.mark.parametrize("kind", [optim.SGD, optim.Adam])
def test_a_new_optimizer_takes_over_where_another_was(kind):
    data, model = split("agreement", 0), model_of(0)
    old = optim.SGD(model.parameters(), lr=0.1)
    kind(model.parameters(), lr=0.1)
    before = model.state_dict()
    list(train(model, data.x_train, data.y_train, old, 2))
    assert not np.array_equal(before["fc1.weight"], model.state_dict()["fc1.weight"])


def test_batches_see_every_row_once_an_epoch_in_a_shuffled_order():
    rows = shuffled(10, 4, np.random.default_rng(0))
    epochs = [[next(rows) for _ in range(3)] for _ in range(2)]
    assert [len(batch) for batch in epochs[0]] == [4, 4, 2]
    assert all(sorted(np.concatenate(epoch)) == list(range(10)) for epoch in epochs)
    assert not np.array_equal(np.concatenate(epochs[0]), np.concatenate(epochs[1]))


def test_batches_need_a_size_and_a_generator():
    data, model = split("agreement", 0), model_of(0)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for options, sentence in [({"batch_size": 0}, "must be >= 1"), ({"batch_size": 8}, "need a generator")]:
        with pytest.raises(ValueError, match=sentence):
            next(train(model, data.x_train, data.y_train, optimizer, 3, **options))


def test_members_that_shuffle_on_their_own_go_the_way_they_go_alone():
    seeds = [1, 2, 3]
    data = [split("agreement", seed) for seed in seeds]
    x, y = (np.stack([getattr(d, name) for d in data]) for name in ("x_train", "y_train"))
    generators = [np.random.default_rng(100 + seed) for seed in seeds]
    many = [model_of(seed) for seed in seeds]
    losses = np.stack(
        list(train_ensemble(many, x, y, "adam", 40, lr=0.01, batch_size=10, generators=generators))
    )
    for i, seed in enumerate(seeds):
        alone = model_of(seed)
        optimizer = optim.Adam(alone.parameters(), lr=0.01)
        options = {"batch_size": 10, "generator": np.random.default_rng(100 + seed)}
        single = [s.loss for s in train(alone, data[i].x_train, data[i].y_train, optimizer, 40, **options)]
        assert np.abs(losses[:, i] - single).max() < 1e-9


def test_a_layer_norm_works_in_an_ensemble():
    def model(seed):
        generator = np.random.default_rng(seed)
        layers = nn.Linear(23, 8, generator=generator), nn.LayerNorm(8), nn.Linear(8, 5, generator=generator)
        return nn.Sequential(*layers)

    data = split("agreement", 0)
    x, y = np.stack([data.x_train] * 2), np.stack([data.y_train] * 2)
    losses = np.stack(list(train_ensemble([model(0), model(1)], x, y, "adamw", 20, lr=0.01)))
    for i in range(2):
        alone = model(i)
        steps = train(alone, x[i], y[i], optim.AdamW(alone.parameters(), lr=0.01), 20)
        assert np.abs(losses[:, i] - [step.loss for step in steps]).max() < 1e-9


def test_data_with_a_nan_is_refused_before_training():
    data, model = split("agreement", 0), model_of(0)
    x = data.x_train.copy()
    x[3, 2] = np.nan
    with pytest.raises(ValueError, match=r"1 entries that are NaN, the first at \(3, 2\)"):
        next(train(model, x, data.y_train, optim.SGD(model.parameters()), 3))


def test_an_ensemble_says_what_data_it_needs():
    with pytest.raises(ValueError, match=r"both must begin with \(2, rows\)"):
        next(train_ensemble([model_of(0), model_of(1)], np.ones((4, 23)), np.zeros(4, int), "sgd", 1))
    with pytest.raises(ValueError, match="no optimiser 'adm'"):
        next(train_ensemble([model_of(0)], np.ones((1, 4, 23)), np.zeros((1, 4), int), "adm", 1))


def test_all_zero_weights_never_move_and_the_loss_stops_at_the_entropy_of_the_labels():
    x, y = grid(), np.array([label for *_, label in cells("additive")])
    model = model_of(0)
    for parameter in model.parameters():
        nn.init.zeros_(parameter)
    *_, last = train(model, x, y, optim.SGD(model.parameters(), lr=0.5), 500)
    share = np.bincount(y) / len(y)
    entropy = -(share * np.log(share)).sum()
    assert last.loss == pytest.approx(entropy, abs=1e-9)
    assert entropy == pytest.approx(1.5607, abs=5e-5)
    moved = [name for name, array in model.state_dict().items() if array.any()]
    assert moved == ["fc2.bias"]


def test_an_ensemble_needs_a_loss_and_a_generator_for_each_member():
    x, y = np.ones((2, 4, 23)), np.zeros((2, 4, 5))
    with pytest.raises(ValueError, match="one loss for each member"):
        next(train_ensemble([model_of(0), model_of(1)], x, y, "sgd", 1, loss=nn.MSELoss()))
    options = {"batch_size": 2, "generators": [np.random.default_rng(0)]}
    with pytest.raises(ValueError, match="1 generators for 2 members"):
        next(train_ensemble([model_of(0), model_of(1)], x, np.zeros((2, 4), int), "sgd", 1, **options))


@pytest.mark.parametrize(
    "first", [lambda: nn.LayerNorm(6), nn.PReLU, lambda: nn.Linear(6, 3), lambda: nn.Linear(6, 3, bias=False)]
)
@pytest.mark.parametrize("shape", [(4, 6), (4, 5, 6), (4, 4, 6), (4, 4, 5, 6), (4, 2, 3, 5, 6)], ids=str)
def test_members_never_mix_whatever_the_shape_of_the_rows(first, shape):
    generator = np.random.default_rng(0)
    models = [first() for _ in range(4)]
    for model in models:
        for p in model.parameters():
            p.write(generator.normal(size=p.shape))
    x = generator.normal(size=shape)
    together = Ensemble(models)(x)
    together.sum().backward()
    for i, model in enumerate(models):
        alone = model(x if len(shape) == 2 else x[i])
        assert np.allclose(together.data[i], alone.data, rtol=1e-12)


def test_gradients_of_members_are_their_own_over_rows_of_rows():
    models = [nn.Linear(6, 3) for _ in range(4)]
    x = np.random.default_rng(0).normal(size=(4, 4, 5, 6))
    many = Ensemble(models)
    (many(x) ** 2).sum().backward()
    for i, model in enumerate(models):
        (model(x[i]) ** 2).sum().backward()
        assert np.allclose(many.weight.grad[i], model.weight.grad, rtol=1e-12)
        assert np.allclose(many.bias.grad[i], model.bias.grad, rtol=1e-12)


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


def test_what_is_shared_in_a_model_is_shared_in_the_ensemble():
    def shared(seed):
        generator = np.random.default_rng(seed)
        model = nn.Sequential(*(nn.Linear(23, 23, generator=generator) for _ in range(2)), nn.Linear(23, 5))
        model[2].weight.write(generator.normal(size=(5, 23)))
        model[1].weight = model[0].weight
        return model

    data = split("agreement", 0)
    x, y = np.stack([data.x_train] * 2), np.stack([data.y_train] * 2)
    losses = np.stack(list(train_ensemble([shared(0), shared(1)], x, y, "sgd", 5, lr=0.01)))
    for i in range(2):
        alone = shared(i)
        steps = train(alone, x[i], y[i], optim.SGD(alone.parameters(), lr=0.01), 5)
        assert np.abs(losses[:, i] - [step.loss for step in steps]).max() < 1e-9


def test_training_goes_on_from_a_checkpoint_as_if_it_had_never_stopped(tmp_path):
    data, model = split("agreement", 0), model_of(0)
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    list(train(model, data.x_train, data.y_train, optimizer, 10))
    checkpoint.save(model, tmp_path / "model.npz")
    state = optimizer.state_dict()
    straight = [s.loss for s in train(model, data.x_train, data.y_train, optimizer, 10)]
    resumed = model_of(1)
    again = optim.Adam(resumed.parameters(), lr=0.5)
    resumed.load_state_dict(checkpoint.load(tmp_path / "model.npz"))
    again.load_state_dict(state)
    assert [s.loss for s in train(resumed, data.x_train, data.y_train, again, 10)] == straight


@pytest.mark.parametrize(
    "other",
    [
        lambda: model_of(1, activation="relu"),
        lambda: model_of(1, hidden=8),
        lambda: model_of(1, dtype=np.float32),
    ],
)
def test_members_that_would_compute_something_else_are_refused(other):
    with pytest.raises(ValueError, match=r"Model 1 .* one structure"):
        Ensemble([model_of(0), other()])


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
