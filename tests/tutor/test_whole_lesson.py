"""Break 00 from the course map to the learner's notes, by keyboard alone, at 80×24."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, TextArea

from lessons.breaks import broken_line
from lessons.cascade import Stage, State
from tests.tutor.conftest import (
    MakeApp,
    place_of,
    predict_everything,
    press_all,
    run_everything,
    settle,
    words_on,
)

SIZE = (80, 24)
MODES = [("en", "open"), ("es", "open"), ("en", "blind"), ("es", "blind")]


def state_of(pilot: Pilot[None], mode: str) -> State:
    return pilot.app.learner.state(place_of(mode))  # type: ignore[attr-defined]


async def point_at_the_line(pilot: Pilot[None]) -> None:
    """Walk the source to the broken file and down to the broken line."""
    broken = place_of().lesson.broken
    await press_all(pilot, "p")
    for _ in range(40):
        if pilot.app.screen.file == broken.file:  # type: ignore[attr-defined]
            break
        await press_all(pilot, "right")
    source = pilot.app.screen.query_one("#source", OptionList)
    while source.highlighted != broken_line(broken) - 1:
        await pilot.press("down")
    await press_all(pilot, "enter")


@pytest.mark.parametrize(("language", "mode"), MODES)
async def test_a_learner_finishes_the_lesson_with_the_keyboard_alone(
    make_app: MakeApp, home: Path, language: str, mode: str
) -> None:
    app = make_app(language)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, *(["down"] if mode == "blind" else []), "enter")
        assert state_of(pilot, mode).stage == Stage.READ
        assert ("x.gelu()" in words_on(pilot)) is False

        await press_all(pilot, "enter")
        await predict_everything(pilot)
        assert len(state_of(pilot, mode).answers) == 8

        await press_all(pilot, "n")
        await run_everything(pilot)
        state = state_of(pilot, mode)
        assert state.locked
        assert set(state.record) == {"additive", "agreement"}

        await press_all(pilot, "enter")
        await settle(pilot)
        assert re.search(r"\d+ (of|de) 8", words_on(pilot))
        for _ in range(8):
            await press_all(pilot, "right")
            await settle(pilot)

        await press_all(pilot, "n", "enter", "a", "enter")
        await settle(pilot)
        assert state_of(pilot, mode).rungs == 1
        assert state_of(pilot, mode).guesses == {1: "a"}
        await point_at_the_line(pilot)
        assert state_of(pilot, mode).diagnosed
        await press_all(pilot, "escape", "n")

        await settle(pilot)
        await press_all(pilot, "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).attempts == 1
        assert not state_of(pilot, mode).repaired
        await press_all(pilot, "backspace", *"x.gelu()", "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).repaired

        await press_all(pilot, "n")
        await settle(pilot)
        await press_all(pilot, "tab", *"bends", "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).finished
        await press_all(pilot, "escape", "escape")
        await settle(pilot)
    notes = (home / "learners" / "ana" / "notes" / "breaks.md").read_text(encoding="utf-8")
    assert "bends" in notes
    assert notes.count("✓") + notes.count("✗") == 8


async def test_the_popular_guess_about_steps_fails_by_the_learners_own_runs(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        await predict_everything(pilot)
        await press_all(pilot, "n")
        await run_everything(pilot)
        verdicts = {
            event.payload["question"]: event.payload
            for event in app.learner.journal.events
            if event.kind == "verdict"
        }
    assert verdicts["steps"]["answer"] == "more"
    assert verdicts["steps"]["truth"] == "same"
    assert verdicts["steps"]["right"] is False
    assert verdicts["rank"]["truth"] == "same"
    assert verdicts["gap"]["truth"] == "zero"


@pytest.mark.parametrize("stage", list(Stage))
async def test_every_stage_is_found_again_after_a_restart(make_app: MakeApp, stage: Stage) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        learner, place = app.learner, place_of()
        finish_up_to(learner, place, stage)
    again = make_app("en", "open")
    async with again.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert state_of(pilot, "open").stage == stage
        assert again.screen.query(".stage").first().__class__.__name__.lower() == f"{stage.key}stage"


def finish_up_to(learner, place, stage: Stage) -> None:  # type: ignore[no-untyped-def]
    """Record what a learner would have done before this stage."""
    for question in place.lesson.questions:
        answer = (
            question.options[0].id
            if question.options
            else {"number": "0.5", "shape": "5x23"}.get(question.kind)
        )
        answer = answer or ("same" if question.kind == "direction" else "plateau")
        learner.record("prediction", place, question=question.id, answer=answer, confidence=0.7)
    for reached in Stage:
        if reached == Stage.OBSERVE:
            learner.record("locked", place)
            for name in place.lesson.experiments:
                learner.record("run", place, experiment=name, seed=7, metrics={})
                learner.record(
                    "sweep", place, experiment=name, seeds=1, metrics={"x": {"healthy": {"median": 1.0}}}
                )
        if reached == Stage.REPAIR:
            learner.record("pointed", place, file="f", line=1, found=True)
        if reached == Stage.WHY:
            learner.record("repair", place, passed=True)
        if reached > Stage.READ:
            learner.record("moved", place, stage=reached.key)
        if reached == stage:
            return


async def test_what_was_typed_into_the_reflection_survives_leaving(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        finish_up_to(app.learner, place_of(), Stage.WHY)
        await press_all(pilot, "7")
        await app.screen.show_stage()
        await press_all(pilot, "tab", *"half a thought", "escape", "escape")
        await settle(pilot)
        assert state_of(pilot, "open").reflection == "half a thought"
        await press_all(pilot, "enter")
        await settle(pilot)
        assert app.screen.query_one("#reflection", TextArea).text == "half a thought"
