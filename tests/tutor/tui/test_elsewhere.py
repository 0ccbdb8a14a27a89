"""A learner sees without a key what another window or the shell does; what is typed here stays."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from lessons.course.lesson.state import Moved
from tests.tutor.conftest import LESSON, app_at, make_learner, opened, place_of, press_all, session_of, settle, words_on
from tests.tutor.small_course import small_places
from tests.tutor.work import finish
from tutor.shell.main import main
from tutor.words.text import Text

pytestmark = pytest.mark.painted

PLACES = small_places()[:4]


async def look(pilot: Pilot[None]) -> None:
    """A second goes by."""
    app = pilot.app
    app.look_elsewhere()
    await settle(pilot)


def shell(home: Path, *words: str) -> None:
    main([*words, "--learner", "ana", "--home", str(home)])


async def test_the_cursor_and_the_view_stay_where_they_are_when_the_map_changes(make_app, home):
    finish(make_learner(home), PLACES[0])
    async with opened(make_app()) as pilot:
        await press_all(pilot, "down", "down", "down", "down", "down")
        table = pilot.app.screen.query_one("#map", OptionList)
        table.scroll_to(y=table.scroll_y - 2, animate=False)
        await settle(pilot)
        before = table.highlighted, table.scroll_y
        shell(home, "reset", "--all")
        await look(pilot)
        assert (table.highlighted, table.scroll_y) == before


async def test_a_lesson_that_is_reset_elsewhere_begins_anew_and_says_so(make_app, home):
    app = app_at(make_app, "repair", "open", "es")
    async with opened(app, notifications=True) as pilot:
        shell(home, "reset", LESSON)
        await look(pilot)
        assert session_of(pilot).step.kind == "read"
        assert Text("es")("lesson.reset_elsewhere") in [each.message for each in app._notifications]
        assert make_learner(home).state(place_of()).opened


async def test_what_is_typed_is_kept_when_the_lesson_is_at_another_step_elsewhere(make_app, home):
    app = app_at(make_app, "why")
    async with opened(app) as pilot:
        await press_all(pilot, "tab", *"half a word")
        make_learner(home).record(Moved("read"), place_of())
        await look(pilot)
        assert session_of(pilot).step.kind == "read"
        assert "●Read" in words_on(pilot)
        assert make_learner(home).state(place_of()).words == {"why": "half a word"}
