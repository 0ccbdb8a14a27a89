"""checkpoint: parameters by name, in a dict or a file.

The file is NumPy's .npz: arrays and their names. No pickle is read or
written, so opening somebody's checkpoint cannot run their code.
"""

import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import errors
from .error_sentences import in_sentences
from .operations import Array

DAMAGED: Any = (EOFError, OSError, TypeError, ValueError)
DAMAGED += (zipfile.BadZipFile, zlib.error)


def as_array(x: Any) -> Array:
    """Return the numbers of an array or a tensor, also PyTorch's."""
    return np.asarray(x.detach() if hasattr(x, "detach") else x)


def is_numbers(array: Any) -> bool:
    """Return True for an array of numbers; a file may hold others."""
    return isinstance(array, np.ndarray) and array.dtype.kind in "fiub"


@in_sentences
def save(state: Any, path: str | os.PathLike[str]) -> None:
    """Write a model, or a state_dict, to a file of exactly this name.

    The file is written beside the old one and then takes its place, so
    that an interruption leaves one of the two whole.
    """
    if isinstance(state, str | os.PathLike):
        raise errors.TypeError(
            "save takes the model first, and then the name of the file."
        )
    state = state if isinstance(state, Mapping) else state.state_dict()
    arrays = {name: as_array(x) for name, x in state.items()}
    if not all(map(is_numbers, arrays.values())):
        raise errors.ValueError(
            "A checkpoint holds arrays of numbers by name, as a model's "
            "state_dict() has them. Nothing else is written: no pickle."
        )
    path = Path(path)
    if path.is_dir() or not path.parent.is_dir():
        raise errors.ValueError(
            f"{path} is no place for a file: a folder stands there, or "
            "the one around it is missing."
        )
    partial = path.with_name(path.name + ".partial")
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)
    os.replace(partial, path)


@in_sentences
def load(path: str | os.PathLike[str]) -> dict[str, Array]:
    """Read a file's arrays by name: model.load_state_dict(load(path))."""
    if not isinstance(path, str | os.PathLike):
        raise errors.TypeError(f"{path!r:.60} is not the name of a file.")
    try:
        with open(path, "rb") as file, np.load(file) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no file {path}.") from None
    except DAMAGED:
        arrays = {}
    if not arrays or not all(map(is_numbers, arrays.values())):
        raise errors.ValueError(
            f"{path} is not a whole checkpoint of arrays by name. Save it "
            "again with save(model, path); a model of PyTorch with "
            "numpy.savez(path, **{name: x.numpy() for name, x in "
            "model.state_dict().items()})."
        )
    return arrays
