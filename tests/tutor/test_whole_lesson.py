"""Break 00 from the course map to the learner's notes, by keyboard alone, at 80×24."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from lessons.recipes import steps_of
from lessons.state import State
from tests.tutor.conftest import (
    MakeApp,
    answer_all,
    burst,
    go_to,
    place_of,
    point_at_the_edit,
    press_all,
    run_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.work import work_up_to
from tutor.notes import wait
from tutor.tui.app import LynxTutor

pytestmark = pytest.mark.painted

SIZE = (80, 24)
MODES = [("en", "open"), ("es", "blind")]  # the others are walked by `check`
STEPS = [step.id for step in steps_of(place_of()).all]
QUESTIONS = {"additive": 2, "agreement": 3}
INSIDE = 3


def learner_app(pilot: Pilot[None]) -> LynxTutor:
    assert isinstance(pilot.app, LynxTutor)
    return pilot.app


def state_of(pilot: Pilot[None], mode: str) -> State:
    return learner_app(pilot).learner.state(place_of(mode))


def step_of(pilot: Pilot[None], mode: str) -> str:
    return STEPS[state_of(pilot, mode).here]


@pytest.mark.parametrize(("language", "mode"), MODES)
async def test_a_learner_finishes_the_lesson_with_the_keyboard_alone(
    make_app: MakeApp, home: Path, language: str, mode: str
) -> None:
    app = make_app(language)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "space" if mode == "blind" else "enter")
        await settle(pilot)
        assert step_of(pilot, mode) == "read"
        seen = words_on(pilot)
        for _ in range(4):
            await press_all(pilot, "pagedown")
            await settle(pilot)
            seen += words_on(pilot)
        assert ("gelu()" in seen) == (mode == "open")

        answered = 0
        for name, count in QUESTIONS.items():
            await press_all(pilot, "enter" if name == "additive" else "n")
            await settle(pilot)
            assert step_of(pilot, mode) == f"predict-{name}"
            await answer_all(pilot)
            answered += count
            assert len(state_of(pilot, mode).answers) == answered

            await press_all(pilot, "enter")
            await settle(pilot)
            assert step_of(pilot, mode) == f"run-{name}"
            await run_all(pilot)
            assert len(state_of(pilot, mode).locked) == answered
            assert name in state_of(pilot, mode).record

            await press_all(pilot, "enter")
            await settle(pilot)
            assert step_of(pilot, mode) == f"observe-{name}"
            assert re.search(rf"\d (of|de) {count}", words_on(pilot))
        await press_all(pilot, "n")
        await settle(pilot)
        assert step_of(pilot, mode) == "predict-inside-agreement"
        await answer_all(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert len(state_of(pilot, mode).locked) == answered + INSIDE
        assert re.search(rf"\d (of|de) {INSIDE}", words_on(pilot))
        page = session_of(pilot).page
        titles = [*(card.name for card in page.cards), *(look.title for look in page.looks)]
        for title in titles[1:]:
            await press_all(pilot, "enter")
            await settle(pilot)
            assert title.split(" · ")[0] in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)

        if mode == "open":
            await press_all(pilot, "down", "enter")
            await settle(pilot)
            assert set(state_of(pilot, mode).accused) == {"hints"}
            await press_all(pilot, "n")
        else:
            await press_all(pilot, "enter", "a", "enter")
            await settle(pilot)
            assert state_of(pilot, mode).hints == {"hints": 1}
            assert state_of(pilot, mode).guesses == {"hints": {1: "a"}}
            await point_at_the_edit(pilot)
            assert state_of(pilot, mode).found == {"hints"}
            await press_all(pilot, "enter")
            await settle(pilot)
            await press_all(pilot, "enter")

        await settle(pilot)
        await press_all(pilot, "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).tries == {"repair": 1}
        assert state_of(pilot, mode).passed == frozenset()
        await burst(pilot, "backspace", *"x.gelu()", "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).passed == {"repair"}

        await press_all(pilot, "enter")
        await settle(pilot)
        await press_all(pilot, "tab")
        await burst(pilot, *"bends", "ctrl+s")
        await settle(pilot)
        assert state_of(pilot, mode).finished
        await press_all(pilot, "escape", "escape")
        await settle(pilot)
        assert app.learner.course.tracks[0].title[language] in words_on(pilot)
    wait(app.learner)
    notes = (home / "learners" / "ana" / "notes" / "breaks.md").read_text(encoding="utf-8")
    assert "bends" in notes
    assert notes.count("✓") + notes.count("✗") == 8


async def test_the_popular_guess_about_steps_fails_by_the_learners_own_runs(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await go_to(pilot, "accuse")
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


@pytest.mark.parametrize("step", STEPS)
async def test_every_step_is_found_again_after_a_restart(make_app: MakeApp, step: str) -> None:
    work_up_to(make_app("en", "open").learner, place_of(), step)
    again = make_app("en", "open")
    async with again.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert step_of(pilot, "open") == step
        assert session_of(pilot).page.step == step
        assert shows_step(pilot, session_of(pilot).step.kind)


async def test_what_was_typed_into_the_reflection_survives_leaving(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "why")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "tab")
        await burst(pilot, *"half a thought")
        await press_all(pilot, "escape", "escape")
        await settle(pilot)
        assert state_of(pilot, "open").words == {"why": "half a thought"}
        await press_all(pilot, "enter")
        await settle(pilot)
        assert app.screen.query_one("#reflection", TextArea).text == "half a thought"
