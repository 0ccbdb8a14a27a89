"""Lines that drop behind a real sshd: one comes back to the same step and answers, and nothing is left running."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.sshd import NEEDED, Sshd, tutor_command
from tests.tutor.terminal import PATIENCE, Terminal
from tests.tutor.work import work_up_to

pytestmark = [NEEDED, pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")]


@pytest.fixture
def sshd(tmp_path: Path, home: Path) -> Iterator[Sshd]:
    command = tutor_command("learn", "--kiosk", LESSON, "--learner", "ana", "--home", str(home))
    settings = f"ForceCommand {command}\nAcceptEnv LANG LC_*\nClientAliveInterval 1\nClientAliveCountMax 3\n"
    with Sshd(tmp_path / "sshd", settings) as running:
        yield running


def processes_in(home: Path) -> list[int]:
    """Return the processes that work in a home: they were started with it, or stand in it, as the judge's does."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace")
            if str(home) in words or os.readlink(folder / "cwd").startswith(str(home)):
                found.append(int(folder.name))
    return found


def wait_until_gone(home: Path) -> None:
    end = time.monotonic() + PATIENCE
    while processes_in(home) and time.monotonic() < end:
        time.sleep(0.05)
    assert processes_in(home) == []


def answers_of(home: Path) -> dict[str, str]:
    state = make_learner(home).state(place_of())
    return {question: answer.value for question, answer in state.answers.items()}


def test_after_a_killed_client_nothing_runs_on_and_nothing_is_lost(sshd, home):
    work_up_to(make_learner(home), place_of(), "predict")
    before = answers_of(home)
    with Terminal(home=home, command=sshd.ssh()) as terminal:
        terminal.wait_for("●Predict", "Question 1 of")
        terminal.press("7", "7")
        terminal.signal(signal.SIGKILL)
        wait_until_gone(home)
    assert answers_of(home) == before
    with Terminal(home=home, command=sshd.ssh()) as terminal:
        terminal.wait_for("●Predict")
