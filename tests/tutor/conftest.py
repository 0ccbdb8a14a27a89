"""A learner at the keyboard: the app without a terminal, and the keys that take it through a lesson."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.notifications import Notification
from textual.pilot import Pilot

from lessons.course.course import Course, LessonMode
from lessons.course.lesson.page import Ask
from lessons.course.lesson.state import Predicted
from lessons.course.steps.recipes import steps_of
from lessons.engine.process import Process
from lessons.format.course import load_course
from progress.journal import Journal
from tests.tutor import piloting
from tests.tutor.piloting import paint_nothing, session_of, settle, words_on
from tests.tutor.small_course import small_course
from tests.tutor.walks.answers import edited_place
from tests.tutor.work import some_answer, work_up_to
from tutor.learner import Learner
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.shell.main import main
from tutor.training import Controls
from tutor.tui.app import LynxTutor
from tutor.tui.opening import load_lessons
from tutor.words.text import Text

__all__ = ["edited_place", "session_of", "settle", "words_on"]  # of the walks that `check` makes

load_lessons()  # as they are once the map has been read for a moment
LESSON = "break-gelu-identity"
REST, ENDLESS_S = Controls.rest, 3600.0
PARSE, PARSED = Stylesheet._parse_rules, dict[object, list[RuleSet]]()
MakeApp = Callable[..., LynxTutor]
Shell = Callable[..., str]


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


@pytest.fixture(autouse=True)
def parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app of each test has the same style sheets, which take a seventh of its time to parse."""

    def parse_once(sheet: Stylesheet, *given: object, **named: object) -> list[RuleSet]:
        key = (*sheet._variables.items(), *given, *named.items())
        if key not in PARSED:
            PARSED[key] = PARSE(sheet, *given, **named)  # type: ignore[arg-type]
        return PARSED[key]

    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_once)


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here has to outlive one: that files are flushed is shown in tests/progress."""
    monkeypatch.setattr("os.fsync", lambda file: None)


@pytest.fixture(autouse=True)
def notices_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice is there until it is taken away, however long a test takes to look."""
    monkeypatch.setattr(Notification, "time_left", piloting.PATIENCE_S)


@pytest.fixture(autouse=True)
def unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No run takes its time to be watched: nobody does. And no process begins before it is asked."""
    monkeypatch.setattr(Process, "begin", lambda process: None)
    monkeypatch.setattr(Controls.__init__, "__defaults__", (False, 0.0))
    monkeypatch.setattr("tutor.tui.screens.play.TRY_S", 0.0)
    monkeypatch.setattr(Controls, "rest", lambda controls, seconds: REST(controls, None) if seconds is None else None)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A watched run, or a try, is under way until a test hurries or stops it, however slow the machine is."""
    monkeypatch.setattr(Controls, "rest", REST)
    monkeypatch.setattr(Controls.__init__, "__defaults__", (False, ENDLESS_S))
    monkeypatch.setattr("tutor.tui.screens.play.TRY_S", ENDLESS_S)


@pytest.fixture
def make_app(home: Path) -> MakeApp:
    """Start the tutor anew on the same home folder, as after a restart."""

    def make(language: str = "en", mode: str | None = None, lesson: str = LESSON) -> LynxTutor:
        course = None if lesson in small_course().headings else load_course()
        return LynxTutor(make_learner(home, course=course), Text(language), place_of(mode, lesson) if mode else None)

    return make


def app_at(make_app: MakeApp, step: str, mode: str = "open", language: str = "en", lesson: str = LESSON) -> LynxTutor:
    """Return the app in Break 00 or another lesson, at a step, with everything before it done."""
    app = make_app(language, mode, lesson)
    work_up_to(app.learner, place_of(mode, lesson), step)
    return app


def at_question(make_app: MakeApp, name: str, mode: str = "open", lesson: str = LESSON) -> LynxTutor:
    """Return the app at a question of Break 00 or another lesson, with those before it in its step answered."""
    place = place_of(mode, lesson)
    step = next(step for step in steps_of(place).all if name in [each.id for each in step.questions])
    app = app_at(make_app, step.id, mode, lesson=lesson)
    for each in step.questions[: [each.id for each in step.questions].index(name)]:
        app.learner.record(Predicted(each.id, some_answer(each, place), 0.7), place)
    return app


@pytest.fixture
def shell(home: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Do a command as in a shell: it ends with `code`, and what it printed on both streams comes back."""

    def run(*words: object, code: int = 0) -> str:
        capsys.readouterr()
        try:
            ended = main([str(word) for word in words])
        except SystemExit as exit:
            ended = int(str(exit.code or 0))
        printed = "".join(capsys.readouterr())
        assert ended == code, printed
        assert "Traceback" not in printed
        assert "\x1b" not in printed
        return printed

    return run


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of three seeds: for tests of what surrounds a run, and not of what it shows."""
    for kind in (Session, ReviewSession):
        monkeypatch.setattr(kind, "seeds", lambda session, want: (0, 1, 2))


def shows_step(pilot: Pilot[None], kind: str) -> bool:
    app = pilot.app
    name = re.escape(app.text(f"stage.{kind}"))
    return re.search(rf"●(\d+ )?{name}", words_on(pilot).split("\n")[1]) is not None


async def press_all(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once the one before has been handled; a run that it began goes on."""
    for key in keys:
        await piloting.burst(pilot, key)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each once all that the one before began has come to its end."""
    for key in keys:
        await burst(pilot, key)


async def burst(pilot: Pilot[None], *keys: str) -> None:
    await piloting.burst(pilot, *keys)
    await settle(pilot)


@asynccontextmanager
async def opened(
    app: App[None], size: tuple[int, int] = (80, 24), notifications: bool = False
) -> AsyncIterator[Pilot[None]]:
    """Run an app in a window of this size, with its first screen there."""
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await settle(pilot)
        yield pilot


TYPED = {"number": ["7", "7", "%"], "shape": ["5", "x", "2", "3"], "entry": ["0", ".", "1"]}
CHOSEN = {"accuracy-additive": 2, "rank": 2}  # which answer, where it is not the first


async def answer(pilot: Pilot[None]) -> None:
    """Answer the question on the screen, a little more surely than a guess."""
    want = session_of(pilot).page.want
    if want.options:
        keys = ["down"] * CHOSEN.get(want.question.id, 1)
    elif want.question.kind == "order":
        keys = [key for number in range(1, len(want.question.arms) + 1) for key in (str(number), "space")]
    else:
        keys = TYPED[want.question.kind]
    await burst(pilot, *keys, "right", "enter")


async def answer_all(pilot: Pilot[None]) -> None:
    while isinstance(session_of(pilot).page.want, Ask):
        await answer(pilot)


async def run_all(pilot: Pilot[None]) -> None:
    """Watch at full speed, then train every seed, until the run only wants to go on; in a trial, explain it first."""
    await answer_all(pilot)
    await press_all(pilot, "f")
    while not session_of(pilot).step.done(session_of(pilot).state):
        await press(pilot, "enter")


async def go_to(pilot: Pilot[None], kind: str) -> None:
    """Do what each step asks for until one of this kind is reached."""
    while session_of(pilot).step.kind != kind:
        step = session_of(pilot).step
        if step.kind in ("predict", "trace"):
            await answer_all(pilot)
        elif step.kind in ("run", "trial"):
            await run_all(pilot)
        elif step.kind == "hints":
            session_of(pilot).do(session_of(pilot).pointing(*edited_place(session_of(pilot).place)))
        await press(pilot, "n")
