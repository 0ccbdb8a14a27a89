"""The tutor in a real terminal: a whole lesson, lines that drop, sudden ends, poor terminals, and none at all."""

import fcntl
import re
import signal
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from lessons.state import State
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import (
    GIVEN,
    ROUNDS,
    TUTOR,
    Terminal,
    left_clean,
    predict,
    surroundings,
)
from tests.tutor.work import work_up_to

LEARN = ("learn", LESSON, "--learner", "ana")
PLAIN_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def state_in(home: Path) -> State:
    return make_learner(home).state(place_of())


def home_at(home: Path, step: str) -> Path:
    work_up_to(make_learner(home), place_of(), step)
    return home


def answers_in(home: Path) -> dict[str, str]:
    return {question: answer.value for question, answer in state_in(home).answers.items()}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["the line drops", "SIGHUP", "SIGTERM"])
def test_a_dropped_line_in_the_middle_of_the_predictions_loses_no_answer(home: Path, how: str) -> None:
    before = answers_in(home_at(home, "predict-agreement"))
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Predict", "Question 1 of 3")
        predict(terminal, ROUNDS[1], last=2)
        if how == "the line drops":
            terminal.hang_up()
            terminal.wait_for_end()
        else:
            terminal.signal(getattr(signal, how))
            assert terminal.wait_for_end() == 0
            assert left_clean(terminal.printed)
    given = before | {name: GIVEN[name] for name in list(ROUNDS[1])[:2]}
    assert answers_in(home) == given
    with Terminal("--learner", "ana", home=home) as terminal:  # no lesson is named: one lands where one was
        terminal.wait_for("●Predict", "Question 3 of 3")
    assert answers_in(home) == given


def test_a_killed_session_goes_on_at_the_same_hint(home: Path) -> None:
    work_up_to(make_learner(home), place_of("blind"), "hints")
    with Terminal(*LEARN, "--blind", home=home) as terminal:
        terminal.wait_for("●Hints", "Enter next hint")
        terminal.press_for("enter", "The next hint")
        terminal.press(*"the loss", "enter")
        terminal.wait_for("Hint 1 of 5", "you guessed: the loss")
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_for_end() == -signal.SIGKILL
    with Terminal("--learner", "ana", home=home) as terminal:
        terminal.wait_for("●Hints", "Hint 1 of 5", "you guessed: the loss")
        terminal.press("q")
        terminal.wait_for_end()
    with Terminal("--learner", "ana", home=home) as terminal:  # which the learner left
        assert "●Hints" not in terminal.wait_for("↑↓ choose", "q quit")


@pytest.mark.slow
def test_a_session_killed_in_a_run_keeps_its_predictions_locked(home: Path) -> None:
    home_at(home, "run-additive")
    before = answers_in(home)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("ready: Enter starts it, and locks your predictions")
        terminal.press_for("enter", "step ", " of ")
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end()
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Run", "ready: Enter starts it")
        assert "locks" not in terminal.words()
    assert state_in(home).locked
    assert answers_in(home) == before


@pytest.mark.slow
def test_a_terminal_of_16_colours_is_sent_no_others(home: Path) -> None:
    home_at(home, "run-additive")
    with Terminal(*LEARN, home=home, environment={"TERM": "xterm"}) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press_for("f", "f watchable")
        terminal.press_for("enter", "One run is an anecdote")
        colours = b";".join(re.findall(rb"\x1b\[([\d;]*)m", terminal.printed))
        assert b"38;" not in colours
        assert b"48;" not in colours
        assert {"healthy", "broken"} <= set(re.findall(r"[a-z]+", terminal.words()))


@pytest.mark.slow
def test_with_no_color_no_colour_is_sent(home: Path) -> None:
    home_at(home, "run-additive")
    with Terminal(*LEARN, home=home, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press_for("f", "f watchable")
        words = terminal.press_for("enter", "One run is an anecdote")
        assert "×" in words
        assert colours_in(terminal.printed) == set()


def colours_in(printed: bytes | bytearray) -> set[tuple[int, int, int]]:
    """Every colour that was asked for that is not a grey."""
    found = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", printed)
    asked = {(int(red), int(green), int(blue)) for red, green, blue in found}
    return {colour for colour in asked if len(set(colour)) > 1}


@pytest.mark.slow
def test_where_neither_the_terminal_nor_the_locale_is_utf_8_the_plot_is_ascii_and_nothing_breaks(
    home: Path,
) -> None:
    home_at(home, "run-additive")
    with Terminal(*LEARN, home=home, environment=PLAIN_LOCALE, charset="latin-1") as terminal:
        terminal.wait_for("Enter starts")
        terminal.press_for("f", "watchable")
        terminal.press_for("enter", "One run is an anecdote")
        plot = "\n".join(row[:52] for row in terminal.words().split("\n")[4:19])
        assert plot.isascii()
        assert {"*", "x", "+", "|"} <= set(plot)
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.printed


def test_without_a_terminal_the_lesson_comes_in_plain_lines(home: Path) -> None:
    done = subprocess.run(
        [*TUTOR, "learn", LESSON],
        env=surroundings(home, {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "== Read" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.slow
def test_a_terminal_that_is_too_small_is_waited_for(home: Path) -> None:
    with Terminal(home=home, size=(50, 12)) as terminal:
        terminal.wait_for("50×12", "60×16")
        terminal.screen.resize(24, 80)
        fcntl.ioctl(terminal.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        terminal.wait_for("Welcome.")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
