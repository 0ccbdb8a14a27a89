"""The first lesson of a session: it is loaded while the map is read, and whoever is quicker is told so."""

import threading

import pytest

from tests.tutor.conftest import MakeApp, place_of, press_all, session_of, settle, words_on
from tutor.tui.screens import opening
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.opening import OpeningScreen

Gate = threading.Event


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """What lessons need is there once this is set."""
    gate = threading.Event()
    monkeypatch.setattr(opening, "load_lessons", gate.wait)
    monkeypatch.setattr("tutor.tui.app.load_lessons", lambda: None)
    monkeypatch.setattr("tutor.tui.app.loaded", gate)
    return gate


async def test_it_is_said_that_a_lesson_opens_and_no_key_goes_to_its_page(
    make_app: MakeApp, gate: Gate
) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_place(place_of())
        await pilot.pause()
        assert isinstance(app.screen, OpeningScreen)
        app.screen.tell()  # 0.2 s later
        await press_all(pilot, "enter", "pagedown", "enter", "n")
        assert "opening …" in words_on(pilot)
        gate.set()
        await settle(pilot)
        assert session_of(pilot).state.here == 0
        assert "●Read" in words_on(pilot)
        assert app.screen.query_one("#reading").scroll_y == 0


async def test_whoever_does_not_want_to_wait_is_back_on_the_map(make_app: MakeApp, gate: Gate) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_place(place_of())
        await press_all(pilot, "escape")
        gate.set()
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)


async def test_once_they_are_loaded_a_lesson_opens_at_once(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert opening.loaded.is_set()
        app.open_place(place_of())
        await pilot.pause()
        assert not isinstance(app.screen, OpeningScreen)
