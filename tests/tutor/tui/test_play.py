"""Play by keys: knobs are turned, what they say is trained and compared, and a finding stands in journal and notes."""

import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.pictures import Boundary
from lessons.course.lesson.values import LessonError
from lessons.course.play.knobs import KNOBS
from lessons.engine.process import ENDED, CodeEnded
from lessons.engine.thread import Here
from progress.event import FINDING
from progress.journal import Journal
from tests.tutor import piloting
from tests.tutor.conftest import make_learner, opened, place_of, press, press_all, session_of, settle, words_on
from tests.tutor.tui.test_answering import click
from tests.tutor.work import work_up_to
from tutor.notes import wait
from tutor.play_session import PlaySession
from tutor.reports.findings import finding_lines
from tutor.shell.maintain import why_left_out
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.play import PlayScreen
from tutor.tui.widgets.picture import Pictures
from tutor.words.text import Text


def playing(home: Path, task: str = "xor", language: str = "en") -> LynxTutor:
    return LynxTutor(make_learner(home), Text(language), task=task)


def play_of(pilot: Pilot[None]) -> PlaySession:
    assert isinstance(pilot.app.screen, PlayScreen)
    return pilot.app.screen.session


async def train(pilot: Pilot[None], *keys: str) -> None:
    await press(pilot, *keys, "enter")


async def test_a_knob_is_turned_and_the_next_try_stands_beside_the_one_before(home):
    async with opened(playing(home)) as pilot:
        await train(pilot)
        first = play_of(pilot).playing.now
        assert first is not None
        await press_all(pilot, "down", "down", "left")
        assert "Turned, and not trained yet" in words_on(pilot)
        await train(pilot)
        state = play_of(pilot).playing
        assert state.before == first
        assert state.now.values == {**first.values, "width": "4"}
        lines = [line.split()[:3] for line in words_on(pilot).split("\n")]
        assert ["width", "8", "4"] in lines
        curves, *boundaries = pilot.app.screen.query_one(Pictures).pictures
        assert [line.name for line in curves.curves] == ["now", "before"]
        titles = [each.title for each in boundaries if isinstance(each, Boundary)]
        assert titles == ["Probability of lit", "before"]


async def test_in_a_small_window_the_figures_are_a_line_and_long_titles_a_formula(home):
    async with opened(playing(home, language="es"), (60, 16)) as pilot:
        await train(pilot)
        await train(pilot, "right")
        words = re.sub(r"\s+", " ", "".join(line[:34] for line in words_on(pilot).split("\n")))
        assert re.search(r"apartadas \d+ % · constante apart\. \d+ %", words)
    async with opened(playing(home / "other", language="es")) as pilot:
        await train(pilot)
        await train(pilot, "down", "down", "right")
        assert "P(encendida)" in words_on(pilot)


@pytest.mark.parametrize("presses", [0, 1, 2])  # of Enter: how a try ended takes rows from the knobs
async def test_in_a_small_window_the_row_that_is_chosen_is_in_view(home, presses):
    async with opened(playing(home), (60, 16)) as pilot:
        await press(pilot, "right")
        for _ in range(presses):
            await train(pilot)
        await press(pilot, "up")
        assert "▸ break" in words_on(pilot)
        await train(pilot)
        assert "▸ break" in words_on(pilot)
        await press(pilot, "down")
        assert "▸ task" in words_on(pilot)


async def test_what_cannot_be_built_ends_in_a_sentence(home):
    async with opened(playing(home)) as pilot:
        values = {**play_of(pilot).playing.values, "activation": "prelu 1 2 3"}
        play_of(pilot).playing = type(play_of(pilot).playing)(values)
        await train(pilot)
        assert "Training couldn't go on after step 0" in words_on(pilot)


async def test_a_finding_is_on_the_disk_at_once_with_what_it_is_about(home):
    app = playing(home)
    async with opened(app) as pilot:
        await train(pilot)
        await press_all(pilot, "s", *"four r", "enter")
        (found,) = Journal.open(app.learner.folder, version="test").events
        assert found.kind == FINDING
        assert found.lesson is None
        assert found.payload["text"] == "four r"
        assert found.payload["settings"]["width"] == "8"
        assert found.payload["figures"]["train_accuracy"] == 1.0
        wait(app.learner)
        notes = (app.learner.folder / "notes" / "breaks.md").read_text(encoding="utf-8")
        assert all(words in notes for words in ("## Findings", "**four r**", "width 8", "rows right 100 %"))


