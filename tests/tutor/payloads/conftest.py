"""Thousands of journals are written: none of them has to outlive a power cut."""

import os

import pytest


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda file: None)
