"""Saving and loading parameters."""

import os
import pickle

import numpy as np
import pytest

from minimodel import checkpoint
from minimodel.lab.tense import TenseMLP


def test_a_model_comes_back_as_it_was(tmp_path):
    model, other = TenseMLP(), TenseMLP()
    path = tmp_path / "model.npz"
    checkpoint.save(model, path)
    other.load_state_dict(checkpoint.load(path))
    assert all(np.array_equal(other.state_dict()[name], a) for name, a in model.state_dict().items())
    assert os.listdir(tmp_path) == ["model.npz"]


def test_the_file_is_numpys_with_pytorchs_names_and_no_pickle(tmp_path):
    checkpoint.save(TenseMLP().state_dict(), tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz", allow_pickle=False) as arrays:
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
