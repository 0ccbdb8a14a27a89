"""A monkey at the keyboard: from a seed a place in the tutor, then keys, bursts, pastes, the mouse and window sizes.

`sit(home, seed)` plays one storm in an app without a terminal, and says what it broke; a seed always does the same.
"""

import random
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from unittest.mock import patch

from textual import events
from textual.geometry import Size
from textual.pilot import Pilot, WaitForScreenTimeout

from lessons.acts import Finished, Graded, Judged
from lessons.course import LessonMode
from lessons.recipes import steps_of
from progress.doctor import examine
from progress.journal import Journal
from tests.tutor.conftest import make_learner
from tests.tutor.small_course import small_course
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.session import Session
from tutor.tui.app import LynxTutor
from tutor.tui.screens.course import CourseScreen
from tutor.tui.textual_private import key_name
from tutor.words.text import Text
from tutor.workbench import Workbench

NAMED = [
    "enter", "enter", "enter", "enter", "escape", "tab", "shift+tab", "space", "space", "backspace", "delete", "up",
    "up", "down", "down", "left", "right", "pageup", "pagedown", "home", "end", "shift+left", "shift+right",
    "shift+up", "shift+down", "ctrl+left", "ctrl+right", "ctrl+s", "ctrl+s", "ctrl+p", "ctrl+z", "ctrl+y", "ctrl+o",
    "ctrl+e", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+k", "ctrl+u", "ctrl+w", "ctrl+d", "ctrl+g", "ctrl+l",
    "f1", "f5", "f12", "insert",
]  # fmt: skip
LETTERS = "bnbnlltcgmrespfaxkjGBoi?/0123456789yhuz.,<%-_ñ漢é\u0301 "
SCREENS = {"map": "", "help": "?", "source": "c", "glossary": "g", "palette": "ctrl+p", "own pages": "m"}
SIZES = ((80, 24), (80, 24), (60, 16), (140, 45), (200, 60), (60, 17), (119, 16), (120, 40))
EXTREME = ((1, 1), (10, 3), (80, 4), (300, 5), (59, 16), (60, 15), (2, 40), (1, 60), (300, 100))
PASTES = (
    "",
    "x",
    "two\nlines\r\n",
    "\x00\x1b[31m\x07 control",
    "🦊" * 40,
    "return x.gelu()\n" * 50,
    "1" * 200_000,
)
JUNK = (
    b"ma\xf1ana", b"\xff\xfe", b"\x9b1;1R", b"\x1b[M \xff\xff", b"\xe2\x82\x1b", b"\x1b[99999999u",
    b"\x1b[97;5:3u", b"\x1b[999999999999999999C", b"\x1b[200~a paste without an end", b"\x1b[201~",
    b"\x1b[<0;999999;999999M", b"\x1b[<-5;0;0m", b"\x1b]11;rgb:", b"\x1bP1$r", b"\x1b[?1;2c\x1b[0n\x1b[5;5R",
    b"\x1b[8;0;0t", b"\x1b[48;1;1;1;1t", b"\x1b[I\x1b[O", b"\x00" * 50,
)  # fmt: skip
BURST, GESTURES = 300, 24
PATIENCE = 6  # times half a minute
WAYS_OUT = 40  # presses of Escape that must lead there


@dataclass(frozen=True)
class Start:
    """Where a storm begins."""

    lesson: str = ""
    mode: str = "open"
    step: str = ""
    screen: str = "map"
    language: str = "en"
    size: tuple[int, int] = (80, 24)


@dataclass(frozen=True)
class Gesture:
    """Keys, a paste, one event of the mouse, a window's size, or a stop and its end."""

    kind: str
    keys: tuple[str, ...] = ()
    text: str = ""
    data: bytes = b""  # that only a terminal can send
    at: tuple[int, int] = (0, 0)
    waits: bool = True  # for the app to have seen it, before the next one


@cache
def steps() -> tuple[tuple[str, str, str], ...]:
    """Every step of every lesson, in each of its modes."""
    course = small_course()
    return tuple(
        (name, mode, step.id)
        for name, heading in course.headings.items()
        for mode in heading.modes
        for step in steps_of(LessonMode(course.lessons[name], mode)).all
    )


