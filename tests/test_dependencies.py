"""The code uses, and declares, what the project's user asked it to be built with."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ASKED_FOR = {"textual": "tutor/tui", "numpy": "minimodel", "plotext": "tutor/plots", "tomli-w": "progress"}


def imported(folder: Path) -> set[str]:
    """Return the name of every package that a folder's code imports."""
    nodes = [node for file in folder.rglob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    whole = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    parts = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in [*whole, *parts]}


@pytest.mark.parametrize(("name", "folder"), ASKED_FOR.items())
def test_what_was_asked_for_is_declared_and_used(name, folder):
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert any(each.startswith(f"{name}>=") for each in declared)
    assert name.replace("-", "_") in imported(ROOT / folder)


def test_one_module_knows_plotext():
    knowing = [file for file in (ROOT / "tutor").rglob("*.py") if "plotext._" in file.read_text("utf-8")]
    assert [file.name for file in knowing] == ["sheet.py"]
