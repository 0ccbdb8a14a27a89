"""The app at the end of a line: what it asks of a terminal, what it gives back, and what it never sends."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from textual.app import App
from textual.message import Message

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import PATIENCE, Terminal
from tests.tutor.work import work_up_to
from tutor.tui.terminal.driver import LineDriver
from tutor.tui.terminal.output import Backlog

LEARN = ("learn", LESSON, "--learner", "ana")
PAGE_DOWN, PAGE_UP = "\x1b[6~", "\x1b[5~"
MODES = re.compile(rb"\x1b\[\?(\d+)([hl])")


def modes_left_on(printed: bytes) -> set[bytes]:
    """Private modes that were set and not reset, and what is on unless it is reset."""
    on: set[bytes] = set()
    for mode, way in MODES.findall(printed):
        (on.add if way == b"h" else on.discard)(mode)
    return on


@pytest.fixture
def home(tmp_path: Path) -> Path:
    work_up_to(make_learner(tmp_path / "home"), place_of(), "read")
    return tmp_path / "home"


@pytest.mark.slow
def test_what_was_asked_of_the_terminal_is_given_back(home):
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Read", "Enter")
        assert {b"1049", b"1000", b"1006", b"2004"} <= modes_left_on(bytes(terminal.printed))
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert modes_left_on(bytes(terminal.printed)) == {b"7", b"25"}  # lines wrap, and the cursor is seen


@pytest.mark.slow
@pytest.mark.parametrize("ssh", ["", "10.0.0.1 50000 10.0.0.2 22"])
def test_over_ssh_no_mode_is_asked_for_that_a_dropped_line_would_leave_to_a_shell(home, ssh):
    with Terminal(*LEARN, home=home, environment={"SSH_CONNECTION": ssh}) as terminal:
        terminal.wait_for("●Read", "Enter")
        assert (b"1003" in modes_left_on(bytes(terminal.printed))) == (not ssh)
        assert b"\x1b[>" not in terminal.printed  # no keyboard protocol


@pytest.mark.slow
def test_a_terminal_that_answers_nothing_gets_everything_all_the_same(home):
    with Terminal(*LEARN, home=home) as terminal:
        terminal.answers = False
        terminal.wait_for("●Read", "Enter")
        terminal.press("n")
        terminal.wait_for("●Predict", "Question 1")
        terminal.press_for("?", "Keys here")


@pytest.mark.slow
def test_what_is_old_is_never_sent(home):
    """Pages up and down that nobody has seen: the line is not filled with them."""
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Read", "Enter")
        terminal.settle(0.5)
        terminal.answers, before = False, terminal.received
        terminal.press(*[PAGE_DOWN, PAGE_DOWN, PAGE_UP, PAGE_UP] * 60)
        terminal.settle(2.0)
        unanswered = terminal.received - before
        terminal.answers = True
        terminal.press("\x1b[0n")
        terminal.press_for("n", "●Predict", "Question 1")
        assert unanswered < 70_000


@pytest.mark.slow
def test_ctrl_l_paints_what_something_else_has_written_over(home):
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Read", "Enter")
        terminal.settle(1.0)
        before = terminal.words()
        terminal.paint(b"\x1b[2J\x1b[5;5Hbroadcast message")
        assert terminal.words() != before
        terminal.press("\x0c")
        terminal.wait_until(lambda words: words == before, "the screen as it was")


@pytest.mark.slow
def test_a_blocked_terminal_does_not_keep_it_from_ending(home):
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Read", "Enter")
        terminal.answers = False
        terminal.press(*[PAGE_DOWN, PAGE_UP] * 200)
        terminal.signal(signal.SIGTERM)
        assert terminal._process.wait(PATIENCE) == 0


@pytest.fixture
async def driver(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LineDriver]:
    """A driver at a terminal at which nobody sits, with an app that only hears."""
    master, slave = os.openpty()
    with os.fdopen(master, "rb"), TextIOWrapper(os.fdopen(slave, "r+b", buffering=0), "utf-8") as stream:
        monkeypatch.setattr(sys, "__stdin__", stream)
        monkeypatch.setattr(sys, "__stderr__", stream)
        heard: list[Message] = []
        app = SimpleNamespace(heard=heard, post_message=heard.append)
        driver = LineDriver(cast("App[None]", app))
        driver.start_application_mode()
        yield driver
        driver.suspend_application_mode()
        for name in ("TSTP", "CONT", "WINCH"):
            driver.loop.remove_signal_handler(getattr(signal, f"SIG{name}"))


@pytest.mark.parametrize(("answers", "left", "has_room"), [(False, 0, True), (False, 1, False), (True, 1, True)])
def test_only_a_terminal_that_answers_nothing_takes_everything_before_more_is_sent(answers, left, has_room):
    pace = Backlog()
    pace.answers = answers
    line = SimpleNamespace(pace=pace, output=SimpleNamespace(left=left))
    assert bool(LineDriver.room(cast(LineDriver, line), 0.0)) == has_room


async def test_whoever_comes_back_waits_for_no_answer_from_before(driver):
    driver.send("a page", 0.0)
    driver.suspend_application_mode()
    driver.resume_application_mode()
    assert len(driver.pace.sent) == 1  # the question of the beginning
    assert driver.unanswered == 1


async def test_an_app_that_is_ending_does_not_take_the_terminal_again(driver):
    """Textual hears nothing more first, closes its screens, gives the terminal back, and closes the driver last."""
    driver.disable_input()
    output = driver.output
    driver.continued()
    assert driver.output is output
    driver.stop_application_mode()
    driver.continued()
    assert driver.output is output
    driver.close()
    driver.continued()
    assert driver.output is None


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[int]":
    """The signals that the process would have sent itself."""
    sent: asyncio.Queue[int] = asyncio.Queue()
    monkeypatch.setattr(os, "kill", lambda process, number: sent.put_nowait(number))
    return sent


async def test_a_stop_that_is_handled_after_the_signal_to_go_on_stops_nothing(driver, stops):
    driver.stopped()
    first = driver.stopping
    signal.raise_signal(signal.SIGCONT)  # came while the app was busy, or gave the terminal back
    while not driver.output:
        await asyncio.sleep(0)
    driver.stopped()
    assert await asyncio.wait_for(stops.get(), PATIENCE) == signal.SIGSTOP
    assert first.cancelled()


async def test_an_app_that_is_stopped_while_it_ends_stays_at_its_end(driver, stops):
    driver.disable_input()
    driver.stopped()
    assert await asyncio.wait_for(stops.get(), PATIENCE) == signal.SIGSTOP
    assert not driver.is_suspended
