"""Questions of the inside: asked after a run was seen, of what else the same models hold; nothing tells them before."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from lessons.acts import Act, Locked, Moved, Predicted, Swept
from lessons.course import LessonMode
from lessons.flow import advance, replay
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.load import load_lesson
from lessons.page import Ask, Onward
from lessons.plan import Steps
from lessons.recipes import steps_of
from lessons.text import Text
from lessons.verdicts import verdicts
from tests.lessons.showing import page

Spoil = Callable[[str, str, str], Path]
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


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


def test_a_round_asks_three_questions_and_then_three_of_the_inside(steps: Steps) -> None:
    asked = {step.id: [each.id for each in step.questions] for step in steps.all if step.kind == "predict"}  # type: ignore[attr-defined]
    assert asked["predict-agreement"] == list(ROUND)
    assert asked["predict-inside-agreement"] == list(INSIDE)


def test_the_run_locks_what_was_asked_before_it(steps: Steps) -> None:
    assert replay(steps, SEEN).locked >= set(ROUND)
    assert not replay(steps, SEEN).locked & set(INSIDE)


def test_the_run_and_what_is_seen_of_it_tell_nothing_of_the_inside(steps: Steps, text: Text) -> None:
    shown = [page(steps, name, text, *SEEN) for name in ("run-agreement", "observe-agreement")]
    words = str([each.blocks for each in shown])
    assert "training accuracy" in words
    assert not [told for told in ("rank of W2·W1", "interaction gap", "13.8", "4e-15") if told in words]
    assert [look.probe for each in shown for look in each.looks] == ["curves", "accuracy"]


def test_the_questions_of_the_inside_come_after_what_the_run_showed(steps: Steps, text: Text) -> None:
    assert isinstance(page(steps, "predict-inside-agreement", text, *SEEN).want, Ask)
    assert page(steps, "predict-inside-agreement", text, *SEEN, *answered(INSIDE)).want == Onward(
        "go.see", tuple(INSIDE), "go.see_row"
    )


def test_they_are_judged_once_the_learner_has_gone_on_to_see(steps: Steps) -> None:
    before = replay(steps, [*SEEN, *answered(INSIDE)])
    asked = tuple(steps.questions[name] for name in INSIDE)
    assert verdicts(steps.lesson, before, asked) == []
    after = advance(steps, before, Locked("predict-inside-agreement"))
    assert [each.right for each in verdicts(steps.lesson, after, asked)] == [False, True, True]


def test_their_answers_cannot_change_after_that(steps: Steps) -> None:
    state = replay(steps, [*SEEN, *answered(INSIDE), Locked("predict-inside-agreement")])
    assert advance(steps, state, Predicted("rank", "grows", 0.5)) == state


def test_a_journal_that_answered_them_before_the_run_has_them_locked_by_it(steps: Steps) -> None:
    *before, run, sweep, _, _ = SEEN
    state = replay(steps, [*before, *answered(INSIDE), run, sweep])
    assert state.locked >= set(INSIDE)
    assert len(verdicts(steps.lesson, state)) == 5 + len(INSIDE)


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ('inside = true\nmetric = "rank_w2w1"', 'inside = true\nmetric = "final_loss"', "every run shows"),
        ('inside = ["hidden"', 'inside = ["bars", "hidden"', "which is no probe of it"),
    ],
)
def test_what_every_run_shows_is_not_asked_of_the_inside(
    spoiled: Spoil, before: str, after: str, problem: str
) -> None:
    with pytest.raises(LessonError, match=problem):
        load_lesson(spoiled("lesson.toml", before, after))
