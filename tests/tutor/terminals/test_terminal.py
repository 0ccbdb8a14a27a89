"""The tutor in a real terminal: a whole lesson, lines that drop, sudden ends, poor terminals, and none at all."""

import shlex
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import GIVEN, ROUND, TUTOR, Terminal, left_clean, predict, surroundings
from tests.tutor.work import work_up_to

LEARN = ("learn", LESSON, "--learner", "ana", "--lang", "en")


def home_at(home: Path, step: str) -> Path:
    work_up_to(make_learner(home), place_of(), step)
    return home


def answers_in(home: Path) -> dict[str, str]:
    state = make_learner(home).state(place_of())
    return {question: answer.value for question, answer in state.answers.items()}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["the line drops", "SIGHUP", "SIGTERM"])
def test_a_dropped_line_in_the_middle_of_the_predictions_loses_no_answer(home, how):
    before = answers_in(home_at(home, "predict"))
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●Predict", "Question 1 of 3")
        predict(terminal, ROUND, last=1)
        if how == "the line drops":
            terminal.hang_up()
            terminal.wait_for_end()
        else:
            terminal.signal(getattr(signal, how))
            assert terminal.wait_for_end() == 0
            assert left_clean(terminal.printed)
    given = before | {name: GIVEN[name] for name in list(ROUND)[:1]}
    assert answers_in(home) == given
    with Terminal("--learner", "ana", home=home) as terminal:  # no lesson is named: one lands where one was
        terminal.wait_for("●Predict", "Question 2 of 3")
    assert answers_in(home) == given


def test_a_killed_session_goes_on_at_the_same_hint(home):
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


def test_without_a_terminal_the_lesson_comes_in_plain_lines(home):
    done = subprocess.run(
        [*TUTOR, "learn", LESSON], env=surroundings(home, {}), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "== Read" in done.stdout
    assert "\x1b" not in done.stdout


CTRL_Z = "\x1a"


def settled(terminal: Terminal) -> str:
    terminal.settle(1.0)
    return terminal.words()


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bash"), reason="it takes a shell that has jobs")
def test_ctrl_z_leads_to_the_shell_and_fg_back_again(home):
    work_up_to(make_learner(home), place_of(), "observe")
    shell = ("bash", "--norc", "--noprofile", "-i")
    with Terminal(home=home, command=shell, environment={"PS1": "ready> "}) as terminal:
        terminal.wait_for("ready>")
        terminal.press(shlex.join([*TUTOR, *LEARN]), "enter")
        terminal.wait_for("●Observe")
        before = settled(terminal)
        terminal.press(CTRL_Z)
        terminal.wait_for("Stopped", "ready>")
        terminal.press("fg", "enter")
        terminal.wait_for("●Observe")
        assert settled(terminal) == before
        terminal.press("q")
        terminal.wait_for("ready>")


GONE, TOOK_OVER = "goes on in another window", "You were still connected"


@pytest.mark.slow
def test_the_older_window_says_that_the_lesson_goes_on_elsewhere_and_may_take_it_back(home):
    work_up_to(make_learner(home), place_of(), "observe")
    with Terminal(*LEARN, home=home) as older:
        older.wait_for("Observe", "? help")
        with Terminal(*LEARN, home=home) as newer:
            newer.wait_for("Observe", TOOK_OVER)
            older.wait_for(GONE, "q quit")
            older.press_for("enter", "Observe", TOOK_OVER)
            newer.wait_for(GONE, "q quit")
            newer.press("q")
            assert newer.wait_for_end() == 0
        older.press("q")
        assert older.wait_for_end() == 0
