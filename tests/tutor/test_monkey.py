"""Whatever keys, pastes, clicks and window sizes come, the app stays up, and what was given is there after it."""

from pathlib import Path

import pytest

from tests.tutor.monkey import sit

GESTURES = 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
async def test_no_storm_brings_it_down(home: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    home.mkdir()
    monkeypatch.chdir(home.parent)  # the pages that a learner exports go where they are
    assert await sit(home, seed, GESTURES) == []
