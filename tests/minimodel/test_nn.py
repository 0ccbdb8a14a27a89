"""Modules, layers and losses; modules that hold modules; saving and loading parameters."""

import copy
import os
import pickle

import numpy as np
import pytest

from minimodel import Tensor, checkpoint, gradcheck, manual_seed, nn, optim
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
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays.files == ["fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias"]


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


def network():
    generator = np.random.default_rng(0)
    return nn.Sequential(nn.Linear(2, 3, generator=generator), nn.Tanh(), nn.Linear(3, 4, generator=generator))


@pytest.mark.parametrize("how", ["attribute", "index", "negative index"])
def test_a_layer_that_is_replaced_keeps_its_place(how):
    model, other = network(), nn.Linear(2, 3)
    last = model[2]
    if how == "attribute":
        setattr(model, "0", other)
    else:
        model[0 if how == "index" else -3] = other
    assert list(model) == [other, model[1], last]
    assert list(model.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert next(model.parameters()) is other.weight
    x = Tensor(np.ones((5, 2)))
    assert np.array_equal(model(x).data, last(other(x).tanh()).data)


def test_a_layer_is_not_replaced_by_what_is_not_a_module():
    model = network()
    for put in (lambda: setattr(model, "1", np.tanh), lambda: model.__setitem__(1, np.tanh)):
        with pytest.raises(TypeError, match="place 1, which is not a Module"):
            put()
    assert (len(model), len(model[:2]), model[-1]) == (3, 2, model[2])


def test_a_slice_shares_its_layers_and_keeps_their_names_as_in_pytorch():
    model = network()
    tail = model[1:]
    assert list(tail.state_dict()) == ["2.weight", "2.bias"]
    assert tail[1] is model[2]
    layers = nn.ModuleList(model)[1:]
    assert list(layers.state_dict()) == ["1.weight", "1.bias"]


def test_names_are_dotted_through_every_level():
    model = nn.Sequential(network(), nn.Sequential(nn.LayerNorm(4)))
    assert list(model.state_dict()) == [
        *("0.0.weight", "0.0.bias", "0.2.weight", "0.2.bias"),
        *("1.0.weight", "1.0.bias"),
    ]
    assert [name for name, _ in model.named_modules()] == [*("", "0", "0.0", "0.1", "0.2", "1", "1.0")]
    other = nn.Sequential(network(), nn.Sequential(nn.LayerNorm(4)))
    nn.init.constant_(other[1][0].weight, 7)
    model.load_state_dict(other.state_dict())
    assert model[1][0].weight.tolist() == [7] * 4


def test_own_parameters_come_before_those_of_modules_as_in_pytorch():
    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.scale = nn.Parameter([1.0])

        def forward(self, x):
            return self.layer(x) * self.scale

    assert [name for name, _ in Scaled().named_parameters()] == ["scale", "layer.weight", "layer.bias"]


def test_a_shared_parameter_has_two_names_and_is_trained_once():
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
    model[2].weight = model[0].weight
    assert list(model.state_dict()) == ["0.weight", "0.bias", "2.weight", "2.bias"]
    assert len(list(model.parameters())) == 3
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model(Tensor(np.ones((2, 3)))).sum().backward()
    optimizer.step()
    assert model[2].weight is model[0].weight
    twin = copy.deepcopy(model)
    assert twin[2].weight is twin[0].weight
    twin[0].weight.data[...] = 0
    assert model[0].weight.data.any()


def test_a_module_hands_on_what_forward_asks_for_by_name():
    class Scale(nn.Module):
        def forward(self, x, by=1.0):
            return x * by

    assert Scale()(Tensor([1.0, 2.0]), by=3).tolist() == [3, 6]
    assert Scale()(Tensor([1.0, 2.0]), 4).tolist() == [4, 8]


def test_a_state_is_a_copy_may_hold_tensors_and_takes_the_dtype_of_the_model():
    model, other = nn.Linear(2, 3, dtype=np.float32), nn.Linear(2, 3)
    model.load_state_dict(dict(other.named_parameters()))
    assert {p.dtype for p in model.parameters()} == {np.dtype(np.float32)}
    other.state_dict()["weight"][...] = 0
    assert np.array_equal(model.weight.data, other.weight.data.astype(np.float32))


@pytest.mark.parametrize("bad", [np.array(["a", "b", "c"]), np.array([None] * 3), np.ones(3) + 1j, np.ones(4)])
def test_a_state_that_does_not_fit_changes_nothing(bad):
    model = nn.Linear(2, 3)
    before = model.state_dict()
    with pytest.raises(ValueError, match="bias has shape"):
        model.load_state_dict({"weight": np.zeros((3, 2)), "bias": bad})
    assert np.array_equal(model.weight.data, before["weight"])


@pytest.mark.parametrize(
    ("module", "text"),
    [
        (nn.Linear(2, 3), "Linear(2, 3)"),
        (nn.LayerNorm((2, 3)), "LayerNorm(normalized_shape=(2, 3), eps=1e-05)"),
        (nn.Dropout(0.2), "Dropout(p=0.2)"),
        (nn.LeakyReLU(), "LeakyReLU(negative_slope=0.01)"),
        (activations.KWinners(3), "KWinners(k=3)"),
        (nn.Softmax(1), "Softmax(dim=1)"),
        (nn.Tanh().eval(), "Tanh()"),
        (nn.Sequential(), "Sequential()"),
        (nn.Sequential(nn.GELU()), "Sequential(\n  (0): GELU(approximate='tanh')\n)"),
    ],
)
def test_a_layer_prints_its_settings(module, text):
    assert repr(module) == text


def test_what_has_two_names_is_listed_once_and_saved_under_both():
    layer = nn.Linear(2, 2)
    model = nn.Sequential(layer, layer)
    assert [name for name, _ in model.named_parameters()] == ["0.weight", "0.bias"]
    assert [name for name, _ in model.named_modules()] == ["", "0"]
    assert sum(p.numel() for _, p in model.named_parameters()) == 6
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_a_module_that_refers_to_one_above_it_is_no_endless_tale():
    child, parent = nn.Linear(2, 2), nn.Sequential()
    parent.child, child.parent = child, parent
    assert list(parent.state_dict()) == ["child.weight", "child.bias"]
    assert len(list(parent.modules())) == 2
    assert "..." in repr(parent)
    parent.eval()
    assert not child.training


def test_buffers_are_saved_and_not_trained():
    class Masked(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 2)
            self.register_buffer("mask", Tensor([[1.0, 0.0]]))
            self.register_buffer("scratch", Tensor([3.0]), persistent=False)

    model = Masked()
    assert list(model.state_dict()) == ["mask", "layer.weight", "layer.bias"]
    assert len(list(model.parameters())) == 2
    model.load_state_dict({"mask": [[5.0, 6.0]], "more": [1.0]}, strict=False)
    assert model.mask.tolist() == [[5, 6]]
