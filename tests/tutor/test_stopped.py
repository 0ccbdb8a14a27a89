"""Stopped and continued, and resized without end: the same picture after."""

import fcntl
import random
import shlex
import shutil
import signal
import struct
import termios
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import TUTOR, Terminal, left_clean
from tests.tutor.work import work_up_to

LEARN = ("learn", LESSON, "--learner", "ana", "--lang", "en")
PLACES = {"read": "Enter read on", "hints": "Enter this one", "repair": "Ctrl+S judge", "why": "Tab write"}
CTRL_Z = "\x1a"
STORM = 2_000


def settled(terminal: Terminal) -> str:
    terminal.settle(1.0)
    return terminal.words()


def state_of(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def until_stopped(terminal: Terminal) -> None:
    while state_of(terminal.pid) != "T":
        terminal.paint(terminal.read(0.1))
    terminal.settle(0.0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="whether it has stopped is read in /proc")
@pytest.mark.slow
@pytest.mark.parametrize("step", PLACES)
def test_a_session_that_was_stopped_shows_the_same_after(home: Path, step: str) -> None:
    work_up_to(make_learner(home), place_of(), step)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for(PLACES[step])
        before = settled(terminal)
        for _ in range(3):
            terminal.signal(signal.SIGTSTP)
            until_stopped(terminal)
            assert left_clean(terminal.printed)
            terminal.screen.reset()
            terminal.signal(signal.SIGCONT)
            terminal.wait_for(PLACES[step])
        assert settled(terminal) == before


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bash"), reason="it takes a shell that has jobs")
def test_ctrl_z_leads_to_the_shell_and_fg_back_again(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "hints")
    shell = ("bash", "--norc", "--noprofile", "-i")
    with Terminal(home=home, command=shell, environment={"PS1": "ready> "}) as terminal:
        terminal.wait_for("ready>")
        terminal.press(shlex.join([*TUTOR, *LEARN]), "enter")
        terminal.wait_for("●Accuse", "Enter this one")
        before = settled(terminal)
        terminal.press(CTRL_Z)
        terminal.wait_for("Stopped", "ready>")
        terminal.press("fg", "enter")
        terminal.wait_for("●Accuse", "Enter this one")
        assert settled(terminal) == before
        terminal.press("q")
        terminal.wait_for("ready>")


def test_without_a_shell_ctrl_z_does_nothing(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "hints")
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Accuse", "Enter this one")
        terminal.press(CTRL_Z, "?")
        terminal.wait_for("Esc")
        terminal.press("escape")
        terminal.wait_for("●Accuse", "Enter this one")


def resize(terminal: Terminal, width: int, height: int) -> None:
    fcntl.ioctl(terminal.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


@pytest.mark.slow
@pytest.mark.parametrize("step", ["read", "repair"])
def test_two_thousand_resizes_leave_the_same_picture(home: Path, step: str) -> None:
    work_up_to(make_learner(home), place_of(), step)
    dice = random.Random(12)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for(PLACES[step])
        before = settled(terminal)
        for _ in range(STORM):
            resize(terminal, dice.randrange(1, 200), dice.randrange(1, 60))
            if dice.random() < 0.1:
                terminal.read(0.0)
        terminal.settle(1.0)
        terminal.screen.reset()
        resize(terminal, 80, 24)
        terminal.wait_for(PLACES[step])
        assert settled(terminal) == before
        terminal.press("\x11")
        assert terminal.wait_for_end() == 0
