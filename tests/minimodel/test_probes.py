"""What can be measured on a model."""

import copy

import numpy as np
import pytest

from minimodel import optim
from minimodel.lab import linearised, probes
from minimodel.lab.ensemble import Ensemble, train_ensemble
from minimodel.lab.tense import TenseMLP, grid, split
from minimodel.training import train


@pytest.fixture(scope="module")
def data():
    return split("agreement", 0)


def trained(activation, data):
    model = TenseMLP(activation, generator=np.random.default_rng(0))
    optimizer = optim.Adam(model.parameters(), lr=0.01)
    for _ in train(model, data.x_train, data.y_train, optimizer, 300):
        pass
    return model


@pytest.fixture(scope="module")
def gelu(data):
    return trained("gelu", data)


@pytest.fixture(scope="module")
def identity(data):
    return trained("identity", data)


def test_the_gap_tells_a_linear_map_from_another_and_the_rank_does_not(gelu, identity):
    assert probes.interaction_gap(identity) <= 1e-12
    assert probes.interaction_gap(gelu) > 0.5
    assert probes.numerical_rank(probes.effective_weight(gelu)) == 5
    assert probes.numerical_rank(probes.effective_weight(identity)) == 5


def test_accuracy_is_the_share_of_right_rows(gelu, data):
    assert probes.accuracy(gelu, data.x_train, data.y_train) == 1.0
    assert probes.accuracy(gelu, data.x_train[:4], 4 - data.y_train[:4]) < 1


def test_an_ensemble_gives_one_number_for_each_member(data):
    models = [TenseMLP(generator=np.random.default_rng(i)) for i in range(3)]
    many = Ensemble(models)
    x, y = np.stack([data.x_train] * 3), np.stack([data.y_train] * 3)
    list(train_ensemble(many, x, y, "adam", 5, lr=0.01))
    singles = [many.member(i) for i in range(3)]
    assert probes.accuracy(many, x, y) == pytest.approx(
        [probes.accuracy(m, data.x_train, data.y_train) for m in singles]
    )
    assert probes.interaction_gap(many) == pytest.approx([probes.interaction_gap(m) for m in singles])
    assert probes.numerical_rank(probes.effective_weight(many)).tolist() == [5, 5, 5]
    norms = probes.gradient_norms(many, x, y)
    for i, model in enumerate(singles):
        for name, value in probes.gradient_norms(model, data.x_train, data.y_train).items():
            assert norms[name][i] == pytest.approx(value)


def test_probes_leave_the_model_as_it_was(data):
    model = TenseMLP(generator=np.random.default_rng(0))
    before = model.state_dict()
    probes.gradient_norms(model, data.x_train, data.y_train)
    probes.hardest_examples(model, data.x_train, data.y_train, 3)
    assert all(p.grad is None for p in model.parameters())
    assert all(np.array_equal(before[k], v) for k, v in model.state_dict().items())


def test_the_histogram_counts_every_hidden_entry(gelu):
    counts, edges = probes.activation_histogram(gelu, grid(), bins=7)
    assert counts.sum() == 60 * 16
    assert len(edges) == 8
    assert edges[0] >= -0.1701


def test_the_hardest_examples_come_worst_first(gelu, data):
    hardest = probes.hardest_examples(gelu, data.x_held_out, data.y_held_out, 10)
    losses = [example.loss for example in hardest]
    assert len(hardest) == 10
    assert losses == sorted(losses, reverse=True)
    assert hardest[0].predicted != hardest[0].label
    assert hardest[0].label == data.y_held_out[hardest[0].index]


def test_a_rank_counts_independent_rows():
    assert probes.numerical_rank(np.outer([1.0, 2.0, 3.0], [1.0, 1.0])) == 1
    assert probes.numerical_rank(np.eye(4)[:3]) == 3
    assert probes.numerical_rank(np.stack([np.eye(2), np.zeros((2, 2))])).tolist() == [2, 0]
    assert np.isnan(probes.numerical_rank(np.array([[1.0, np.nan], [0.0, 1.0]])))


