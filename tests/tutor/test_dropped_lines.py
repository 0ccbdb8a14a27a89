"""Lines that drop behind a real sshd: one comes back to the same step and answers, and nothing is left running."""

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.sshd import NEEDED, Sshd, tutor_command
from tests.tutor.terminal import Terminal
from tests.tutor.work import work_up_to
from tutor.workbench import Workbench

LONGEST_S = 10.0  # after which no process may be left
LETTER_S = 0.05  # between two words that are typed
MOST_LOST_S = 1.0  # of what was typed before the line dropped
pytestmark = [NEEDED, pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")]


@pytest.fixture
def sshd(tmp_path: Path, home: Path) -> Iterator[Sshd]:
    command = tutor_command("learn", "--kiosk", LESSON, "--learner", "ana", "--home", str(home))
    settings = f"ForceCommand {command}\nAcceptEnv LANG LC_*\nClientAliveInterval 1\nClientAliveCountMax 3\n"
    with Sshd(tmp_path / "sshd", settings) as running:
        yield running


class Line:
    """A proxy between ssh and sshd, which can stop forwarding, and close."""

    def __init__(self, port: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.dead = self.listener.getsockname()[1], threading.Event()
        self.sockets: list[socket.socket] = []
        threading.Thread(target=self.serve, args=(port,), daemon=True).start()

    def serve(self, port: int) -> None:
        with suppress(OSError):
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", port))
            self.sockets = [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.forward, args=(one, other), daemon=True).start()

    def forward(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while found := one.recv(65536):
                if not self.dead.is_set():  # otherwise it is read, as by a router, and goes nowhere
                    other.sendall(found)
            other.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for each in (*self.sockets, self.listener):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


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
    end = time.monotonic() + LONGEST_S
    while processes_in(home) and time.monotonic() < end:
        time.sleep(0.05)
    assert processes_in(home) == []


def answers_of(home: Path) -> dict[str, str]:
    state = make_learner(home).state(place_of())
    return {question: answer.value for question, answer in state.answers.items()}


def test_after_a_killed_client_nothing_runs_on_and_nothing_is_lost(sshd, home):
    work_up_to(make_learner(home), place_of(), "predict-agreement")
    before = answers_of(home)
    with Terminal(home=home, command=sshd.ssh()) as terminal:
        terminal.wait_for("●Predict", "Question 1 of")
        terminal.press("7", "7")
        terminal.signal(signal.SIGKILL)
        wait_until_gone(home)
    assert answers_of(home) == before
    with Terminal(home=home, command=sshd.ssh()) as terminal:
        terminal.wait_for("●Predict")


@pytest.mark.slow
@pytest.mark.parametrize("falls_silent", [False, True])
def test_of_what_is_typed_when_the_line_drops_no_more_than_a_second_is_lost(sshd, home, falls_silent):
    work_up_to(make_learner(home), place_of(), "repair")
    with closing(Line(sshd.port)) as line, Terminal(home=home, command=sshd.ssh(port=line.port)) as terminal:
        terminal.wait_for("●Repair", "return x")
        terminal.press(" ", "#", " ")
        typed = list(type_on(terminal))
        dropped = time.monotonic()
        if falls_silent:
            line.dead.set()
            time.sleep(1.0)
            line.close()
        else:
            terminal.hang_up()
        wait_until_gone(home)
    bench = Workbench(make_learner(home).folder, place_of()).workspace
    kept = " ".join(path.read_text(encoding="utf-8") for path in bench.rglob("*.py"))
    lost = [moment for moment, word in typed if not re.search(rf"\b{word}\b", kept)]
    assert not lost or dropped - min(lost) < MOST_LOST_S


def type_on(terminal: Terminal) -> Iterator[tuple[float, str]]:
    """Type numbered words for two seconds; each with its time."""
    for number in range(40):
        terminal.press(f"w{number:03} ")
        yield time.monotonic(), f"w{number:03}"
        terminal.settle(LETTER_S)