def start_of(seed: int) -> Start:
    """Each step and each screen has its turn, as the seeds are counted up."""
    chance = random.Random(f"start {seed}")
    ways = [*steps(), *((name,) for name in ("welcome", "review", *SCREENS))]
    way = ways[(seed * 7) % len(ways)] if len(ways) % 7 else ways[seed % len(ways)]
    language, size = chance.choice(("en", "es")), chance.choice(SIZES)
    if len(way) == 1:
        lesson = chance.choice(steps()) if way[0] == "source" else ("", "open", "")
        return Start(*lesson, way[0], language, size)
    return Start(
        *way, screen=chance.choice(("", "", "", "source", "help", "glossary")), language=language, size=size
    )


def gestures(seed: int, count: int = GESTURES) -> Iterator[Gesture]:
    """What the monkey does, one after the other."""
    chance = random.Random(f"gestures {seed}")
    for _ in range(count):
        yield gesture(chance)
    yield Gesture("resize", at=(80, 24))


def gesture(chance: random.Random) -> Gesture:
    kind = chance.choices(
        ("keys", "same", "burst", "paste", "mouse", "resize", "stop", "bytes"), (40, 8, 6, 5, 20, 15, 3, 5)
    )[0]
    waits = chance.random() < 0.5
    if kind == "keys":
        return Gesture("keys", some_keys(chance, chance.randint(1, 6)), waits=waits)
    if kind == "same":  # a key that is held
        return Gesture("keys", some_keys(chance, 1) * chance.randint(5, 60), waits=waits)
    if kind == "burst":
        return Gesture("keys", some_keys(chance, BURST), waits=waits)
    if kind == "paste":
        return Gesture("paste", text=chance.choice(PASTES), waits=waits)
    if kind == "bytes":
        return Gesture("bytes", data=chance.choice(JUNK), waits=waits)
    at = chance.choice(EXTREME) if chance.random() < 0.5 else (chance.randint(1, 300), chance.randint(1, 100))
    if kind == "mouse":
        at = (chance.randint(-2, 150), chance.randint(-2, 48))
        return Gesture(
            chance.choice(("click", "click", "double", "wheel", "drag", "move")), at=at, waits=waits
        )
    return Gesture("stop" if kind == "stop" else "resize", at=at, waits=waits and kind == "resize")


def some_keys(chance: random.Random, count: int) -> tuple[str, ...]:
    """Keys that mean something, half of them by name. q alone ends the app: seldom."""
    keys = [chance.choice(NAMED) if chance.random() < 0.55 else chance.choice(LETTERS) for _ in range(count)]
    return tuple("q" if chance.random() < 0.004 else key for key in keys)


# A learner, as far as the start wants them.


def prepared(home: Path, start: Start) -> Learner:
    """The learner at the step where a storm begins; for a review one who finished long ago."""
    if start.screen == "review":
        return finished_long_ago(home)
    learner = make_learner(home)
    if start.lesson:
        work_up_to(learner, place_at(start), start.step)
    return learner


def finished_long_ago(home: Path) -> Learner:
    folder = home / "learners" / "ana"
    then = datetime.now(UTC) - timedelta(days=30)
    learner = Learner("ana", folder, Journal.open(folder, version="test", clock=lambda: then), small_course())
    for name, heading in learner.course.headings.items():
        place = LessonMode(learner.course.lessons[name], heading.modes[0])
        work_up_to(learner, place, steps_of(place).all[-1].id)
        for question in place.lesson.questions:
            learner.record(Graded(question.id, "x", 0.8, True, "y"), place)
        learner.record(Finished(), place)
    return make_learner(home)


def place_at(start: Start) -> LessonMode:
    return LessonMode(small_course().lessons[start.lesson], start.mode)  # type: ignore[arg-type]


def app_at(home: Path, start: Start) -> LynxTutor:
    learner = prepared(home, start)
    return LynxTutor(
        learner,
        Text(start.language),
        place_at(start) if start.lesson else None,
        review=start.screen == "review",
        welcome=start.screen == "welcome",
    )


@contextmanager
def quick() -> Iterator[None]:
    """Runs of three seeds, and a judge that answers at once: the storm is about keys."""
    verdict = Judged(passed=False, reason="raised", detail="NameError: x", line="x")
    with (
        patch.object(Session, "seeds", lambda session, want: (0, 1, 2)),
        patch.object(Workbench, "judged", lambda bench, code, trial=None: (bench.keep(code), verdict)[1]),
    ):
        yield


# One storm, without a terminal.


