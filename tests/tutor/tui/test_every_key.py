"""Every key in every state of every screen: none raises, and none that help lists does nothing without a word."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import ActiveBinding
from textual.widgets import Input, OptionList, TextArea

from lessons.course.course import LessonMode
from lessons.course.lesson.state import Judged, Opened
from lessons.course.steps.recipes import steps_of
from progress.journal import Journal
from tests.tutor.conftest import burst, make_learner, opened, settle, words_on
from tests.tutor.small_course import small_course, small_places
from tests.tutor.work import acts_in, finish, work_up_to
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.screens.help import SAME_AS, UNKNOWN, WRITTEN, key_rows
from tutor.tui.screens.welcome import WelcomeScreen
from tutor.words.text import Text

Prepare = Callable[[Learner], None]
LEAVING = ("app.quit", "quit", "app.help_quit", "help_quit", "suspend_process", "redraw", "app.redraw")
COMMON = ("App", "FramedScreen", "Screen", "LynxTutor")  # whose keys are pressed in one state for all
MOVING = ("scroll_", "cursor_", "page_", "first", "last", "focus_", "move(", "app.focus")  # may be at an end
LETTERS = {"slash": "/", "space": " ", "question_mark": "?"}  # what a terminal sends for them
MAP: tuple[str, ...] = ()
TURNED = ("p", "down", "down", "left")


@dataclass(frozen=True)
class Spot:
    """A state of a screen: what was done before, in which window, and the keys that lead there."""

    name: str
    keys: tuple[str, ...] = MAP
    prepare: Prepare = lambda learner: None
    place: LessonMode | None = None
    size: tuple[int, int] = (80, 24)
    common: bool = False  # the keys of every screen are pressed here, too


def do_all(learner: Learner, place: LessonMode, step: str, done: bool) -> None:
    work_up_to(learner, place, step)
    found = next(each for each in steps_of(place).all if each.id == step)
    for act in acts_in(found, place) if done else ():
        learner.record(act, place)


def finish_all(learner: Learner) -> None:
    """Long enough ago for reviews to be due."""
    learner.journal.clock = lambda: datetime.now(UTC) - timedelta(days=30)  # type: ignore[method-assign]
    for place in small_places():
        finish(learner, place)


def lesson_spots() -> Iterator[Spot]:
    """Every step of the six lessons, and of the break met blind, as it opens and once it is done."""
    places = [*small_places(), LessonMode(small_course().lessons["break-gelu-identity"], "blind")]
    for place in places:
        for step in steps_of(place).all:
            for done in (False, True):
                name = f"{place.lesson.id}-{place.mode}-{step.id}{'-done' if done else ''}"
                prepare = partial(do_all, place=place, step=step.id, done=done)
                yield Spot(name, (), prepare, place, common=step.kind == "read")


def met(learner: Learner) -> None:
    learner.record(Opened(), small_places()[0])


OTHERS = (
    Spot("welcome", common=True),
    Spot("placement", ("enter",)),
    Spot("map", MAP, met, common=True),
    Spot("map-on-a-track", ("down", "down"), met),
    Spot("map-folded", ("down", "down", "left"), met),
    Spot("map-on-no-break", ("down", "down", "down", "down"), met),
    Spot("map-wide", MAP, met, size=(140, 45)),
    Spot("map-filtered", ("slash", "b", "r"), met),
    Spot("map-nothing-found", ("slash", "x", "y", "z", "z"), met),
    Spot("map-of-the-glossary", ("slash", *"softmax", "down"), met),
    Spot("map-all-done", MAP, finish_all),
    Spot("palette", ("ctrl+p",), met),
    Spot("glossary", ("g",), met),
    Spot("help", ("question_mark",), met),
    Spot("own-pages", ("m",), finish_all),
    Spot("own-pages-empty", ("m",), met),
    Spot("no-review", ("r",), met),
    Spot("review", ("r",), finish_all),
    Spot("play", ("p",), met),
    Spot("play-done", ("p", "enter"), met),
    Spot("play-finding", ("p", "s"), met),
    Spot("comparison", (*TURNED, "c"), met),
    Spot("comparison-bet", (*TURNED, "c", "enter"), met),
    Spot("comparison-done", (*TURNED, "c", "enter", "1", "enter"), met),
    Spot("comparison-explained", (*TURNED, "c", "enter", "1", "enter", "e"), met),
    Spot("source", ("enter", "c"), met),
    Spot("source-wide", ("enter", "c"), met, size=(140, 45)),
    Spot("source-searched", ("enter", "c", "slash"), met),
)
SPOTS = (*OTHERS, *lesson_spots())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Runs of few seeds; a judge that has judged; an editor that changes nothing."""
    monkeypatch.setattr("tutor.session.Session.seeds", lambda *_: (0, 1))
    monkeypatch.setattr("tutor.workbench.Workbench.judged", lambda *_: Judged(passed=False, reason="unchanged"))
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(tmp_path)


