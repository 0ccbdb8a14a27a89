"""Escape, `?`, q and b do what the key line says, at each step of Break 00 and in each of its states."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from lessons.acts import Locked, Ran
from lessons.steps import SEED
from tests.tutor.conftest import MakeApp, place_of, session_of, settle
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.pages.ask import AnswerBox
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.help import HelpScreen
from tutor.tui.widgets.bars import KeyLine

KEYS = {"Esc": "escape", "?": "question_mark", "q": "q", "b": "b"}
BEATS = 200  # until what a key does is seen, at most
READING = "map help quit back"
TYPING = "typed typed typed"


@dataclass(frozen=True)
class Standing:
    """A step, the keys that lead into one of its states, and what Escape, `?`, q and b do there."""

    step: str
    keys: str
    does: str


STATES = {
    "reading": Standing("read", "", "map help quit stays"),
    "choosing an answer": Standing("predict-additive", "", READING),
    "with an answer chosen": Standing("predict-additive", "down", READING),
    "typing an answer": Standing("predict-agreement", "", f"map {TYPING}"),
    "at the summary": Standing("run-additive", "b", READING),
    "before a run": Standing("run-additive", "", READING),
    "while it runs": Standing("run-additive", "enter", READING),
    "while it is paused": Standing("run-additive", "enter space", READING),
    "after a run was stopped": Standing("run-additive", "enter x", READING),
    "before the seeds": Standing("watched", "", READING),
    "while the seeds run": Standing("watched", "enter", READING),
    "after a run": Standing("observe-additive", "b", READING),
    "at what happened": Standing("observe-additive", "", READING),
    "at a thing to see": Standing("observe-additive", "right", READING),
    "at the hints": Standing("hints", "", READING),
    "guessing": Standing("hints", "enter", f"closed {TYPING}"),
    "with a hint": Standing("hints", "enter enter", READING),
    "at the suspects": Standing("accuse", "", READING),
    "mending": Standing("repair", "", f"left {TYPING}"),
    "beside the editor": Standing("repair", "escape", READING),
    "while it is judged": Standing("repair", "minus 1 escape ctrl+s", "stays help quit back"),
    "mended": Standing("why", "b", READING),
    "at the end": Standing("why", "", READING),
    "writing": Standing("why", "tab", f"left {TYPING}"),
    "finished": Standing("why", "enter", READING),
}


IDS = {"watched": "run-additive", "accuse": "hints"}  # of steps that stand here by another name


def app_at(make_app: MakeApp, step: str) -> LynxTutor:
    mode = "blind" if step == "hints" else "open"
    app = make_app("en", mode)
    work_up_to(app.learner, place_of(mode), IDS.get(step, step))
    if step == "watched":
        app.learner.record(Locked("run-additive"), place_of())
        app.learner.record(Ran("additive", SEED, {}), place_of())
    return app


def typed(pilot: Pilot[None]) -> str:
    """What stands in the box that takes the keys."""
    match pilot.app.focused:
        case AnswerBox() as box:
            return box.typed
        case Input() as line:
            return line.value
        case TextArea() as lines:
            return lines.text
    return ""


def took_effect(pilot: Pilot[None], effect: str, key: str, before: tuple[int, str]) -> bool:
    """Whether a key has done what it should."""
    app = pilot.app
    match effect:
        case "map":
            return isinstance(app.screen, CourseScreen)
        case "help":
            return isinstance(app.screen, HelpScreen)
        case "quit":
            return app.return_code == 0
        case "back":
            return session_of(pilot).state.here == before[0] - 1
        case "typed":
            return typed(pilot).count(key) == before[1].count(key) + 1
        case "left" | "closed":
            return not typed(pilot) and session_of(pilot).state.here == before[0]
    return session_of(pilot).state.here == before[0]


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> bool:
    """Let messages be handled until something is so."""
    for _ in range(BEATS):
        if is_so():
            return True
        await pilot.pause()
    return False


@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("named", KEYS)
async def test_the_way_out_is_where_the_key_line_says(make_app: MakeApp, state: str, named: str) -> None:
    standing = STATES[state]
    effect = standing.does.split()[list(KEYS).index(named)]
    app = app_at(make_app, standing.step)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in standing.keys.split():
            await pilot.press(key)
            await pilot.pause()
        before = (session_of(pilot).state.here, typed(pilot))
        await pilot.press(KEYS[named])
        assert await until(pilot, lambda: took_effect(pilot, effect, named, before))
        if isinstance(app.screen, HelpScreen):
            await pilot.press("escape")
            assert await until(pilot, lambda: not isinstance(app.screen, HelpScreen))
            assert session_of(pilot).state.here == before[0]


SAID = {"map": "map", "help": "help", "back": "back", "left": "leave", "closed": "not yet"}


@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize("state", STATES)
async def test_the_key_line_says_no_way_out_that_is_none(make_app: MakeApp, state: str) -> None:
    """What stands there for Escape, `?` and b is what they do."""
    standing = STATES[state]
    app = app_at(make_app, standing.step)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in standing.keys.split():
            await pilot.press(key)
            await pilot.pause()
        said = dict(item.partition(" ")[::2] for item in app.screen.query_one(KeyLine).words.split(" · "))
        for named, effect in zip(KEYS, standing.does.split(), strict=True):
            if named in said and effect in SAID:
                assert SAID[effect] in said[named]
            assert not (named in said and effect == "typed")