async def sit(home: Path, seed: int, count: int = GESTURES) -> list[str]:
    """Play one storm; what is wrong after it, in words. An error of the app's is raised."""
    start = start_of(seed)
    app = app_at(home, start)
    with quick():
        async with app.run_test(size=start.size, notifications=True, tooltips=True) as pilot:
            await wait(pilot)
            await do(pilot, Gesture("keys", tuple(filter(None, [SCREENS.get(start.screen, "")]))))
            for each in gestures(seed, count):
                if app._exit:
                    break
                await do(pilot, each)
            problems = [] if app._exit else await problems_of(pilot)
    if app._exit and app.return_code:
        problems.append(f"it ended with {app.return_code}")
    return [*problems, *problems_in(app, home)]


async def do(pilot: Pilot[None], each: Gesture) -> None:
    app = pilot.app
    for event in events_of(each):
        app.post_message(event)
    if each.kind == "resize":
        app._driver._size = Size(*each.at)  # type: ignore[union-attr, attr-defined]
        app.post_message(events.Resize(Size(*each.at), Size(*each.at)))
    if each.kind == "stop":
        app.post_message(events.AppBlur())
        app.post_message(events.AppFocus())
    await wait(pilot, None if each.waits else 0)


async def wait(pilot: Pilot[None], seconds: float | None = None) -> None:
    """Until all widgets have handled what came; a busy machine takes longer than Pilot thinks."""
    for _ in range(PATIENCE):
        with suppress(WaitForScreenTimeout):
            await pilot.pause(seconds)
            return
    raise TimeoutError("some widget handles nothing any more")


def events_of(each: Gesture) -> Iterator[events.Event]:
    """As the driver would read them."""
    for key in each.keys:
        yield events.Key(key_name(key), key if len(key) == 1 else None)
    x, y = each.at
    if each.kind == "paste":
        yield events.Paste(each.text)
    if each.kind in ("click", "double", "drag"):
        for number in range(2 if each.kind == "double" else 1):
            yield mouse(events.MouseDown, x, y)
            if each.kind == "drag":
                yield mouse(events.MouseMove, x + 5, y + 7)
            yield mouse(
                events.MouseUp, x + 5 * (each.kind == "drag"), y + 7 * (each.kind == "drag") + 0 * number
            )
    if each.kind == "wheel":
        for kind in (events.MouseScrollDown, events.MouseScrollUp, events.MouseScrollDown):
            yield mouse(kind, x, y)
    if each.kind == "move":
        yield mouse(events.MouseMove, x, y)


def mouse(kind: type[events.MouseEvent], x: int, y: int) -> events.MouseEvent:
    return kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)


# What must be so after any storm.


async def problems_of(pilot: Pilot[None]) -> list[str]:
    """Escape leads out of everything."""
    app = pilot.app
    for _ in range(WAYS_OUT):
        if isinstance(app.screen, CourseScreen) and not app.screen.welcome:
            return []
        app.post_message(events.Key("escape", None))
        for _ in range(3):
            await wait(pilot)
    return [f"Escape does not lead out of {app.screen}"]


def problems_in(app: LynxTutor, home: Path) -> list[str]:
    """A fresh start finds the same facts, and all that is in the learner's folder can be read."""
    problems = [f"unsaved: {event}" for event in app.learner.journal.unsaved]
    again = make_learner(home)
    if again.journal.notices:
        problems.append(f"the journal opens with {again.journal.notices}")
    for opening in app.learner.fold.events:
        now, then = app.learner.fold.state_at(*opening), again.fold.state_at(*opening)
        if now != then:
            problems.append(f"{opening} was {now} and is {then}")
        problems += pages_that_differ(again, app, opening)
    problems += [f"the doctor finds {each}" for each in examine(again.folder) if again.journal.events]
    return problems + [f"cannot be read: {each}" for each in unreadable(again.folder)]


def pages_that_differ(again: Learner, app: LynxTutor, opening: tuple[str, str]) -> list[str]:
    """The page that the next start shows is the one that this app would show."""
    place = app.learner.fold.place(opening)
    now, then = (Session(each, place, app.text).page for each in (app.learner, again))
    return [] if now == then else [f"{opening} shows {then.step}, and not {now.step}"]


def unreadable(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*"):
        if file.is_file() and file.suffix in (".toml", ".md", ".py", ".txt"):
            try:
                words = file.read_text(encoding="utf-8")
                if file.suffix == ".toml":
                    tomllib.loads(words)
            except ValueError as error:
                yield f"{file}: {error}"
