"""Play by keys: knobs are turned, what they say is trained and compared, and a finding stands in journal and notes."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.acts import Opened
from lessons.pictures import Boundary, Curves
from progress.event import FINDING
from progress.journal import Journal
from tests.tutor.conftest import (
    MakeApp,
    burst,
    make_learner,
    place_of,
    press_all,
    session_of,
    settle,
    words_on,
)
from tests.tutor.test_mouse import click
from tests.tutor.work import work_up_to
from tutor.notes import wait
from tutor.play_session import PlaySession
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.play import PlayScreen
from tutor.tui.widgets.picture import Pictures
from tutor.words.text import Text

SIZE = (80, 24)


def playing(home: Path, task: str = "xor", language: str = "en") -> LynxTutor:
    return LynxTutor(make_learner(home), Text(language), task=task)


def play_of(pilot: Pilot[None]) -> PlaySession:
    assert isinstance(pilot.app.screen, PlayScreen)
    return pilot.app.screen.session


async def train(pilot: Pilot[None], *keys: str) -> None:
    """Turn what these keys turn, and train it at full speed."""
    await press_all(pilot, *keys, "enter")
    await settle(pilot)


async def hurried(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press_all(pilot, "f")


def pictures_on(pilot: Pilot[None]) -> tuple[object, ...]:
    return pilot.app.screen.query_one(Pictures).pictures


async def test_a_knob_is_turned_and_the_next_try_stands_beside_the_one_before(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await hurried(pilot)
        await train(pilot)
        first = play_of(pilot).playing.now
        assert first is not None
        await press_all(pilot, "down", "down", "left")
        assert "Turned, and not trained yet" in words_on(pilot)
        await train(pilot)
        state = play_of(pilot).playing
        assert state.before == first
        assert state.now is not None
        assert state.now.values == {**first.values, "width": "4"}
        lines = [line.split()[:3] for line in words_on(pilot).split("\n")]
        assert ["width", "8", "4"] in lines
        curves, *boundaries = pictures_on(pilot)
        assert isinstance(curves, Curves)
        assert [line.name for line in curves.curves] == ["now", "before"]
        assert [each.title for each in boundaries if isinstance(each, Boundary)] == [
            "Share for class 1",
            "before",
        ]


async def test_before_the_first_try_the_model_that_waits_is_shown_and_follows_the_knobs(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await settle(pilot)
        boundary = pictures_on(pilot)[1]
        await press_all(pilot, *["down"] * 8, "right")
        await settle(pilot)
        assert pictures_on(pilot)[1] != boundary
        assert play_of(pilot).playing.values["seed"] == "8"


async def test_knobs_are_put_back_one_or_all(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await settle(pilot)
        first = play_of(pilot).first.values
        await press_all(pilot, "down", "down", "right", "down", "right", "r")
        assert play_of(pilot).playing.values == {**first, "width": "16"}
        await press_all(pilot, "R")
        assert play_of(pilot).playing.values == first


async def test_a_loss_that_is_no_number_any_more_ends_in_a_sentence(home: Path) -> None:
    async with playing(home, "sine").run_test(size=SIZE) as pilot:
        await hurried(pilot)
        await train(pilot, *["down"] * 5, "home", "down", "end")
        assert "It diverged: from step" in words_on(pilot)
        await train(pilot, "home")
        assert "The loss went from" in words_on(pilot)


async def test_what_cannot_be_built_ends_in_a_sentence(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await hurried(pilot)
        values = {**play_of(pilot).playing.values, "activation": "prelu 1 2 3"}
        play_of(pilot).playing = type(play_of(pilot).playing)(values)
        await train(pilot)
        assert "It could not be trained on after step 0" in words_on(pilot)


async def test_a_break_is_turned_on_and_makes_a_difference(home: Path) -> None:
    app = playing(home, "agreement")
    app.learner.record(Opened(), place_of())
    async with app.run_test(size=SIZE) as pilot:
        await hurried(pilot)
        await train(pilot)
        await train(pilot, "up", "right")
        state = play_of(pilot).playing
        assert state.now is not None
        assert state.before is not None
        assert state.now.values["break"] == "break-gelu-identity"
        assert state.now.figures["train_accuracy"] < state.before.figures["train_accuracy"]


async def test_a_finding_is_on_the_disk_at_once_with_what_it_is_about(home: Path) -> None:
    app = playing(home)
    async with app.run_test(size=SIZE) as pilot:
        await hurried(pilot)
        await train(pilot)
        await press_all(pilot, "s", *"four r", "enter")
        await pilot.pause()
        (found,) = [
            event
            for event in Journal.open(app.learner.folder, version="test").events
            if event.kind == FINDING
        ]
        assert found.lesson is None
        assert found.payload["text"] == "four r"
        assert found.payload["settings"]["width"] == "8"
        assert found.payload["figures"]["train_accuracy"] == 1.0
        wait(app.learner)
        notes = (app.learner.folder / "notes" / "breaks.md").read_text(encoding="utf-8")
        assert "## Findings" in notes
        assert "**four r**" in notes
        assert "width 8" in notes
        assert "rows right 100 %" in notes


async def test_escape_leaves_the_box_and_then_play_and_an_empty_finding_is_none(home: Path) -> None:
    app = playing(home)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "s", "escape", "s", "enter")
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.is_writing
        await press_all(pilot, "escape")
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)
        assert not app.learner.journal.events


async def test_a_finding_that_is_half_typed_is_kept_where_the_app_is_left(home: Path) -> None:
    app = playing(home)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "s", *"half")
        app.keep_drafts()
        assert [event.payload["text"] for event in app.learner.journal.events] == ["half"]


async def test_play_is_opened_from_the_map_and_goes_back_there(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "p")
        await settle(pilot)
        assert play_of(pilot).first.values["task"] == "xor"
        await press_all(pilot, "b")
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)


async def test_at_the_end_of_a_lesson_its_experiment_is_the_beginning(make_app: MakeApp) -> None:
    app = make_app("en", "open", "xor-line")
    work_up_to(app.learner, place_of("open", "xor-line"), "why")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "p")
        await settle(pilot)
        values = play_of(pilot).first.values
        assert (values["task"], values["activation"], values["lr"]) == ("xor", "shrink", "0.03")
        await press_all(pilot, "escape")
        await settle(pilot)
        assert isinstance(app.screen, LessonScreen)
        assert session_of(pilot).step.kind == "why"


async def test_enter_in_the_middle_begins_anew_with_what_the_knobs_say_now(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await settle(pilot)
        await burst(pilot, "enter", "down", "down", "right", "enter")
        await press_all(pilot, "f")
        await settle(pilot)
        state = play_of(pilot).playing
        assert state.now is not None
        assert state.now.values["width"] == "16"
        assert state.before is None


async def test_everything_can_be_clicked(home: Path) -> None:
    async with playing(home).run_test(size=SIZE) as pilot:
        await hurried(pilot)
        await click(pilot, "width")
        row = next(line for line in words_on(pilot).split("\n") if "width" in line)
        assert await pilot.click(offset=(row.rindex("▸"), words_on(pilot).split("\n").index(row)))
        await settle(pilot)
        assert play_of(pilot).playing.values["width"] == "16"
        await click(pilot, "Enter", -1)
        assert play_of(pilot).playing.now is not None


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(60, 16), (80, 24), (140, 45)])
@pytest.mark.parametrize("task", ["two-moons", "agreement", "sine", "parity"])
async def test_play_fits_every_size(home: Path, task: str, size: tuple[int, int], language: str) -> None:
    app = playing(home, task, language)
    async with app.run_test(size=size) as pilot:
        await hurried(pilot)
        await train(pilot)
        await train(pilot, "up", "up", "right")
        lines = words_on(pilot).split("\n")
        for knob in play_of(pilot).want.knobs:
            assert any(knob.name in line and knob.said()[:6] in line for line in lines), knob.name
        assert app.text("side.before") in words_on(pilot)
        assert "Esc" in lines[-1]
