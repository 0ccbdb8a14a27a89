"""The functions behind the names of the vocabulary: each stands, under its name, in some file of its folder."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any


def functions_of(package: str, names: Iterable[str]) -> dict[str, Any]:
    """Return the function of each name that has one in a folder's files: `two_moons` of two-moons, `mlp` of MLP."""
    folder = Path(__file__).parent / package.rpartition(".")[2]
    found = {}
    for file in folder.glob("[a-z]*.py"):
        module = import_module(f"{package}.{file.stem}")
        for key, value in vars(module).items():
            if getattr(value, "__module__", "") == module.__name__ and callable(value):
                found[plain(key)] = value
    return {name: found[plain(name)] for name in names if plain(name) in found}


def plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
