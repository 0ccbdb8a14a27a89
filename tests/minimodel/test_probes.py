"""What can be measured on a model."""

import numpy as np
import pytest

from minimodel import optim, probes
from minimodel.ensemble import Ensemble, train_ensemble
from minimodel.tense import TenseMLP, grid, split
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
