"""A learner at the keyboard: the app without a terminal, and the keys that take it through a lesson."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.load import load_course
from progress.journal import Journal
from tutor.app import LynxTutor
from tutor.learner import Learner, Place
from tutor.text import Text

LESSON = "break-gelu-identity"
MakeApp = Callable[..., LynxTutor]


def make_learner(home: Path, name: str = "ana") -> Learner:
    folder = home / "learners" / name
    return Learner(name, folder, Journal.open(folder, version="test"), load_course())


def place_of(mode: str = "open") -> Place:
    return Place(load_course().lessons[LESSON], mode)  # type: ignore[arg-type]


@pytest.fixture
def make_app(home: Path) -> MakeApp:
    """Start the tutor anew on the same home folder, as after a restart."""

    def make(language: str = "en", mode: str | None = None) -> LynxTutor:
        return LynxTutor(make_learner(home), Text(language), place_of(mode) if mode else None)

    return make


async def settle(pilot: Pilot[None]) -> None:
    """Until no worker is at work and every message has been handled."""
    for _ in range(3):
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def words_on(pilot: Pilot[None]) -> str:
    """Everything on the screen, as text."""
    app = pilot.app
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def press_all(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


ANSWERS = {
    "accuracy-additive": ["down"],
    "steps": [],
    "accuracy-agreement": ["7", "7", "%"],
    "curve": ["down", "down"],
    "loss-agreement": [],
    "shape": ["5", "x", "2", "3"],
    "rank": ["down"],
    "gap": [],
}


async def predict_everything(pilot: Pilot[None]) -> None:
    """Answer all eight questions."""
    for keys in ANSWERS.values():
        await press_all(pilot, *keys, "right", "enter")
        await settle(pilot)


async def run_everything(pilot: Pilot[None]) -> None:
    """Both tasks at full speed, then the sweep."""
    await press_all(pilot, "f", "enter")
    await settle(pilot)
    await press_all(pilot, "enter")
    await settle(pilot)
    await press_all(pilot, "enter")
    await settle(pilot)
