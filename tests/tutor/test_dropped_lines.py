"""Lines that drop behind a real sshd: one comes back to the same step and answers, and nothing is left running."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tutor import dropping
from tests.tutor.sshd import NEEDED, Sshd, tutor_command

pytestmark = [
    NEEDED,
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc"),
]
DROPS = [
    ("half an answer", "kill_client"),
    ("in a run", "close_terminal"),
    ("in a sweep", "kill_server"),
    ("in the editor", "fall_silent"),
    ("judged", "end_server"),
]


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    (tmp_path / "homes").mkdir()
    return tmp_path / "homes"


@pytest.fixture
def sshd(tmp_path: Path, homes: Path) -> Iterator[Sshd]:
    command = tutor_command("learn", "--kiosk")
    with Sshd(tmp_path / "sshd", dropping.configuration(command, homes)) as running:
        yield running


@pytest.mark.parametrize(
    ("spot", "way"), [DROPS[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in DROPS[1:])]
)
def test_after_a_dropped_line_nothing_runs_on_and_nothing_is_lost(
    spot: str, way: str, sshd: Sshd, homes: Path
) -> None:
    assert dropping.drop(sshd, homes, 1, spot, way, random.Random(5)).problems == []
