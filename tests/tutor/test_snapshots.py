"""Whole screens as pictures, to be looked at when they change: `pytest --snapshot-update` accepts the new ones."""

from collections.abc import Callable
from typing import Any

import pytest
from lessons.cascade import Stage
from textual.pilot import Pilot

from tests.tutor.conftest import MakeApp, place_of, press_all, settle
from tests.tutor.test_whole_lesson import finish_up_to

Compare = Callable[..., bool]


def at(app: Any, stage: Stage, *keys: str, light: bool = False) -> Callable[[Pilot[None]], Any]:
    """Open the lesson at a stage, and press some keys."""

    async def go(pilot: Pilot[None]) -> None:
        await settle(pilot)
        finish_up_to(app.learner, place_of(), stage)
        app.open_place(place_of())
        await settle(pilot)
        await press_all(pilot, *keys)
        if light:
            app.theme = "lynx-light"
        await settle(pilot)

    return go


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_course_map(make_app: MakeApp, snap_compare: Compare, language: str) -> None:
    assert snap_compare(make_app(language), terminal_size=(80, 24), run_before=settle)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_question(make_app: MakeApp, snap_compare: Compare, language: str) -> None:
    app = make_app(language)
    assert snap_compare(app, terminal_size=(80, 24), run_before=at(app, Stage.PREDICT, "tab", "tab", "right"))


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_the_hints(make_app: MakeApp, snap_compare: Compare, light: bool) -> None:
    app = make_app("es")
    assert snap_compare(
        app, terminal_size=(80, 24), run_before=at(app, Stage.HINTS, "enter", "enter", light=light)
    )


def test_a_small_window(make_app: MakeApp, snap_compare: Compare) -> None:
    app = make_app("en")
    assert snap_compare(app, terminal_size=(60, 16), run_before=at(app, Stage.RUN))
