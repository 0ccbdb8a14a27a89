"""Wide windows have the source beside the hints: pointing without leaving them."""

from textual.pilot import Pilot

from tests.tutor.conftest import MakeApp, edited_place, place_of, press_all, session_of, settle, words_on
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.widgets.source import SourceView

WIDE = (140, 45)


async def open_hints(pilot: Pilot[None], *keys: str) -> None:
    app = pilot.app
    assert isinstance(app, LynxTutor)
    await settle(pilot)
    work_up_to(app.learner, place_of("blind"), "hints")
    app.open_place(place_of("blind"))
    await settle(pilot)
    await press_all(pilot, *keys)
    await settle(pilot)


async def test_the_source_stands_beside_the_hints(make_app: MakeApp) -> None:
    async with make_app().run_test(size=WIDE) as pilot:
        await open_hints(pilot, "enter", "enter")
        assert "Hint 1 of 5" in words_on(pilot)
        assert "minimodel/operations.py" in words_on(pilot)


async def test_p_goes_into_the_source_and_escape_back_to_the_hints(make_app: MakeApp) -> None:
    async with make_app().run_test(size=WIDE) as pilot:
        await open_hints(pilot, "p")
        assert isinstance(pilot.app.screen, LessonScreen)
        assert "Enter this line" in words_on(pilot).split("\n")[-1]
        await press_all(pilot, "escape")
        await settle(pilot)
        assert "Enter next hint" in words_on(pilot).split("\n")[-1]


async def test_a_line_is_pointed_at_and_found_without_leaving(make_app: MakeApp) -> None:
    async with make_app().run_test(size=WIDE) as pilot:
        await open_hints(pilot, "p", "enter")
        assert "You pointed at line 1 of" in words_on(pilot)
        view = pilot.app.screen.query_one(SourceView)
        _, line = edited_place(place_of("blind"))
        await press_all(pilot, "slash", *"GELU.forw", "enter")
        await settle(pilot)
        await press_all(pilot, *["down"] * (line - view.table.line), "enter")
        await settle(pilot)
        assert "You found it" in words_on(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        assert session_of(pilot).step.kind == "repair"


async def test_in_a_window_made_narrow_the_hints_have_the_room(make_app: MakeApp) -> None:
    async with make_app().run_test(size=WIDE) as pilot:
        await open_hints(pilot, "p")
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "operations.py" not in words_on(pilot)
        assert "Enter next hint" in words_on(pilot).split("\n")[-1]