class AtSpot:
    """The app, taken to the same state again and again."""

    def __init__(self, app: LynxTutor, pilot: Pilot[None], spot: Spot, home: Path) -> None:
        self.app, self.pilot, self.spot, self.home = app, pilot, spot, home
        self.numbers = count()

    async def begin(self) -> None:
        """A learner who has done just what comes before."""
        while len(self.app.screen_stack) > 1:
            await self.app.pop_screen()
        self.app.clear_notifications()  # what is said already is not said again
        copy = self.home / "learners" / f"copy{next(self.numbers)}"
        shutil.copytree(self.home / "learners" / "ana", copy)
        self.app.learner = Learner("ana", copy, Journal.open(copy, version="test"), small_course())
        if not isinstance(self.app.screen, WelcomeScreen):
            await self.app.screen.compose_again()  # type: ignore[attr-defined]
        if self.spot.place:
            self.app.open_place(self.spot.place)
        await settle(self.pilot)
        for key in self.spot.keys:
            await self.press(key)

    async def press(self, key: str) -> None:
        await burst(self.pilot, LETTERS.get(key, key))
        await settle(self.pilot)

    def standing(self) -> tuple[Any, ...]:
        """All that a learner could notice."""
        app = self.app
        notes = len(app._notifications)
        boxes = [(each.value, each.cursor_position) for each in app.screen.query(Input)]
        texts = [(each.text, each.selection) for each in app.screen.query(TextArea)]
        lists = [(each.highlighted, each.option_count) for each in app.screen.query(OptionList)]
        return (
            [id(screen) for screen in app.screen_stack], app.focused, app.theme, app.text.language, notes,
            len(app.learner.journal.events), words_on(self.pilot), boxes, texts, lists,
        )  # fmt: skip

    def bound(self) -> dict[str, ActiveBinding]:
        """The keys to press, one for each thing that they do."""
        by_action: dict[tuple[object, str], tuple[str, ActiveBinding]] = {}
        for key, active in self.app.screen.active_bindings.items():
            is_common = type(active.node).__name__ in COMMON or is_of(active, FramedScreen)
            typed = isinstance(active.node, Input | TextArea) and not is_ours(active)
            if key.startswith(UNKNOWN) or active.binding.action in LEAVING or typed or not active.enabled:
                continue
            if not is_common or self.spot.common:
                by_action.setdefault((active.node, active.binding.action.partition("(")[0]), (key, active))
        return dict(by_action.values())

    def listed(self) -> set[str]:
        return {key for row in key_rows(self.app.screen, self.app.text) for key in row.keys}


def is_of(active: ActiveBinding, kind: type) -> bool:
    """Return True if a screen has this binding from its kind alone."""
    own = {binding[1] for binding in kind.BINDINGS}  # type: ignore[attr-defined]
    return isinstance(active.node, kind) and active.binding.action in own


def is_ours(active: ActiveBinding) -> bool:
    return any(
        active.binding.action == binding[1]
        for base in type(active.node).__mro__
        if base.__module__.startswith("tutor.")
        for binding in vars(base).get("BINDINGS", ())
    )


def may_stand_still(active: ActiveBinding) -> bool:
    """Return True if a key only moves, and there may be nowhere to go."""
    return active.binding.action.startswith(MOVING) or bool(SAME_AS.fullmatch(active.binding.action))


@pytest.mark.slow
@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot.name)
async def test_every_key_does_something_or_says_why_not(home, spot):
    learner = make_learner(home)
    spot.prepare(learner)
    learner.folder.mkdir(parents=True, exist_ok=True)
    app = LynxTutor(learner, Text("en"), welcome=learner.is_new())
    async with opened(app, spot.size, notifications=True) as pilot:
        here = AtSpot(app, pilot, spot, home)
        await here.begin()
        dead = []
        for key, active in here.bound().items():
            before, listed = here.standing(), here.listed()
            await here.press(key)
            assert app.return_code is None, f"{key} ended the app"
            unmoved = here.standing() == before
            written = key in WRITTEN and isinstance(app.focused, TextArea)
            if unmoved and key in listed and not written and not may_stand_still(active):
                dead.append(f"{key}: {type(active.node).__name__}.{active.binding.action}")
            if not unmoved:
                await here.begin()
        assert not dead
