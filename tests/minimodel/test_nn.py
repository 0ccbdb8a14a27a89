"""Modules, layers and losses."""

import numpy as np
import pytest

from minimodel import Tensor, gradcheck, manual_seed, nn
from minimodel.lab import activations


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


def test_dropout_keeps_the_mean_in_training_and_everything_in_eval():
    layer = nn.Dropout(0.3, generator=np.random.default_rng(0))
    x = Tensor(np.ones(10_000), requires_grad=True)
    y = layer(x)
    y.sum().backward()
    assert set(np.round(y.data, 12)) == {0, round(1 / 0.7, 12)}
    assert y.data.mean() == pytest.approx(1, abs=0.02)
    assert np.array_equal(x.grad, y.data)
    assert layer.eval()(x) is x


def test_dropout_of_everything_is_zero_and_other_probabilities_are_refused():
    assert nn.Dropout(1.0)(Tensor([1.0, 2.0])).tolist() == [0, 0]
    with pytest.raises(ValueError, match="between 0 and 1"):
        nn.Dropout(1.5)


def test_layer_norm_gives_rows_mean_0_and_variance_1():
    x = Tensor(np.random.default_rng(0).normal(3, 5, (4, 6)), requires_grad=True)
    y = nn.LayerNorm(6)(x).data
    assert y.mean(-1) == pytest.approx(0, abs=1e-12)
    assert y.var(-1) == pytest.approx(1, abs=1e-4)
    assert gradcheck(nn.LayerNorm(6), x)
    with pytest.raises(ValueError, match=r"LayerNorm\(\(6,\)\) got \(4, 5\)"):
        nn.LayerNorm(6)(Tensor(np.ones((4, 5))))


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
    assert activations.NaiveSigmoid()(Tensor([0.5])).item() == pytest.approx(
        nn.Sigmoid()(Tensor([0.5])).item()
    )


def test_manual_seed_repeats_what_is_drawn_without_a_generator():
    manual_seed(4)
    first = nn.Linear(3, 4).weight.tolist()
    manual_seed(4)
    assert nn.Linear(3, 4).weight.tolist() == first
    assert nn.Linear(3, 4).weight.tolist() != first


@pytest.mark.parametrize("name", ["kaiming_uniform_", "kaiming_normal_", "xavier_uniform_", "xavier_normal_"])
def test_an_initialiser_repeats_with_its_generator_and_needs_inputs_and_outputs(name):
    initialise = getattr(nn.init, name)
    draws = [
        initialise(nn.Parameter(np.zeros((3, 4))), generator=np.random.default_rng(1)).tolist()
        for _ in range(2)
    ]
    assert draws[0] == draws[1]
    with pytest.raises(ValueError, match="inputs and outputs"):
        initialise(nn.Parameter(np.zeros(3)))


def test_kaiming_with_a_slope_of_root_five_is_linears_own_range():
    weight = nn.init.kaiming_uniform_(nn.Parameter(np.zeros((200, 23))), a=5**0.5)
    assert np.abs(weight.data).max() == pytest.approx(1 / np.sqrt(23), rel=1e-2)
    weight = nn.init.kaiming_uniform_(nn.Parameter(np.zeros((200, 23))))
    assert np.abs(weight.data).max() == pytest.approx(0.511, rel=1e-2)


def test_constants_are_written():
    weight = nn.Parameter(np.ones((2, 3)))
    assert nn.init.constant_(weight, 0.5).data.tolist() == [[0.5] * 3] * 2
    assert nn.init.zeros_(weight).data.tolist() == [[0] * 3] * 2


def test_a_module_without_forward_says_so():
    with pytest.raises(NotImplementedError, match=r"define forward\(self, x\)"):
        nn.Module()(Tensor([1.0]))


def test_attributes_can_be_deleted_and_are_then_forgotten():
    model = nn.Sequential(nn.Linear(2, 3))
    delattr(model[0], "bias")
    assert list(model.state_dict()) == ["0.weight"]


def test_a_module_takes_arrays_as_well_as_tensors():
    layer = nn.Linear(3, 2)
    x = np.ones((4, 3))
    assert np.array_equal(layer(x).data, layer(Tensor(x)).data)


def test_a_float32_model_refuses_float64_inputs():
    with pytest.raises(TypeError, match="linear got float32 and float64"):
        nn.Linear(3, 2, dtype=np.float32)(np.ones((4, 3)))


def test_cross_entropy_needs_logits_that_are_real_numbers():
    with pytest.raises(TypeError, match="real numbers, and got int64"):
        nn.CrossEntropyLoss()(Tensor([[1, 2]]), [0])


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int32])
def test_cross_entropy_takes_labels_of_every_kind_of_integer(dtype):
    logits, loss = Tensor([[0.1, 0.2, 0.3], [0.5, 0.1, 0.0]]), nn.CrossEntropyLoss()
    assert loss(logits, np.array([2, 0], dtype)).item() == loss(logits, [2, 0]).item()
