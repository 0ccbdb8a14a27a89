"""Whole screens as pictures, to be looked at when they change: `pytest --snapshot-update` accepts the new ones."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tutor.conftest import MakeApp, place_of, press_all, settle
from tests.tutor.work import work_up_to

pytestmark = pytest.mark.painted
Compare = Callable[..., bool]


def at(app: Any, step: str, *keys: str, light: bool = False) -> Callable[[Pilot[None]], Any]:
    """Open the lesson at a step, and press some keys."""

    async def go(pilot: Pilot[None]) -> None:
        await settle(pilot)
        place = place_of("blind" if step == "hints" else "open")
        work_up_to(app.learner, place, step)
        app.open_place(place)
        await settle(pilot)
        await press_all(pilot, *keys)
        if light:
            app.theme = "lynx-light"
        await settle(pilot)

    return go


def test_a_question(make_app: MakeApp, snap_compare: Compare) -> None:
    app = make_app("en")
    go = at(app, "predict-additive", "down", "down", "right", "right")
    assert snap_compare(app, terminal_size=(80, 24), run_before=go)


def test_the_hints_in_the_light(make_app: MakeApp, snap_compare: Compare) -> None:
    app = make_app("es")
    assert snap_compare(
        app, terminal_size=(80, 24), run_before=at(app, "hints", "enter", "enter", light=True)
    )


def test_a_small_window(make_app: MakeApp, snap_compare: Compare) -> None:
    app = make_app("en")
    assert snap_compare(app, terminal_size=(60, 16), run_before=at(app, "run-additive"))
