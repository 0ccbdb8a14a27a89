"""Little is read before the map and before the first lesson, and nobody waits unheard."""

import subprocess
import sys
import threading

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.state import Opened
from tests.tutor.conftest import make_learner, opened, place_of, press_all, session_of, settle, words_on
from tests.tutor.piloting import handled
from tests.tutor.terminal import surroundings
from tests.tutor.work import finish, work_up_to
from tutor.fold import Fold
from tutor.tui import opening
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.dialogs import NoticeScreen, OpeningScreen

UNNEEDED = (
    "numpy", "plotext", "minimodel", "fsrs", "markdown_it", "tutor.reports", "tutor.plots", "tutor.session",
    "lessons.format.lesson", "lessons.course.steps.flow", "lessons.course.steps.steps", "lessons.course.lesson.page",
    "lessons.runs",
)  # fmt: skip
LEARNER = """
import sys
from pathlib import Path
import tutor.shell.launch, tutor.shell.main, tutor.tui.app
from lessons.format.course import load_course
from progress.journal import Journal
from tutor.learner import Learner
from tutor.words.text import Text

learner = Learner("ana", Path(sys.argv[1]), Journal.open(Path(sys.argv[1]), version="test"), load_course())
"""
TO_THE_MAP = """
learner.preference("theme", "")
assert learner.opening_to_continue() == ("break-gelu-identity", "open")
assert not learner.fold.done
"""
TO_PLAY = """
import tutor.tui.screens.play
from tutor.play_session import PlaySession
assert PlaySession(learner, Text("en"), "sine").want.knobs
"""


@pytest.mark.parametrize(("way", "unneeded"), [(TO_THE_MAP, UNNEEDED), (TO_PLAY, ("numpy", "minimodel", "plotext"))])
def test_the_ways_to_the_map_and_to_the_knobs_import_no_numpy_and_the_first_no_page_of_a_lesson(home, way, unneeded):
    learner = make_learner(home)
    work_up_to(learner, place_of(), "run")
    command = [sys.executable, "-c", f"{LEARNER}{way}print(*sys.modules, sep='\\n')", str(learner.folder)]
    done = subprocess.run(command, env=surroundings(home, {}), capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    assert "lessons.format.course" in imported
    assert [name for name in imported if name.startswith(unneeded)] == []


def test_what_the_events_say_is_known_without_loading_a_lesson(home):
    learner = make_learner(home)
    finish(learner, place_of())
    learner.record(Opened(), place_of("blind"))
    fold = Fold(learner.course)
    fold.catch_up(learner.journal.events)
    assert fold.finished == {("break-gelu-identity", "open")}
    assert fold.last == ("break-gelu-identity", "blind")
    assert not any(fold.knows(opening) for opening in fold.events)
    assert fold.state("break-gelu-identity", "open").finished
    assert fold.knows(("break-gelu-identity", "open"))


async def test_once_it_is_painted_the_map_says_how_far_each_lesson_is(make_app):
    app = make_app()
    work_up_to(app.learner, place_of(), "run")
    async with opened(app) as pilot:
        assert "▰▰▰▱▱" in words_on(pilot)


Gate = threading.Event


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Return a gate: what lessons need is there once it is set."""
    gate = threading.Event()
    monkeypatch.setattr(opening, "load_lessons", gate.wait)
    monkeypatch.setattr("tutor.tui.app.load_lessons", lambda: None)
    monkeypatch.setattr("tutor.tui.opening.loaded", gate)
    return gate


async def test_it_is_said_that_a_lesson_opens_and_no_key_goes_to_its_page(make_app, gate):
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await handled(pilot)
        app.open_place(place_of())
        await handled(pilot)
        assert isinstance(app.screen, OpeningScreen)
        app.screen.tell()  # 0.2 s later
        await press_all(pilot, "enter", "pagedown", "enter", "n")
        assert "opening …" in words_on(pilot)
        gate.set()
        await settle(pilot)
        assert session_of(pilot).state.here == 0
        assert "●Read" in words_on(pilot)
        assert app.screen.query_one("#reading").scroll_y == 0


async def test_whoever_does_not_want_to_wait_is_back_on_the_map(make_app, gate):
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await handled(pilot)
        app.open_place(place_of())
        await press_all(pilot, "escape")
        gate.set()
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)


async def over(app: LynxTutor, pilot: Pilot[None], way: str) -> None:
    """Put something over a lesson that is opening."""
    if way == "palette":
        await press_all(pilot, "ctrl+p")
    elif way == "notice":
        app.push_screen(NoticeScreen("Read me"))
    else:
        app.show_glossary((), (), "")
    await pilot.pause()
    assert not isinstance(app.screen, OpeningScreen)


@pytest.mark.parametrize("way", ["notice", "palette", "glossary"])
async def test_a_lesson_that_is_ready_while_something_stands_over_it_opens_after_that(make_app, gate, way):
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.open_place(place_of())
        await pilot.pause()
        await over(app, pilot, way)
        gate.set()
        await settle(pilot)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert session_of(pilot).state.here == 0
        assert "●Read" in words_on(pilot)


async def test_once_they_are_loaded_a_lesson_opens_at_once(make_app):
    app = make_app()
    async with opened(app) as pilot:
        assert opening.loaded.is_set()
        app.open_place(place_of())
        await handled(pilot)
        assert not isinstance(app.screen, OpeningScreen)
