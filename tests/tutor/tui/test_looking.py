"""What is measured for a page comes while it is read: its place is kept, and says so."""

import threading
from collections.abc import Iterator

import pytest

from lessons.course.lesson.page import Block, Look, Words
from tests.tutor.conftest import app_at, opened, press_all, settle, words_on
from tests.tutor.piloting import FRAME_S, until
from tutor.session import Session
from tutor.tui.pages.look import LookPage


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Measurements that come when this is set, or at the end."""
    comes = threading.Event()

    def see_late(session: Session, look: Look) -> Iterator[tuple[Block, ...] | None]:
        while not comes.wait(FRAME_S):
            yield None
        yield (Words("\n\n".join(["This was measured."] * 9)),)

    monkeypatch.setattr(Session, "see", see_late)
    yield comes
    comes.set()


async def test_a_symptom_that_is_measured_says_so_and_leaves_the_page_where_it_is_read(make_app, measured):
    async with opened(app_at(make_app, "instruments", mode="blind"), (60, 16)) as pilot:
        await press_all(pilot, "b")
        await until(pilot, lambda: "The symptom" in words_on(pilot))
        page = pilot.app.screen.query_one(LookPage)
        await press_all(pilot, *["pagedown"] * 9)
        assert "measuring …" in words_on(pilot)
        place = page.panes.scroll_y, page.reading.scroll_y
        assert place != (0, 0)
        measured.set()
        await settle(pilot)
        assert (page.panes.scroll_y, page.reading.scroll_y) == place
        assert "measuring …" not in words_on(pilot)
        await press_all(pilot, "pagedown")
        assert "This was measured." in words_on(pilot)


async def test_in_a_large_window_the_symptom_stays_in_sight_while_one_measures(make_app, measured):
    measured.set()
    async with opened(app_at(make_app, "instruments", mode="blind"), (80, 24)) as pilot:
        assert "This was measured." not in words_on(pilot)
        measured.clear()
        await pilot.resize_terminal(140, 45)
        await until(pilot, lambda: "measuring …" in words_on(pilot))
        measured.set()
        await settle(pilot)
        assert "measuring …" not in words_on(pilot)
        assert "This was measured." in words_on(pilot)
