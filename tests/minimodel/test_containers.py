"""Modules that hold modules: order, names, shared parts, and what is refused."""

import copy

import numpy as np
import pytest

from minimodel import Tensor, nn, optim
from minimodel.lab import activations


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


@pytest.mark.parametrize("bad", [np.array(["a", "b", "c"]), np.array([None] * 3), np.ones(3) + 1j])
def test_a_state_that_is_not_numbers_changes_nothing(bad):
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
