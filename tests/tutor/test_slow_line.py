"""A slow line is told, in one word, and pictures come once a second; a quick one is as it was."""

import pytest
from textual.pilot import Pilot

from tests.tutor.conftest import MakeApp, place_of, press_all, settle, words_on
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.driving import SELDOM, UPDATES
from tutor.tui.pages.train import TrainPage
from tutor.tui.terminal.driver import LineChanged


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the line is slow: what is put last."""
    line = [True]
    monkeypatch.setattr(LynxTutor, "line_is_slow", property(lambda app: line[-1]))
    return line


async def change(pilot: Pilot[None]) -> None:
    pilot.app.post_message(LineChanged())
    await settle(pilot)


@pytest.mark.parametrize(("language", "word"), [("en", "slow line"), ("es", "línea lenta")])
async def test_a_line_that_becomes_slow_is_told_and_told_no_more_once_it_is_quick(
    make_app: MakeApp, slow: list[bool], language: str, word: str
) -> None:
    slow.append(False)
    async with make_app(language, "open").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert word not in words_on(pilot)
        slow.append(True)
        await change(pilot)
        assert word in words_on(pilot)
        slow.append(False)
        await change(pilot)
        assert word not in words_on(pilot)


@pytest.mark.parametrize(("is_slow", "updates"), [(True, SELDOM), (False, UPDATES)])
async def test_on_a_slow_line_a_run_is_drawn_once_a_second(
    make_app: MakeApp, slow: list[bool], is_slow: bool, updates: float
) -> None:
    slow.append(is_slow)
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "run-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        running = pilot.app.screen.query_one(TrainPage).running
        assert running
        await press_all(pilot, "f")
        await settle(pilot)
        assert running.controls.updates == updates
