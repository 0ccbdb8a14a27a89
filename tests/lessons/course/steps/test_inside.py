"""Questions of the inside are asked after a run was seen; what was said of a run stands beside it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lessons.course.asking.verdicts import verdicts
from lessons.course.course import LessonMode
from lessons.course.lesson.page import Ask, Onward, Page, Words
from lessons.course.lesson.state import Act, Answer, Locked, Moved, Predicted, State, Swept
from lessons.course.steps.flow import advance, replay
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_lesson
from tests.lessons.conftest import KEPT
from tests.lessons.showing import page
from tutor.words.text import Text as Tutor

ROUND = {"accuracy-agreement": "0.75", "curve": "plateau", "loss-agreement": "more"}
INSIDE = {"shape": "5x23", "rank": "same", "gap": "zero"}
MEASURED: Mapping[str, Any] = {
    "train_accuracy": {"healthy": {"median": 1.0}, "broken": {"median": 0.75}},
    "rank_w2w1": {"healthy": {"median": 5.0}, "broken": {"median": 5.0}},
    "interaction_gap": {"healthy": {"median": 13.8}, "broken": {"median": 4e-15}},
}


def answered(answers: Mapping[str, str]) -> list[Act]:
    return [Predicted(name, answer, 0.8) for name, answer in answers.items()]


SEEN: list[Act] = [
    *answered({"accuracy-additive": "same", "steps": "more"}),
    Locked("run-additive"),
    Swept("additive", {}),
    *answered(ROUND),
    Locked("run-agreement"),
    Swept("agreement", MEASURED),
    Moved("observe-agreement"),
    Moved("predict-inside-agreement"),
]


def test_a_round_asks_three_questions_and_then_three_of_the_inside(steps):
    asked = {step.id: [each.id for each in step.questions] for step in steps.all if step.kind == "predict"}
    assert asked["predict-agreement"] == list(ROUND)
    assert asked["predict-inside-agreement"] == list(INSIDE)
    locked = replay(steps, SEEN).locked
    assert locked >= set(ROUND)
    assert not locked & set(INSIDE)


def test_the_run_and_what_is_seen_of_it_tell_nothing_of_the_inside(steps, text):
    shown = [page(steps, name, text, *SEEN) for name in ("run-agreement", "observe-agreement")]
    words = str([each.blocks for each in shown])
    assert "training accuracy" in words
    assert not [told for told in ("rank of W2·W1", "interaction gap", "13.8", "4e-15") if told in words]
    assert [look.probe for each in shown for look in each.looks] == ["curves", "accuracy"]


def test_they_come_after_what_the_run_showed_and_are_judged_once_the_learner_has_gone_on_to_see(steps, text):
    answers = answered(INSIDE)
    assert isinstance(page(steps, "predict-inside-agreement", text, *SEEN).want, Ask)
    onward = page(steps, "predict-inside-agreement", text, *SEEN, *answers).want
    assert onward == Onward("go.see", tuple(INSIDE), "go.see_row")
    before = replay(steps, [*SEEN, *answers])
    asked = tuple(steps.questions[name] for name in INSIDE)
    assert verdicts(steps.lesson, before, asked) == []
    after = advance(steps, before, Locked("predict-inside-agreement"))
    assert [each.right for each in verdicts(steps.lesson, after, asked)] == [False, True, True]
    assert advance(steps, after, Predicted("rank", "grows", 0.5)) == after


def test_a_journal_that_answered_them_before_the_run_has_them_locked_by_it(steps):
    *before, run, sweep, _, _ = SEEN
    state = replay(steps, [*before, *answered(INSIDE), run, sweep])
    assert state.locked >= set(INSIDE)
    assert len(verdicts(steps.lesson, state, steps.lesson.asked)) == 5 + len(INSIDE)


STEPS = steps_of(LessonMode(load_lesson(KEPT / "break-gelu-identity")))
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
    page: Page = RUN.page(STEPS, state, Tutor(language))
    return [block for aside in page.asides for block in aside.blocks if isinstance(block, Words)]


def test_before_the_run_each_question_stands_with_its_answer_and_how_sure_it_is():
    first, second = lines_of(SAID)
    assert first.tone == second.tone == "note"
    assert "you said 50 % (70 % sure)" in first.markdown
    assert "you said higher (90 % sure)" in second.markdown
    assert "dijiste 50 % (seguridad: 70 %)" in lines_of(SAID, "es")[0].markdown


def test_once_the_seeds_are_in_each_line_says_whether_it_was_right_and_what_the_runs_say():
    first, second = lines_of(replace(SAID, record=SHOWN))
    assert (first.tone, second.tone) == ("wrong", "right")
    assert "you said 50 %" in first.markdown
    assert "75 %" in first.markdown
    assert "higher" in second.markdown


def test_where_nothing_was_said_nothing_stands_there():
    assert lines_of(State()) == []
    assert RUN.page(STEPS, State(), Tutor("en")).asides == ()