def test_dead_units_are_those_that_never_change(data):
    model = TenseMLP("relu", generator=np.random.default_rng(0))
    model.fc1.weight.data[3] = 0
    model.fc1.bias.data[5] = -100
    dead = probes.dead_units(model, data.x_train)
    assert np.flatnonzero(dead).tolist() == [3, 5]
    assert probes.dead_units(Ensemble([model, TenseMLP("relu")]), data.x_train).shape == (2, 16)


def test_confusion_counts_have_labels_as_rows(gelu, data):
    counts = probes.confusion_counts(gelu, data.x_held_out, data.y_held_out)
    assert counts.sum() == 12
    assert counts.sum(axis=1).tolist() == np.bincount(data.y_held_out, minlength=5).tolist()
    assert np.trace(counts) / 12 == probes.accuracy(gelu, data.x_held_out, data.y_held_out)
    many = probes.confusion_counts(Ensemble([gelu, gelu]), data.x_held_out, data.y_held_out)
    assert np.array_equal(many[1], counts)


def test_updates_and_movement_are_measured_from_state_dicts(data):
    model = TenseMLP(generator=np.random.default_rng(0))
    start = model.state_dict()
    gradients = probes.gradient_norms(model, data.x_train, data.y_train)
    next(train(model, data.x_train, data.y_train, optim.SGD(model.parameters(), lr=0.5), 1))
    updates = probes.update_norms(start, model.state_dict())
    assert updates == pytest.approx({name: 0.5 * norm for name, norm in gradients.items()})
    moved = probes.weight_movement(start, model)
    assert moved["fc1.weight"] == pytest.approx(updates["fc1.weight"] / np.linalg.norm(start["fc1.weight"]))
    assert moved["fc1.bias"] == np.inf
    assert probes.weight_movement(start, TenseMLP(generator=np.random.default_rng(0)))["fc1.bias"] == 0


def test_a_broken_model_is_measured_and_does_not_crash(data):
    model = TenseMLP()
    model.fc1.weight.data[...] = np.nan
    assert np.isnan(probes.interaction_gap(model))
    assert np.isnan(probes.numerical_rank(probes.effective_weight(model)))
    assert probes.accuracy(model, data.x_train, data.y_train) <= 1
    assert probes.activation_histogram(model, data.x_train)[0].sum() == 0
    assert len(probes.hardest_examples(model, data.x_train, data.y_train, 3)) == 3


def test_the_linearisation_is_the_first_order_of_the_network(data):
    start = TenseMLP(generator=np.random.default_rng(0))
    model = copy.deepcopy(start)
    list(train(model, data.x_train, data.y_train, optim.SGD(model.parameters(), lr=0.5), 5))
    now, first = model.state_dict(), start.state_dict()
    change = np.concatenate([(now[name] - first[name]).reshape(-1) for name in first])
    features = linearised.ntk_features(start, data.x_train)
    by_features = probes.outputs(start, data.x_train) + (features @ change).reshape(48, 5)
    assert features.shape == (48 * 5, 469)
    assert linearised.linearised_outputs(start, model, data.x_train) == pytest.approx(by_features, abs=1e-6)


def test_the_linearisation_parts_ways_as_the_weights_move(data):
    start = TenseMLP(generator=np.random.default_rng(0))
    gaps = []
    for steps in (0, 20, 200):
        model = copy.deepcopy(start)
        list(train(model, data.x_train, data.y_train, optim.SGD(model.parameters(), lr=0.5), steps))
        gaps.append(linearised.linearisation_gap(start, model, data.x_train))
    assert gaps[0] < 1e-9 < gaps[1] < gaps[2]
    found = linearised.linearised_accuracy(start, start, data.x_train, data.y_train)
    assert found == probes.accuracy(start, data.x_train, data.y_train)
