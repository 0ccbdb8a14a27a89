"""The stages as a pure state machine: what is not allowed changes nothing, whatever order things come in."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.cascade import CHANGES, Stage, State, advance, can_leave, replay, unanswered
from lessons.load import load_course
from lessons.schema import Lesson

BREAK = load_course().in_order()[0]
Happened = tuple[str, Mapping[str, Any]]


def answers(lesson: Lesson) -> list[Happened]:
    """An answer to every question."""
    usable = {"direction": "same", "number": "0.5", "shape": "5x23", "curve": "plateau"}
    return [
        (
            "prediction",
            {
                "question": question.id,
                "answer": question.options[0].id if question.options else usable[question.kind],
                "confidence": 0.8,
            },
        )
        for question in lesson.questions
    ]


def sweeps(lesson: Lesson) -> list[Happened]:
    return [("sweep", {"experiment": name, "metrics": {"m": {}}}) for name in lesson.experiments]


def moved(stage: Stage) -> Happened:
    return "moved", {"stage": stage.key}


def whole(lesson: Lesson) -> list[Happened]:
    """Everything a learner does, in order."""
    return [
        ("opened", {}),
        moved(Stage.PREDICT),
        *answers(lesson),
        moved(Stage.RUN),
        ("locked", {}),
        ("run", {"experiment": "additive", "seed": 7}),
        *sweeps(lesson),
        moved(Stage.OBSERVE),
        moved(Stage.HINTS),
        ("guess", {"rung": 1, "guess": "the loss?"}),
        ("rung", {"rung": 1}),
        ("pointed", {"file": "f", "line": 3, "found": False}),
        ("pointed", {"file": "f", "line": 4, "found": True}),
        moved(Stage.REPAIR),
        ("repair", {"passed": False}),
        ("repair", {"passed": True}),
        moved(Stage.WHY),
        ("reflection", {"text": "it bends"}),
        ("finished", {}),
    ]


def test_a_lesson_done_in_order_is_finished(lesson: Lesson) -> None:
    state = replay(lesson, "open", whole(lesson))
    assert state.finished
    assert state.stage == Stage.WHY
    assert (state.rungs, state.attempts, len(state.points)) == (1, 2, 2)
    assert state.reflection == "it bends"


def test_an_answer_can_be_changed_until_the_run_locks_it(lesson: Lesson) -> None:
    change = ("prediction", {"question": "steps", "answer": "more", "confidence": 0.99})
    assert replay(lesson, "open", [*answers(lesson), change]).answers["steps"].value == "more"
    late = replay(lesson, "open", [*answers(lesson), ("locked", {}), change])
    assert late.answers["steps"].value == "same"


def test_nothing_locks_while_a_question_is_open(lesson: Lesson) -> None:
    state = replay(lesson, "open", [*answers(lesson)[:-1], ("locked", {})])
    assert not state.locked
    assert unanswered(lesson, state) == [lesson.questions[-1].id]


@pytest.mark.parametrize("confidence", [0.49, 1.0, -1, float("nan"), "sure"])
def test_a_confidence_outside_50_to_99_is_no_answer(lesson: Lesson, confidence: object) -> None:
    odd = ("prediction", {"question": "steps", "answer": "same", "confidence": confidence})
    assert replay(lesson, "open", [odd]).answers == {}


@pytest.mark.parametrize("stage", list(Stage)[1:])
def test_no_stage_opens_before_the_one_before_it_is_done(lesson: Lesson, stage: Stage) -> None:
    state = replay(lesson, "open", [moved(stage)])
    assert state.stage == (Stage.PREDICT if stage == Stage.PREDICT else Stage.READ)


def test_looking_back_keeps_what_was_reached(lesson: Lesson) -> None:
    state = replay(lesson, "open", [*whole(lesson), moved(Stage.READ)])
    assert (state.stage, state.furthest) == (Stage.READ, Stage.WHY)
    assert advance(lesson, state, *moved(Stage.REPAIR)).stage == Stage.REPAIR


def test_rungs_are_taken_one_at_a_time_and_only_as_many_as_there_are(lesson: Lesson) -> None:
    taken = [("rung", {"rung": rung}) for rung in (1, 3, 2, 2, 3, 4, 5, 6, 7)]
    assert replay(lesson, "open", taken).rungs == len(lesson.hints)


def test_the_first_sweep_decides(lesson: Lesson) -> None:
    first = ("sweep", {"experiment": "additive", "metrics": {"m": {"healthy": {"median": 1.0}}}})
    second = ("sweep", {"experiment": "additive", "metrics": {"m": {"healthy": {"median": 2.0}}}})
    state = replay(lesson, "open", [*answers(lesson), ("locked", {}), first, second])
    assert state.record["additive"] == {"m": {"healthy": {"median": 1.0}}}


def test_a_reset_begins_again(lesson: Lesson) -> None:
    assert replay(lesson, "blind", [*whole(lesson), ("reset", {})]) == State(mode="blind")


def test_a_stage_can_be_left_only_when_it_is_done(lesson: Lesson) -> None:
    state = replay(lesson, "open", [moved(Stage.PREDICT)])
    assert not can_leave(lesson, state)
    assert can_leave(lesson, replay(lesson, "open", [moved(Stage.PREDICT), *answers(lesson)]))


@pytest.mark.parametrize("kind", ["run", "guess", "rung", "pointed"])
def test_a_number_beyond_all_numbers_changes_nothing(lesson: Lesson, kind: str) -> None:
    begun = replay(lesson, "open", [*answers(lesson), ("locked", {})])
    endless = {
        "experiment": "additive",
        "seed": float("inf"),
        "rung": float("inf"),
        "line": float("inf"),
        "file": "f",
    }
    assert advance(lesson, begun, kind, {**endless, "guess": "?", "found": True}) == begun


junk = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
keys = some.sampled_from(
    ["stage", "question", "answer", "confidence", "experiment", "metrics", "rung", "passed", "x"]
)
odd_event = some.tuples(some.sampled_from([*CHANGES, "unknown"]), some.dictionaries(keys, junk, max_size=5))
real_event = some.sampled_from(whole(BREAK))


@given(some.lists(odd_event | real_event, max_size=40))
def test_any_events_in_any_order_fold_to_a_well_formed_state(happened: list[Happened]) -> None:
    state = replay(BREAK, "open", happened)
    assert state.stage <= state.furthest
    assert 0 <= state.rungs <= len(BREAK.hints)
    assert not state.locked or not unanswered(BREAK, state)
    assert not state.finished or state.repaired
