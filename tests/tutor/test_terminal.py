"""The tutor in a real terminal: a whole lesson, lines that drop, sudden ends, poor terminals, and none at all."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from lessons.breaks import broken_line
from lessons.cascade import Stage, State
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import GIVEN, TUTOR, Terminal, left_clean, predict, run_everything, surroundings
from tests.tutor.test_whole_lesson import finish_up_to

LEARN = ("learn", LESSON, "--learner", "ana")
PLAIN_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def state_in(home: Path) -> State:
    return make_learner(home).state(place_of())


def home_at(home: Path, stage: Stage) -> Path:
    finish_up_to(make_learner(home), place_of(), stage)
    return home


def answers_in(home: Path) -> dict[str, str]:
    return {question: answer.value for question, answer in state_in(home).answers.items()}


def point_at_the_line(terminal: Terminal) -> None:
    broken = place_of().lesson.broken
    words = terminal.press_for("p", "Point at the broken line", "Esc back to the hints")
    while broken.file not in words:
        file = re.search(r"\d+ (of|de) \d+ · \S+", words)
        terminal.press("right")
        words = terminal.wait_until(lambda now, old=file[0]: old not in now, "the next file")
    terminal.press(*["down"] * (broken_line(broken) - 1))
    terminal.press_for("enter", "✓", f"line {broken_line(broken)}")


def test_a_learner_finishes_the_lesson_in_a_terminal(home: Path) -> None:
    with Terminal("--learner", "ana", home=home) as terminal:
        terminal.wait_for("GELU becomes the identity", "q quit")
        terminal.press_for("enter", "●1 Read", "Enter predict")
        terminal.press_for("enter", "●2 Predict", "Question 1 of 8")
        predict(terminal)
        terminal.press_for("n", "●3 Run")
        run_everything(terminal)
        terminal.press_for("enter", "●4 Observe", "of 8 right")
        terminal.press_for("n", "●5 Hints", "Enter next rung")
        terminal.press_for("enter", "Next rung")
        terminal.press("a", "enter")
        terminal.wait_for("Rung 1 of 5", "you guessed: a")
        point_at_the_line(terminal)
        terminal.press_for("escape", "●5 Hints", "n repair")
        terminal.press_for("n", "●6 Repair", "Ctrl+S judge", "return x")
        terminal.press_for("ctrl+s", "✗")
        terminal.press("backspace")
        terminal.wait_until(lambda words: "return x" not in words.replace("return x.", ""), "the x to go")
        terminal.press(*"x.gelu()")
        terminal.wait_until(lambda words: words.count("return x.gelu(") == 2, "the repair in place")
        terminal.press_for("ctrl+s", "Repaired.", "n why")
        terminal.press_for("n", "●7 Why", "Tab write")
        terminal.press_for("tab", "Ctrl+S save and finish")
        terminal.press(*"bends", "ctrl+s")
        terminal.wait_for("Saved to your notes")
        terminal.press_for("escape", "✓ Break 00", "q quit")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert left_clean(terminal.printed)
    assert state_in(home).finished
    assert answers_in(home) == GIVEN
    assert "bends" in (home / "learners" / "ana" / "notes" / "breaks.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("how", ["the line drops", "SIGHUP", "SIGTERM"])
def test_a_dropped_line_in_the_middle_of_the_predictions_loses_no_answer(home: Path, how: str) -> None:
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●1 Read", "Enter predict")
        terminal.press_for("enter", "Question 1 of 8")
        predict(terminal, 1, 3)
        if how == "the line drops":
            terminal.hang_up()
            terminal.wait_for_end()
        else:
            terminal.signal(getattr(signal, how))
            assert terminal.wait_for_end() == 0
            assert left_clean(terminal.printed)
    given = dict(list(GIVEN.items())[:3])
    assert answers_in(home) == given
    with Terminal(*LEARN, home=home) as terminal:
        assert "●●●○○○○○" in terminal.wait_for("●2 Predict", "Question 4 of 8")
    assert answers_in(home) == given


def test_a_killed_session_goes_on_at_the_same_rung(home: Path) -> None:
    home_at(home, Stage.HINTS)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●5 Hints", "Enter next rung")
        terminal.press_for("enter", "Next rung")
        terminal.press(*"the loss", "enter")
        terminal.wait_for("Rung 1 of 5", "you guessed: the loss")
        terminal.signal(signal.SIGKILL)
        assert terminal.wait_for_end() == -signal.SIGKILL
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●5 Hints", "Rung 1 of 5", "you guessed: the loss")


def test_a_session_killed_in_a_run_keeps_its_predictions_locked(home: Path) -> None:
    home_at(home, Stage.RUN)
    before = answers_in(home)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("ready: Enter starts it, and locks your predictions")
        terminal.press_for("enter", "step ", "left")
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end()
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("●3 Run", "ready: Enter starts it")
        assert "locks" not in terminal.words()
    assert state_in(home).locked
    assert answers_in(home) == before


def test_q_in_the_middle_of_a_run_ends_at_once_and_gives_the_terminal_back(home: Path) -> None:
    home_at(home, Stage.RUN)
    with Terminal(*LEARN, home=home) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press_for("enter", "step ", "left")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert left_clean(terminal.printed)
        steps = [int(step) for step in re.findall(rb"step (\d+)/300", terminal.printed)]
        assert max(steps) < 300


def test_a_terminal_of_16_colours_is_sent_no_others(home: Path) -> None:
    home_at(home, Stage.RUN)
    with Terminal(*LEARN, home=home, environment={"TERM": "xterm"}) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press_for("f", "f watchable")
        terminal.press_for("enter", "· done", "train acc")
        colours = b";".join(re.findall(rb"\x1b\[([\d;]*)m", terminal.printed))
        assert b"38;" not in colours
        assert b"48;" not in colours
        assert {"healthy", "broken"} <= set(re.findall(r"[a-z]+", terminal.words()))


def test_with_no_color_no_colour_is_sent(home: Path) -> None:
    home_at(home, Stage.RUN)
    with Terminal(*LEARN, home=home, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press_for("f", "f watchable")
        words = terminal.press_for("enter", "· done", "train acc")
        assert "×" in words
        assert colours_in(terminal.printed) == set()


def colours_in(printed: bytes) -> set[tuple[int, int, int]]:
    """Every colour that was asked for that is not a grey."""
    found = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", printed)
    asked = {(int(red), int(green), int(blue)) for red, green, blue in found}
    return {colour for colour in asked if len(set(colour)) > 1}


def test_where_the_locale_is_not_utf_8_the_plot_is_ascii_and_nothing_breaks(home: Path) -> None:
    home_at(home, Stage.RUN)
    with Terminal(*LEARN, home=home, environment=PLAIN_LOCALE) as terminal:
        terminal.wait_for("Enter starts")
        terminal.press_for("f", "watchable")
        terminal.press_for("enter", "train acc", "Enter next")
        plot = "\n".join(row[:52] for row in terminal.words().split("\n")[2:21])
        assert plot.isascii()
        assert {"*", "x", "+", "|"} <= set(plot)
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.printed


def test_without_a_terminal_one_sentence_says_what_to_do(home: Path) -> None:
    done = subprocess.run(
        TUTOR, env=surroundings(home, {}), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("lynx-tutor needs a terminal.")
    assert done.stderr.count("\n") == 1


def test_a_terminal_that_is_too_small_gets_one_sentence(home: Path) -> None:
    with Terminal(home=home, size=(50, 12)) as terminal:
        assert terminal.wait_for_end() == 1
        words = " ".join(terminal.printed.decode().split())
    assert words == "This terminal is 50×12; lynx-tutor needs at least 60×16. Enlarge it and start again."
    assert not os.path.exists(home)
