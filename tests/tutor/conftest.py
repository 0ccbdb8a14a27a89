"""A learner at the keyboard: the app without a terminal, and the keys that take it through a lesson."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lessons.course import Course, LessonMode
from lessons.load import load_course
from lessons.page import Ask
from progress.journal import Journal
from tests.tutor.small_course import small_course
from tests.tutor.walks.answers import edited_place
from tutor.learner import Learner
from tutor.session import Session
from tutor.tui import piloting
from tutor.tui.app import LynxTutor
from tutor.tui.piloting import session_of, settle, words_on
from tutor.tui.screens.opening import load_lessons
from tutor.tui.textual_private import paint_nothing
from tutor.words.text import Text

__all__ = ["edited_place", "session_of", "settle", "words_on"]  # of the walks that `check` makes

load_lessons()  # as they are once the map has been read for a moment
LESSON = "break-gelu-identity"
MakeApp = Callable[..., LynxTutor]


def make_learner(home: Path, name: str = "ana", course: Course | None = None) -> Learner:
    """A learner of the six lessons, or of another course."""
    folder = home / "learners" / name
    return Learner(name, folder, Journal.open(folder, version="test"), course or small_course())


def place_of(mode: str = "open", lesson: str = LESSON) -> LessonMode:
    return LessonMode(load_course().lessons[lesson], mode)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens are laid out, and read as text; they are painted where a test is about that: `pytest.mark.painted`."""
    if request.node.get_closest_marker("painted"):
        return
    push_screen = LynxTutor.push_screen

    def push_unpainted(app: LynxTutor, screen: Any, *arguments: Any, **options: Any) -> Any:
        paint_nothing(screen)
        return push_screen(app, screen, *arguments, **options)

    monkeypatch.setattr(LynxTutor, "push_screen", push_unpainted)


@pytest.fixture
def make_app(home: Path) -> MakeApp:
    """Start the tutor anew on the same home folder, as after a restart."""

    def make(language: str = "en", mode: str | None = None, lesson: str = LESSON) -> LynxTutor:
        return LynxTutor(make_learner(home), Text(language), place_of(mode, lesson) if mode else None)

    return make


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of three seeds: for tests of what surrounds a run, and not of what it shows."""
    monkeypatch.setattr(Session, "seeds", lambda session, want: (0, 1, 2))


def shows_step(pilot: Pilot[None], kind: str) -> bool:
    """Whether the bar of steps says that the learner is at a step of this kind."""
    app = pilot.app
    assert isinstance(app, LynxTutor)
    name = re.escape(app.text(f"stage.{kind}"))
    return re.search(rf"●(\d+ )?{name}", words_on(pilot).split("\n")[1]) is not None


async def press_all(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once the one before has been handled."""
    await pilot.press(*keys)


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Press keys as over a slow line: all at once, with nobody waiting in between."""
    await piloting.burst(pilot, *keys)
    await pilot.pause()


TYPED = {"number": ["7", "7", "%"], "shape": ["5", "x", "2", "3"], "entry": ["0", ".", "1"]}
CHOSEN = {"accuracy-additive": 2, "curve": 3, "rank": 2}  # which answer, where it is not the first


async def answer(pilot: Pilot[None]) -> None:
    """Answer the question on the screen, a little more surely than a guess."""
    want = session_of(pilot).page.want
    assert isinstance(want, Ask)
    if want.options:
        keys = ["down"] * CHOSEN.get(want.question.id, 1)
    elif want.question.kind == "order":
        keys = [key for number in range(1, len(want.question.arms) + 1) for key in (str(number), "space")]
    else:
        keys = TYPED[want.question.kind]
    await burst(pilot, *keys, "right", "enter")
    await settle(pilot)


async def answer_all(pilot: Pilot[None]) -> None:
    """Answer every question of the step."""
    while isinstance(session_of(pilot).page.want, Ask):
        await answer(pilot)


async def run_all(pilot: Pilot[None]) -> None:
    """Watch at full speed, then train every seed, until the run only wants to go on."""
    await press_all(pilot, "f")
    while not session_of(pilot).step.done(session_of(pilot).state):
        await press_all(pilot, "enter")
        await settle(pilot)


async def go_to(pilot: Pilot[None], kind: str) -> None:
    """Do what each step asks for until one of this kind is reached."""
    while session_of(pilot).step.kind != kind:
        step = session_of(pilot).step
        if step.kind in ("predict", "trace"):
            await answer_all(pilot)
        elif step.kind == "run":
            await run_all(pilot)
        elif step.kind in ("hints", "accuse"):
            session_of(pilot).do(session_of(pilot).pointing(*edited_place(session_of(pilot).place)))
        await press_all(pilot, "n")
        await settle(pilot)


async def point_at_the_edit(pilot: Pilot[None]) -> None:
    """Walk the source to the edited file and down to the edited line, by keys alone."""
    file, line = edited_place(session_of(pilot).place)
    await press_all(pilot, "p")
    while pilot.app.screen.file != file:  # type: ignore[attr-defined]
        await press_all(pilot, "right")
    await burst(pilot, *["down"] * (line - 1), "enter")
