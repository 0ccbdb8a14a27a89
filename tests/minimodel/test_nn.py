"""Modules, layers and losses; saving and loading parameters."""

import os
import pickle

import numpy as np
import pytest

from minimodel import Tensor, checkpoint, gradcheck, manual_seed, nn
from minimodel.lab import activations
from minimodel.lab.tense import TenseMLP


def test_parts_that_are_deleted_or_replaced_take_their_parameters_with_them():
    model = nn.Sequential(nn.Linear(2, 3))
    delattr(model[0], "bias")
    assert list(model.state_dict()) == ["0.weight"]
    setattr(model, "0", nn.Identity())
    assert list(model.parameters()) == []


def test_loading_a_state_names_what_differs_on_both_sides():
    model = nn.Sequential(nn.Linear(2, 3))
    state = model.state_dict()
    state["0.scale"] = state.pop("0.bias")
    with pytest.raises(KeyError, match=r"Missing from the state: 0\.bias.*Not known to the model: 0\.scale"):
        model.load_state_dict(state)


def test_a_state_that_does_not_fit_changes_nothing():
    model = nn.Sequential(nn.Linear(2, 3))
    before = model.state_dict()
    with pytest.raises(ValueError, match=r"0\.bias has shape \(3,\)"):
        model.load_state_dict({"0.weight": np.ones((3, 2)), "0.bias": np.ones(4)})
    assert np.array_equal(model[0].weight.data, before["0.weight"])


def test_forgetting_super_init_says_so():
    class Forgetful(nn.Module):
        def __init__(self):
            self.layer = nn.Linear(2, 3)

    with pytest.raises(AttributeError, match=r"super\(\).__init__\(\)"):
        Forgetful()


@pytest.mark.parametrize("kind", list(nn.ELEMENTWISE.values()))
def test_every_activation_has_the_right_derivative(kind):
    x = Tensor(np.linspace(-2, 2.1, 12).reshape(3, 4), requires_grad=True)
    assert gradcheck(kind(), x)


def test_dropout_keeps_the_mean_in_training_and_everything_in_eval():
    layer = nn.Dropout(0.3, generator=np.random.default_rng(0))
    x = Tensor(np.ones(10_000), requires_grad=True)
    y = layer(x)
    y.sum().backward()
    assert set(np.round(y.data, 12)) == {0, round(1 / 0.7, 12)}
    assert y.data.mean() == pytest.approx(1, abs=0.02)
    assert np.array_equal(x.grad, y.data)
    assert layer.eval()(x) is x
    assert not nn.Dropout(1.0)(x).data.any()


def test_the_winners_go_on_and_the_others_become_zero():
    x = Tensor([[1.0, 5.0, 3.0, 2.0]], requires_grad=True)
    y = activations.KWinners(2)(x)
    y.sum().backward()
    assert y.tolist() == [[0, 5, 3, 0]]
    assert x.grad.tolist() == [[0, 1, 1, 0]]
    with pytest.raises(ValueError, match="between 1 and 4"):
        activations.KWinners(5)(x)


def test_the_naive_sigmoid_overflows_where_sigmoid_does_not():
    x = Tensor([-1000.0])
    assert nn.Sigmoid()(x).item() == 0
    with pytest.warns(RuntimeWarning, match="overflow"):
        activations.NaiveSigmoid()(x)
    assert activations.NaiveSigmoid()(Tensor([0.5])).item() == pytest.approx(nn.Sigmoid()(Tensor([0.5])).item())


def test_manual_seed_repeats_what_is_drawn_without_a_generator():
    manual_seed(4)
    first = nn.Linear(3, 4).weight.tolist()
    manual_seed(4)
    assert nn.Linear(3, 4).weight.tolist() == first
    assert nn.Linear(3, 4).weight.tolist() != first


@pytest.mark.parametrize("name", ["kaiming_uniform_", "kaiming_normal_", "xavier_uniform_", "xavier_normal_"])
def test_an_initialiser_repeats_with_its_generator_and_needs_inputs_and_outputs(name):
    initialise = getattr(nn.init, name)
    draws = [initialise(nn.Parameter(np.zeros((3, 4))), generator=np.random.default_rng(1)).tolist() for _ in range(2)]
    assert draws[0] == draws[1]
    with pytest.raises(ValueError, match="inputs and outputs"):
        initialise(nn.Parameter(np.zeros(3)))


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int32])
def test_cross_entropy_takes_labels_of_every_kind_of_integer(dtype):
    logits, loss = Tensor([[0.1, 0.2, 0.3], [0.5, 0.1, 0.0]]), nn.CrossEntropyLoss()
    assert loss(logits, np.array([2, 0], dtype)).item() == loss(logits, [2, 0]).item()


def test_a_model_comes_back_as_it_was(tmp_path):
    model, other = TenseMLP(), TenseMLP()
    path = tmp_path / "model.npz"
    checkpoint.save(model, path)
    other.load_state_dict(checkpoint.load(path))
    assert all(np.array_equal(other.state_dict()[name], a) for name, a in model.state_dict().items())
    assert os.listdir(tmp_path) == ["model.npz"]


def test_python_objects_are_neither_written_nor_read(tmp_path):
    with pytest.raises(ValueError, match="pickle"):
        checkpoint.save({"weight": np.array([object()])}, tmp_path / "bad.npz")
    np.savez(tmp_path / "objects.npz", weight=np.array([{}], dtype=object))
    with pytest.raises(ValueError, match="not a whole checkpoint"):
        checkpoint.load(tmp_path / "objects.npz")
    np.save(tmp_path / "one.npy", np.ones(3))
    with pytest.raises(ValueError, match="not a whole checkpoint"):
        checkpoint.load(tmp_path / "one.npy")
    (tmp_path / "pickle.npz").write_bytes(pickle.dumps([1]))
    with pytest.raises(ValueError, match="not a whole checkpoint"):
        checkpoint.load(tmp_path / "pickle.npz")


@pytest.mark.parametrize("keep", [0, 10, 300, 1500])
def test_a_torn_file_says_so(tmp_path, keep):
    path = tmp_path / "model.npz"
    checkpoint.save(TenseMLP(), path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ValueError, match="not a whole checkpoint"):
        checkpoint.load(path)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(FileNotFoundError, match="There is no file"):
        checkpoint.load(tmp_path / "nothing.npz")


def test_a_module_prints_as_a_tree():
    model = nn.Sequential(nn.Linear(2, 3, bias=False), nn.GELU())
    assert repr(model) == "Sequential(\n  (0): Linear(2, 3, bias=False)\n  (1): GELU(approximate='tanh')\n)"


def test_the_file_is_numpys_with_pytorchs_names_and_no_pickle(tmp_path):
    checkpoint.save(TenseMLP().state_dict(), tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz", allow_pickle=False) as arrays:
        assert arrays.files == ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]
