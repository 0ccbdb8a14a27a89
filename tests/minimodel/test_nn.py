"""Modules, layers and losses."""

import numpy as np
import pytest

from minimodel import Tensor, gradcheck, nn


def test_linear_holds_its_weight_as_out_in():
    layer = nn.Linear(3, 5, generator=np.random.default_rng(0))
    assert layer.weight.shape == (5, 3)
    assert layer.bias.data.tolist() == [0] * 5
    assert np.abs(layer.weight.data).max() <= 1 / np.sqrt(3)


def test_the_same_generator_draws_the_same_layer():
    first, second = (nn.Linear(3, 5, generator=np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(first.weight.data, second.weight.data)


def test_linear_says_what_it_expected():
    with pytest.raises(ValueError, match=r"Linear\(23, 16\) got \(4, 16\): the last axis must be 23"):
        nn.Linear(23, 16)(Tensor(np.ones((4, 16))))


def test_a_state_dict_has_pytorchs_names():
    model = nn.Sequential(nn.Linear(23, 16), nn.GELU(), nn.Linear(16, 5))
    assert list(model.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]


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


def test_sequential_refuses_what_is_not_a_module():
    with pytest.raises(TypeError, match="place 1, which is not a Module"):
        nn.Sequential(nn.Linear(2, 3), lambda x: x.relu())


def test_sequential_can_be_indexed_and_counted():
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    assert len(model) == 3
    assert isinstance(model[1], nn.ReLU)
    assert model[-1] is model["2"]
    assert len(model[:2]) == 2


def test_replacing_a_layer_replaces_its_parameters():
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
    setattr(model, "0", nn.Identity())
    assert list(model.parameters()) == []


def test_train_and_eval_reach_every_module():
    model = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.ReLU()))
    model.eval()
    assert not any(module.training for module in model.modules())
    model.train()
    assert all(module.training for module in model.modules())


def test_a_module_prints_as_a_tree():
    model = nn.Sequential(nn.Linear(2, 3, bias=False), nn.GELU())
    assert repr(model) == "Sequential(\n  (0): Linear(2, 3, bias=False)\n  (1): GELU(approximate='tanh')\n)"


@pytest.mark.parametrize("kind", list(nn.ELEMENTWISE.values()))
def test_every_activation_has_the_right_derivative(kind):
    x = Tensor(np.linspace(-2, 2.1, 12).reshape(3, 4), requires_grad=True)
    assert gradcheck(kind(), x)


def test_the_break_of_lesson_00_fits_exactly_once():
    from pathlib import Path

    source = Path(nn.activations.__file__).read_text(encoding="utf-8")
    assert source.count("return x.gelu()") == 1


def test_cross_entropy_refuses_labels_it_cannot_use():
    logits, loss = Tensor(np.zeros((2, 3))), nn.CrossEntropyLoss()
    with pytest.raises(TypeError, match="astype"):
        loss(logits, [0.0, 1.0])
    with pytest.raises(ValueError, match="0 to 2"):
        loss(logits, [0, 3])
    with pytest.raises(ValueError, match="0 to 2"):
        loss(logits, [-1, 0])
    with pytest.raises(ValueError, match="one label for each row"):
        loss(logits, [0, 1, 2])
    with pytest.raises(ValueError, match="empty batch"):
        loss(Tensor(np.zeros((0, 3))), np.zeros(0, int))


def test_mean_squared_error_refuses_different_shapes():
    loss = nn.MSELoss()
    assert loss(Tensor([[1.0], [3.0]]), [[0.0], [1.0]]).item() == 2.5
    with pytest.raises(ValueError, match="must be equal"):
        loss(Tensor([[1.0], [3.0]]), [0.0, 1.0])
