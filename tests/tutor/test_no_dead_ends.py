"""Every key that a learner is likely to press leads somewhere, and none of them undoes their work."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from lessons.acts import Opened, Predicted
from lessons.page import Ask
from lessons.state import State
from tests.tutor.conftest import (
    LESSON,
    MakeApp,
    answer_all,
    burst,
    edited_place,
    place_of,
    press_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.small_course import small_course
from tests.tutor.work import some_answer, work_up_to
from tutor.course_rows import Row
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.widgets.editor import Editor
from tutor.words.course import title_of

SIZE = (80, 24)
MAP = "Break it to understand it"


def app_at(make_app: MakeApp, step: str, mode: str = "open", language: str = "en") -> LynxTutor:
    """The app in the lesson, at a step."""
    app = make_app(language, mode)
    work_up_to(app.learner, place_of(mode), step)
    return app


def state_of(pilot: Pilot[None]) -> State:
    return session_of(pilot).state


def question_of(pilot: Pilot[None]) -> str:
    want = session_of(pilot).page.want
    assert isinstance(want, Ask)
    return want.question.id


def at_question(make_app: MakeApp, name: str) -> LynxTutor:
    """The app at a question about agreement, with those before it answered."""
    asked = place_of().lesson.questions_for("open", ("agreement",))
    inside = next(each.inside for each in asked if each.id == name)
    app = app_at(make_app, "predict-inside-agreement" if inside else "predict-agreement")
    for each in (each for each in asked if each.inside == inside):
        if each.id == name:
            return app
        app.learner.record(Predicted(each.id, some_answer(each, place_of()), 0.7), place_of())
    raise AssertionError(f"there is no question {name}")


# The repair.


async def test_escape_leaves_the_editor_before_anything_has_passed(make_app: MakeApp) -> None:
    app = app_at(make_app, "repair")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await burst(pilot, *"  # mine")
        await press_all(pilot, "escape")
        assert shows_step(pilot, "repair")
        assert not app.screen.query_one("#editor").has_focus
        await press_all(pilot, "escape")
        await settle(pilot)
        assert MAP in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert "# mine" in app.screen.query_one("#editor", Editor).text
        assert state_of(pilot).passed == frozenset()


async def test_enter_leads_back_into_the_editor(make_app: MakeApp) -> None:
    app = app_at(make_app, "repair")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "escape", "enter")
        assert app.screen.query_one("#editor").has_focus


async def test_the_learners_text_is_wiped_only_when_asked_twice_and_undo_brings_it_back(
    make_app: MakeApp,
) -> None:
    app = app_at(make_app, "repair")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        editor = app.screen.query_one("#editor", Editor)
        given = editor.text
        await burst(pilot, *"  # mine")
        mine = editor.text
        assert mine != given
        await press_all(pilot, "ctrl+o")
        await settle(pilot)
        assert editor.text == mine
        assert "Begin anew?" in words_on(pilot)
        await press_all(pilot, "ctrl+o")
        await settle(pilot)
        assert editor.text == given
        await press_all(pilot, "ctrl+z")
        await settle(pilot)
        assert editor.text == mine


async def test_a_key_in_between_takes_the_question_back(make_app: MakeApp) -> None:
    app = app_at(make_app, "repair")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        editor = app.screen.query_one("#editor", Editor)
        await press_all(pilot, "ctrl+o")
        await burst(pilot, *"  # mine")
        await settle(pilot)
        mine = editor.text
        await press_all(pilot, "ctrl+o")
        await settle(pilot)
        assert editor.text == mine


# Questions.


async def test_a_share_beyond_all_is_told_so(make_app: MakeApp) -> None:
    app = at_question(make_app, "accuracy-agreement")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await burst(pilot, *"140", "enter")
        await settle(pilot)
        assert "from 0 to 100 %" in words_on(pilot)
        assert question_of(pilot) == "accuracy-agreement"


@pytest.mark.parametrize("name", ["accuracy-agreement", "shape"])
async def test_letters_in_an_answer_box_are_letters(make_app: MakeApp, name: str) -> None:
    app = at_question(make_app, name)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await burst(pilot, *"bqlcnt?0123456789")
        await settle(pilot)
        assert question_of(pilot) == name
        assert "bqlcnt?0123456789▏" in words_on(pilot)
        assert app.text.language == "en"


async def test_nothing_is_chosen_to_begin_with_and_enter_alone_answers_nothing(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        assert "▸ higher" not in words_on(pilot)
        for _ in range(3):
            await press_all(pilot, "enter")
            await settle(pilot)
        assert state_of(pilot).answers == {}
        assert "Choose an answer first" in words_on(pilot)


async def test_right_raises_the_confidence_and_left_lowers_it_by_fives(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        for key, shown in [
            ("left", "a pure guess"),
            ("right", "35 %"),
            ("right", "40 %"),
            ("shift+right", "41 %"),
            ("left", "40 %"),
            ("left", "35 %"),
            ("left", "a pure guess"),
        ]:
            await press_all(pilot, key)
            assert f"How sure are you?  {shown}" in words_on(pilot)


async def test_tab_keeps_a_choice_and_goes_to_the_next_question(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        first = question_of(pilot)
        await press_all(pilot, "down", "right", "tab")
        await settle(pilot)
        assert state_of(pilot).answers[first].value == "more"
        assert question_of(pilot) != first


async def test_what_is_half_chosen_is_still_there_after_a_look_back(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "down", "down", "right", "b")
        await settle(pilot)
        await press_all(pilot, "n")
        await settle(pilot)
        words = words_on(pilot)
        assert "▸ the same" in words
        assert "35 %" in words
        assert state_of(pilot).answers == {}


async def test_enter_on_the_summary_of_predictions_goes_to_the_run(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await answer_all(pilot)
        assert "They can be changed until the run starts" in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert shows_step(pilot, "run")


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_space_or_enter_on_the_summary_changes_the_answer_under_the_cursor(
    make_app: MakeApp, key: str
) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await answer_all(pilot)
        names = list(state_of(pilot).answers)
        await press_all(pilot, "up", key)
        await settle(pilot)
        assert question_of(pilot) == names[-1]
        await press_all(pilot, "up", "enter")
        await settle(pilot)
        assert "They can be changed until the run starts" in words_on(pilot)


# Ends, and steps that are not open yet.


async def test_a_lesson_is_finished_by_enter_on_its_last_page(make_app: MakeApp) -> None:
    app = app_at(make_app, "why")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert state_of(pilot).finished
        assert "The lesson is done" in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert MAP in words_on(pilot)


async def test_enter_in_the_box_is_a_line_and_ctrl_s_ends(make_app: MakeApp) -> None:
    app = app_at(make_app, "why")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "tab", "a", "enter", "b", "ctrl+s")
        await settle(pilot)
        assert state_of(pilot).words == {"why": "a\nb"}
        assert state_of(pilot).finished


@pytest.mark.parametrize("key", ["n", "4", "9"])
async def test_a_step_that_is_not_open_yet_is_refused_and_nothing_is_written(
    make_app: MakeApp, key: str
) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await settle(pilot)
        before = len(app.learner.journal.events)
        await press_all(pilot, key)
        await settle(pilot)
        assert shows_step(pilot, "predict")
        kinds = [event.kind for event in app.learner.journal.events[before:]]
        assert kinds == []


@pytest.mark.slow
async def test_every_lesson_has_one_name_on_the_map_and_in_itself(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        for place in small_course().places():  # a break is one row: the space bar opens it blind
            assert isinstance(app.screen, CourseScreen)
            table = app.screen.list
            table.highlighted = table.rows.index(Row("lesson", place.lesson.id))
            await settle(pilot)
            name = title_of(place, app.learner.course, app.text)
            ways = {
                "open": ["enter", "down", "enter"] if table.current.name == LESSON else ["enter"]
            }  # asked how
            await press_all(pilot, *ways.get(place.mode, ["space"]))
            await settle(pilot)
            assert session_of(pilot).place == place
            assert words_on(pilot).split("\n")[0].strip().startswith(name)
            await press_all(pilot, "escape")
            await settle(pilot)
            row = app.screen.list.rows.index(Row("lesson", place.lesson.id))
            assert name in str(app.screen.list.get_option_at_index(row).prompt) or place.mode == "blind"


# Blind.


async def test_the_source_key_in_a_blind_lesson_does_not_open_the_edited_file(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive", "blind")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "c")
        await settle(pilot)
        file, _ = edited_place(place_of("blind"))
        assert app.screen.file != file  # type: ignore[attr-defined]
        while app.screen.file != file:  # type: ignore[attr-defined]
            await press_all(pilot, "right")
        assert app.screen.query_one("#source", OptionList).highlighted == 0


async def test_the_source_key_in_an_open_lesson_opens_the_edit(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "c")
        await settle(pilot)
        file, line = edited_place(place_of())
        assert app.screen.file == file  # type: ignore[attr-defined]
        assert app.screen.query_one("#source", OptionList).highlighted == line - 1


def test_a_lesson_begins_anew_without_anything_of_before(make_app: MakeApp) -> None:
    app = app_at(make_app, "hints")
    app.learner.reset(place_of().lesson)
    assert app.learner.state(place_of()) == State()
    app.learner.record(Opened(), place_of())
    assert app.learner.state(place_of()).here == 0
