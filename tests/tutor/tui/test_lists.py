"""Lists in a window that changes its size while one leafs through them: whatever comes when, nothing ends."""

from random import Random

import pytest
from textual import events
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.tutor.conftest import opened, press_all, settle
from tests.tutor.piloting import burst
from tutor.tui.screens.dialogs import ChoiceScreen
from tutor.tui.widgets import lists
from tutor.tui.widgets.lists import MarkedList

KEYS = ("pageup", "pagedown", "home", "end", "up", "down")
SIZES = ((80, 24), (80, 2), (10, 3), (1, 1), (80, 4), (60, 16), (140, 45), (79, 17))
CHANGES = 24
LISTS = {"map": (), "palette": ("ctrl+p",), "glossary": ("g",), "choice": ()}  # and the keys to each


async def list_on(pilot: Pilot[None], name: str) -> OptionList:
    if name == "choice":
        pilot.app.push_screen(ChoiceScreen(("Which?", {str(number): "answer" for number in range(40)})))
    await press_all(pilot, *LISTS[name])
    await settle(pilot)
    return pilot.app.screen.query(OptionList).first()


async def leaf(pilot: Pilot[None], size: tuple[int, int], *keys: str) -> None:
    """Change the size of the window, and press keys before anything was laid out in it."""
    pilot.app.post_message(events.Resize(Size(*size), Size(*size)))
    await burst(pilot, *keys)


@pytest.mark.parametrize("name", LISTS)
async def test_one_may_leaf_through_a_list_while_its_window_changes(make_app, name):
    chance = Random(name)
    async with opened(make_app()) as pilot:
        assert isinstance(await list_on(pilot, name), MarkedList)
        await leaf(pilot, (80, 24), "pagedown")
        for size in (*chance.choices(SIZES, k=CHANGES), (80, 2), (80, 24)):
            await leaf(pilot, size, *chance.choices(KEYS, k=3), "pageup")
        await settle(pilot)
        assert pilot.app.is_running


@pytest.mark.parametrize(("pause", "row"), [(float("inf"), 11), (0.0, 1)])
async def test_a_digit_begins_anew_after_a_pause(make_app, monkeypatch, pause, row):
    monkeypatch.setattr(lists, "PAUSE_S", pause)
    async with opened(make_app()) as pilot:
        listed = await list_on(pilot, "choice")
        await press_all(pilot, "1", "1")
        assert listed.highlighted == row - 1
