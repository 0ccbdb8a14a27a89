"""Every key that a learner is likely to press leads somewhere, and none of them undoes their work."""

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.state import State
from tests.tutor.conftest import (
    answer_all,
    app_at,
    at_question,
    burst,
    edited_place,
    make_learner,
    opened,
    place_of,
    press,
    press_all,
    session_of,
    shows_step,
    words_on,
)
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.widgets.editor import Editor
from tutor.words.text import Text

MAP = "Break it to understand it"


def state_of(pilot: Pilot[None]) -> State:
    return session_of(pilot).state


def question_of(pilot: Pilot[None]) -> str:
    want = session_of(pilot).page.want
    return want.question.id


async def test_escape_leaves_the_editor_before_anything_has_passed(make_app):
    app = app_at(make_app, "repair")
    async with opened(app) as pilot:
        await press(pilot, "enter")
        await burst(pilot, *"  # mine")
        await press_all(pilot, "escape")
        assert shows_step(pilot, "repair")
        assert not app.screen.query_one("#editor").has_focus
        await press(pilot, "escape")
        assert MAP in words_on(pilot)
        await press(pilot, "enter")
        assert "# mine" in app.screen.query_one("#editor", Editor).text
        assert state_of(pilot).passed == frozenset()


async def test_the_learners_text_is_wiped_only_when_asked_twice_and_undo_brings_it_back(make_app):
    app = app_at(make_app, "repair")
    async with opened(app) as pilot:
        editor = app.screen.query_one("#editor", Editor)
        given = editor.text
        await press(pilot, "enter")
        await burst(pilot, *"  # mine")
        mine = editor.text
        assert mine != given
        await press(pilot, "ctrl+o")
        assert editor.text == mine
        assert "Start over?" in words_on(pilot)
        await press(pilot, "ctrl+o")
        assert editor.text == given
        await press(pilot, "ctrl+z")
        assert editor.text == mine


async def test_a_key_in_between_takes_the_question_back(make_app):
    app = app_at(make_app, "repair")
    async with opened(app) as pilot:
        editor = app.screen.query_one("#editor", Editor)
        await press_all(pilot, "enter", "ctrl+o")
        await burst(pilot, *"  # mine")
        mine = editor.text
        await press(pilot, "ctrl+o")
        assert editor.text == mine


@pytest.mark.parametrize("name", ["accuracy-agreement", "loss"])
async def test_letters_in_an_answer_box_are_no_shortcuts(make_app, home, name):
    place = place_of("open", "worked-pass")
    learner = make_learner(home)
    work_up_to(learner, place, "trace")
    app = LynxTutor(learner, Text("en"), place) if name == "loss" else at_question(make_app, name)
    async with opened(app) as pilot:
        await burst(pilot, *"bqlcnt?0123456789")
        assert question_of(pilot) == name
        assert "?0123456789▏" in words_on(pilot)  # which takes no letters: test_answering
        assert app.text.language == "en"


async def test_nothing_is_chosen_to_begin_with_and_enter_alone_answers_nothing(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        assert "▸ 1 higher" not in words_on(pilot)
        for _ in range(3):
            await press(pilot, "enter")
        assert state_of(pilot).answers == {}
        assert "Choose an answer first" in words_on(pilot)


async def test_right_and_left_turn_the_confidence_round(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        steps = zip(["right"] * 4 + ["left"], ["33 %", "75 %", "95 %", "not said", "95 %"], strict=True)
        for key, shown in steps:
            await press_all(pilot, key)
            assert f"How sure are you?  {shown}" in words_on(pilot)


async def test_tab_keeps_a_choice_and_goes_to_the_next_question(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        first = question_of(pilot)
        await press(pilot, "down", "right", "tab")
        assert state_of(pilot).answers[first].value == "more"
        assert question_of(pilot) != first


async def test_what_is_half_chosen_is_still_there_after_a_look_back(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        await press(pilot, "down", "down", "right", "b")
        await press(pilot, "n")
        words = words_on(pilot)
        assert "▸ 2 the same" in words
        assert "▸ a guess (33 %)" in words
        assert state_of(pilot).answers == {}


async def test_space_or_enter_on_the_summary_changes_the_answer_under_the_cursor(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        await answer_all(pilot)
        names = list(state_of(pilot).answers)
        for key in ("space", "enter"):
            await press(pilot, "b")
            assert "You can change them until the run starts" in words_on(pilot)
            await press(pilot, "up", key)
            assert question_of(pilot) == names[-1]
            await press(pilot, "up", "enter")
            assert shows_step(pilot, "run")


async def test_enter_in_the_box_is_a_line_and_ctrl_s_ends(make_app):
    app = app_at(make_app, "why")
    async with opened(app) as pilot:
        await press(pilot, "tab", "a", "enter", "b", "ctrl+s")
        assert state_of(pilot).words == {"why": "a\nb"}
        assert state_of(pilot).finished


async def test_before_the_line_is_found_neither_a_page_nor_the_source_key_shows_the_edit(make_app):
    app = app_at(make_app, "instruments", "blind")
    async with opened(app, (140, 45)) as pilot:
        assert "gelu()" not in words_on(pilot)
        await press(pilot, "c")
        file, _ = edited_place(place_of("blind"))
        assert app.screen.view.file != file  # type: ignore[attr-defined]


async def test_the_last_answer_leads_to_the_run_and_so_does_enter_on_their_summary(make_app):
    app = app_at(make_app, "predict")
    async with opened(app) as pilot:
        await answer_all(pilot)
        assert shows_step(pilot, "run")
        await press(pilot, "b", "enter")
        assert shows_step(pilot, "run")


async def test_a_step_that_is_not_open_yet_is_refused_and_nothing_is_written(make_app):
    app = app_at(make_app, "predict")
    async with opened(app, notifications=True) as pilot:
        before = app.learner.journal.events
        for key in ("n", "4", "9"):
            await press(pilot, key)
            assert shows_step(pilot, "predict")
        assert app.learner.journal.events == before
        await burst(pilot, "9", "9")
        assert words_on(pilot).count("Not yet") == 1
        await press(pilot, "1", "enter")
        assert "Not yet" not in words_on(pilot)
