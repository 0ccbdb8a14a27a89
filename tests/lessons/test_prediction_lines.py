"""What was said of a run stands beside it: at first alone, and with its verdict once the seeds are in."""

from dataclasses import replace

from lessons.course.course import LessonMode
from lessons.course.page import Page, Words
from lessons.course.recipes import steps_of
from lessons.course.state import Answer, State
from lessons.format.course import load_lesson
from tests.lessons.conftest import FORMAT_2
from tutor.words.text import Text

STEPS = steps_of(LessonMode(load_lesson(FORMAT_2 / "break-gelu-identity")))
RUN = next(step for step in STEPS.all if step.id == "run-agreement")
SAID = State(answers={"accuracy-agreement": Answer("0.5", 0.7), "loss-agreement": Answer("more", 0.9)})


def alike(value: float) -> dict[str, float]:
    return {"median": value, "p5": value, "p95": value}


RATIO = {"median": 208.0, "p5": 150.0, "p95": 290.0}
SHOWN = {
    "agreement": {
        "train_accuracy": {"healthy": alike(1.0), "broken": alike(0.75)},
        "final_loss": {"healthy": alike(0.002), "broken": alike(0.5), "ratio": RATIO},
    }
}


def lines_of(state: State, language: str = "en") -> list[Words]:
    page: Page = RUN.page(STEPS, state, Text(language))
    return [block for aside in page.asides for block in aside.blocks if isinstance(block, Words)]


def test_before_the_run_each_question_stands_with_its_answer_and_how_sure_it_is() -> None:
    first, second = lines_of(SAID)
    assert first.tone == second.tone == "note"
    assert "you said 50 % (70 % sure)" in first.markdown
    assert "you said higher (90 % sure)" in second.markdown
    assert "dijiste 50 % (seguridad: 70 %)" in lines_of(SAID, "es")[0].markdown


def test_once_the_seeds_are_in_each_line_says_whether_it_was_right_and_what_the_runs_say() -> None:
    first, second = lines_of(replace(SAID, record=SHOWN))
    assert (first.tone, second.tone) == ("wrong", "right")
    assert "you said 50 %" in first.markdown
    assert "75 %" in first.markdown
    assert "higher" in second.markdown


def test_where_nothing_was_said_nothing_stands_there() -> None:
    assert lines_of(State()) == []
    assert RUN.page(STEPS, State(), Text("en")).asides == ()
