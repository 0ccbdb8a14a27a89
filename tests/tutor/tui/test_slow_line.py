"""A line that is slow is told, and gets less to draw."""

import pytest
from textual.pilot import Pilot

from tests.tutor.conftest import (
    app_at,
    opened,
    press,
    press_all,
    settle,
    words_on,
)
from tutor.training import UPDATES_PER_S
from tutor.tui.app import LynxTutor
from tutor.tui.live_run import SLOW_UPDATES_PER_S
from tutor.tui.pages.train import TrainPage
from tutor.tui.terminal.driver import LineChanged

pytestmark = pytest.mark.usefixtures("unhurried", "few_seeds")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list whose last entry says whether the line is slow."""
    line = [True]
    monkeypatch.setattr(LynxTutor, "line_is_slow", property(lambda app: line[-1]))
    return line


async def change(pilot: Pilot[None]) -> None:
    pilot.app.post_message(LineChanged())
    await settle(pilot)


@pytest.mark.parametrize(("language", "word"), [("en", "slow line"), ("es", "línea lenta")])
async def test_a_line_that_becomes_slow_is_told_until_it_is_quick(make_app, slow, language, word, monkeypatch):
    slow.append(False)
    async with opened(make_app(language, "open")) as pilot:
        assert word not in words_on(pilot)
        slow.append(True)
        await change(pilot)
        assert word not in words_on(pilot)  # here, where only the processor can be
        monkeypatch.setenv("SSH_TTY", "/dev/pts/3")
        await change(pilot)
        assert word in words_on(pilot)
        slow.append(False)
        await change(pilot)
        assert word not in words_on(pilot)


@pytest.mark.parametrize(("is_slow", "updates"), [(True, SLOW_UPDATES_PER_S), (False, UPDATES_PER_S)])
async def test_on_a_slow_line_a_run_is_drawn_once_a_second(make_app, slow, is_slow, updates):
    slow.append(is_slow)
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press_all(pilot, "enter")
        running = pilot.app.screen.query_one(TrainPage).running
        await press(pilot, "f")
        assert running.controls.updates == updates
