"""A network written a layer a line: every layer can be, and gives what it should."""

import numpy as np
import pytest

from lessons.course.lesson.vocabulary import LAYERS
from lessons.runs.models.places import SHAPES
from tests.lessons.runs.test_models import built, drawn, outputs

SIZES = {"Linear": "2 2", "Matrix": "2 2", "Scale": "0.5", "Dropout": "0.1"}
SIZES |= dict.fromkeys(("LayerNorm", "BatchNorm1d"), "2")
SIZES |= {"Unflatten": "2", "Conv1d": "2 2 1 1 0 circular", "Unshared": "2 2 1 1", "MaxPool1d": "1"}
PLACED = ("Unflatten", "Conv1d", "Unshared", "MaxPool1d")  # what they give has places still


@pytest.mark.parametrize("name", LAYERS)
def test_every_layer_can_be_written(name):
    before = ["Unflatten 2"] if name in SHAPES and name != "Unflatten" else []
    behind = ["Flatten"] if name in PLACED else []
    lines = [*before, f"{name} {SIZES.get(name, '')}", *behind, "Linear 2 2"]
    model = built({"name": "layers", "layers": lines})
    assert outputs(model, drawn("xor").x).shape == (4, 2)


def test_a_matrix_by_hand_is_a_product_without_a_bias():
    model = built({"name": "layers", "layers": ["Matrix 2 3", "Linear 3 2"]})
    assert list(model.state_dict()) == ["0.weight", "1.weight", "1.bias"]
    x = drawn("xor").x
    by_hand = x @ model[0].weight.data @ model[1].weight.data.T + model[1].bias.data
    assert np.allclose(outputs(model, x), by_hand)
    assert np.abs(model[0].weight.data).max() <= 1 / np.sqrt(2)
