"""What is gone from the screen is gone from memory: a session may last for days."""

import gc

import pytest

from tests.tutor.conftest import MakeApp, place_of, press_all, session_of, settle
from tutor.commands import OwnText
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.widgets.bars import KeyLine
from tutor.words.text import Text


@pytest.mark.slow
async def test_screens_made_anew_in_another_language_leave_nothing_behind(make_app: MakeApp) -> None:
    app = make_app(mode="open")
    async with app.run_test() as pilot:
        await settle(pilot)
        for _ in range(3):
            await press_all(pilot, "l", "l")
            await settle(pilot)
        gc.collect()
        lines = [each for each in gc.get_objects() if isinstance(each, KeyLine)]
        assert [each for each in lines if each.app is app and not each.is_attached] == []


@pytest.mark.slow
def test_a_language_is_read_once_however_often_it_is_chosen(make_app: MakeApp) -> None:
    text: Text = OwnText("en", make_app().learner)
    spanish = text.in_language("es")
    assert spanish.language == "es"
    assert spanish.in_language("en") is text
    assert text.in_language("es") is spanish


@pytest.mark.slow
async def test_keys_that_come_before_a_lesson_has_its_page_are_no_reason_to_end(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        screen = LessonScreen(place_of())
        app.push_screen(screen)
        await screen.action_back()
        await screen.action_next()
        assert screen.help_key == "help.predict"
        app.change_language()
        await settle(pilot)
        assert session_of(pilot).text.language == "es"