async def test_escape_leaves_the_box_and_then_play_and_an_empty_finding_is_none(home):
    app = playing(home)
    async with opened(app) as pilot:
        await press(pilot, "s", "escape", "s", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert not app.screen.is_writing
        await press(pilot, "escape")
        assert isinstance(app.screen, CourseScreen)
        assert not app.learner.journal.events


async def test_a_finding_that_is_half_typed_is_kept_where_the_app_is_left(home):
    app = playing(home)
    async with opened(app) as pilot:
        await press_all(pilot, "s", *"half")
        app.keep_drafts()
        assert [event.payload["text"] for event in app.learner.journal.events] == ["half"]


async def test_at_the_end_of_a_lesson_its_experiment_is_the_beginning(make_app):
    app = make_app("en", "open", "xor-line")
    work_up_to(app.learner, place_of("open", "xor-line"), "why")
    async with opened(app) as pilot:
        await press(pilot, "p")
        values = play_of(pilot).first.values
        assert (values["task"], values["activation"], values["lr"]) == ("xor", "identity", "0.03")
        await press(pilot, "escape")
        assert isinstance(app.screen, LessonScreen)
        assert session_of(pilot).step.kind == "why"


@pytest.mark.usefixtures("unhurried")
async def test_enter_in_the_middle_begins_anew_with_what_the_knobs_say_now(home):
    async with opened(playing(home)) as pilot:
        await piloting.burst(pilot, "enter", "down", "down", "right", "enter")
        await press(pilot, "f")
        state = play_of(pilot).playing
        assert state.now.values["width"] == "16"
        assert state.before is None


async def test_a_turn_in_the_middle_trains_anew_at_once_and_the_table_is_of_the_try_that_goes_on(home, request):
    async with opened(playing(home)) as pilot:
        await train(pilot)
        first = play_of(pilot).playing.now
        assert first is not None
        request.getfixturevalue("unhurried")
        await piloting.burst(pilot, "enter", "down", "down", "right")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert screen.is_busy
        assert re.search(r"before +now", words_on(pilot))
        assert re.search(r"width +8 +16", words_on(pilot))
        await press(pilot, "f")
        assert play_of(pilot).playing.before == first
        assert play_of(pilot).playing.now != first


async def test_everything_can_be_clicked(home):
    async with opened(playing(home)) as pilot:
        await click(pilot, "width")
        row = next(line for line in words_on(pilot).split("\n") if "width" in line)
        assert await pilot.click(offset=(row.rindex("▸"), words_on(pilot).split("\n").index(row)))
        await settle(pilot)
        assert play_of(pilot).playing.values["width"] == "16"
        await click(pilot, "Enter", -1)
        assert play_of(pilot).playing.now is not None


@pytest.mark.usefixtures("unhurried")
async def test_a_break_that_does_not_load_leaves_the_try_that_is_under_way(home, monkeypatch):
    async with opened(playing(home)) as pilot:
        await press_all(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        running = screen.running
        assert running is not None
        with monkeypatch.context() as broken:
            broken.setattr(PlaySession, "wanted", Mock(side_effect=LessonError("It does not load.")))
            await screen.action_train()
        assert screen.running is running
        await press(pilot, "f")
        assert not screen.is_busy
        assert screen.session.playing.now is not None


async def test_a_try_whose_code_has_ended_says_so(home, monkeypatch):
    async with opened(playing(home)) as pilot:
        monkeypatch.setattr(Here, "items", Mock(side_effect=CodeEnded(ENDED)))
        await train(pilot)
        assert Text("en")("pack.ended").rstrip(".") in " ".join(words_on(pilot).split())


TEXT = Text("en")
SETTINGS = {"task": "xor", "model": "MLP", "depth": "0", "width": "8", "activation": "tanh", "break": "none"}


def test_a_finding_is_of_no_lesson_and_changes_no_state(home):
    learner = make_learner(home)
    work_up_to(learner, place_of(), "run")
    fold = learner.fold
    before = (learner.state(place_of()), dict(fold.events), fold.last, fold.finished)
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={})
    fold = learner.fold
    assert (learner.state(place_of()), dict(fold.events), fold.last, fold.finished) == before
    assert not any(map(why_left_out, learner.journal.events))


def test_what_meant_nothing_is_not_told(home):
    learner = make_learner(home)
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={"final_loss": 0.693})
    (line,) = finding_lines(learner.events(), TEXT)
    assert line.endswith("task xor, model network, hidden layers 0; loss 0.69")


async def test_a_digit_types_a_number_that_the_arrows_do_not_come_by(home):
    async with opened(playing(home), notifications=True) as pilot:
        for _ in range(3):
            await press(pilot, "3")
            assert "This knob has no numbers." in words_on(pilot).split("\n")[1]  # however often it is said
        await press(pilot, "down", "down", "3", "7", "0", "0", "0", "enter")
        assert "width cannot be “37000”." in words_on(pilot)
        await press(pilot, *["backspace"] * 3, "enter")
        assert play_of(pilot).playing.values["width"] == "37"
        await press(pilot, "right", "left", "left", "right")
        assert play_of(pilot).playing.values["width"] == "32"


async def test_the_tasks_go_round_past_the_rows_of_ones_own(home):
    async with opened(playing(home)) as pilot:
        await press(pilot, "left")
        assert "Esc leave it" in words_on(pilot)
        await press(pilot, "escape", "left")
        assert play_of(pilot).playing.values["task"] == KNOBS["task"][-1]
        await press(pilot, "right", "escape", "right")
        assert play_of(pilot).playing.values["task"] == KNOBS["task"][0]
        await press(pilot, "b")
        assert play_of(pilot)
