"""Fixtures of every test: the course, and a home folder of its own."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test: what Hypothesis finds counts, and not how long it took.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process that a test starts compiles the tutor anew
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.pop("LYNX_TUTOR_HOME", None)
os.environ["LYNX_TUTOR_STRICT"] = "1"  # errors that come too late for their widget are errors


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that nobody has used, and an English system on which ana is at work."""
    monkeypatch.setenv("LYNX_TUTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LOGNAME", "ana")
    return tmp_path / "home"
