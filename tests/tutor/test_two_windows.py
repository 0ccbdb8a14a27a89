"""One live session per learner and lesson: the newest goes on, the older says so, and nothing newer is written over."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.state import State
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import Terminal
from tests.tutor.work import work_up_to

LEARN = ("learn", LESSON, "--learner", "ana", "--lang", "en")
CTRL_Q = "\x11"
OLD, GONE, TOOK_OVER = "old = 1", "goes on in another window", "You were still connected"


def state_in(home: Path) -> State:
    return make_learner(home).state(place_of())


def own_code(home: Path) -> str:
    found = list((home / "learners" / "ana" / "workspace" / LESSON / "open").rglob("*.py"))
    return "\n".join(file.read_text() for file in found)


def stop(terminal: Terminal) -> None:
    """The line hangs: nothing that happens reaches this session."""
    terminal.signal(signal.SIGSTOP)


def hang_up(terminal: Terminal) -> None:
    terminal.signal(signal.SIGHUP)
    terminal.signal(signal.SIGCONT)
    terminal.wait_for_end()


def quit_it(terminal: Terminal) -> None:
    terminal.signal(signal.SIGCONT)
    terminal.interrupt(CTRL_Q)


def kill(terminal: Terminal) -> None:
    terminal.signal(signal.SIGKILL)
    terminal.wait_for_end()


def repair(terminal: Terminal) -> None:
    terminal.wait_for("●Repair", "Ctrl+S judge", "return x")
    terminal.press("backspace", *"x.gelu()")
    terminal.wait_until(lambda words: words.count("return x.gelu(") == 2, "the repair in place")
    terminal.press_for("ctrl+s", "Repaired.")


@pytest.mark.slow
@pytest.mark.parametrize("end", [hang_up, quit_it, kill])
def test_an_older_window_that_ends_late_leaves_the_newer_repair_as_it_is(
    home: Path, end: Callable[[Terminal], None]
) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    with Terminal(*LEARN, home=home) as older:
        older.wait_for("●Repair", "Ctrl+S judge", "return x")
        older.press(*f"  # {OLD}")
        older.wait_for(OLD)
        stop(older)
        with Terminal(*LEARN, home=home) as newer:
            newer.wait_for(TOOK_OVER)
            repair(newer)
            repaired = own_code(home)
            end(older)
            newer.press(CTRL_Q)
            newer.wait_for_end()
    assert "repair" in state_in(home).passed
    assert own_code(home) == repaired
    assert "return x.gelu()" in repaired


@pytest.mark.slow
def test_the_older_window_says_that_the_lesson_goes_on_elsewhere_and_may_take_it_back(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "hints")
    with Terminal(*LEARN, home=home) as older:
        older.wait_for("Accuse", "Esc map")
        with Terminal(*LEARN, home=home) as newer:
            newer.wait_for("Accuse", TOOK_OVER)
            older.wait_for(GONE, "q quit")
            older.press_for("enter", "Accuse", TOOK_OVER)
            newer.wait_for(GONE, "q quit")
            newer.press("q")
            assert newer.wait_for_end() == 0
        older.press("q")
        assert older.wait_for_end() == 0


@pytest.mark.slow
def test_what_the_older_window_typed_last_comes_into_the_newer_one(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    with Terminal(*LEARN, home=home) as older:
        older.wait_for("●Repair", "Ctrl+S judge", "return x")
        older.press(*f"  # {OLD}")
        older.wait_for(OLD)
        with Terminal(*LEARN, home=home) as newer:
            newer.wait_for("●Repair", OLD)
            older.wait_for(GONE)


def test_in_plain_lines_the_older_session_says_so_too(home: Path) -> None:
    work_up_to(make_learner(home), place_of(), "repair")
    with Terminal(*LEARN, "--plain", home=home, size=(120, 50)) as older:
        older.wait_for("judge")
        with Terminal(*LEARN, home=home) as newer:
            newer.wait_for("●Repair", TOOK_OVER)
            older.press(*f"87 return x.{OLD}", "enter")
            older.wait_for(GONE)
            assert OLD not in own_code(home)
