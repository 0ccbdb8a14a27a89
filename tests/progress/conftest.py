"""Fixtures of the progress tests: a learner's folder and the plainest way to open its journal."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from progress.journal import Journal

sys.path.insert(0, str(Path(__file__).parent))  # stand_ins


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "learners" / "ana"


@pytest.fixture
def reopen(folder: Path) -> Callable[[], Journal]:
    return lambda: Journal.open(folder, version="0.1.0")
