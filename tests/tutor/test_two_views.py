"""The same learner, once at the keyboard of the app and once in plain lines: the same state, the same journal."""

import shlex
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lessons.lesson import LANGUAGES, LessonMode
from lessons.load import load_course
from lessons.page import Ask, Change, Find, Onward, Train, Write
from tests.tutor.conftest import (
    burst,
    make_learner,
    point_at_the_edit,
    press_all,
    session_of,
    settle,
)
from tests.tutor.plain_learner import (
    GUESS,
    WORDS,
    Plain,
    assert_readable,
    lines,
    place_in_list,
    right_code,
    typed_answer,
)
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.tui.pages.train import TrainPage
from tutor.tui.widgets.editor import Editor
from tutor.words.text import Text

PLACES = [
    pytest.param(place, language, id=f"{place.lesson.id}-{place.mode}-{language}")
    for place in load_course().places()
    for language in LANGUAGES
]


# By keyboard.


async def walk(pilot: Pilot[None]) -> None:
    """From the first page to the end of the lesson, by keys."""
    while not session_of(pilot).state.finished:
        await settle(pilot)
        match session_of(pilot).page.want:
            case Onward():
                await press_all(pilot, "n")
            case Ask() as want:
                await burst(pilot, *keys_for(want), "right", "enter")
            case Train():
                await press_all(pilot, *([] if at_full_speed(pilot) else ["f"]), "enter")
            case Find():
                await press_all(pilot, "enter")
                await burst(pilot, *GUESS, "enter")
                await settle(pilot)
                await point_at_the_edit(pilot)
                await press_all(pilot, "enter")
            case Change():
                await mend(pilot)
            case Write():
                await press_all(pilot, "tab")
                await burst(pilot, *WORDS, "ctrl+s")


def at_full_speed(pilot: Pilot[None]) -> bool:
    return pilot.app.screen.query_one(TrainPage).controls.full_speed


def keys_for(want: Ask) -> list[str]:
    if want.options:
        return ["down"] * (place_in_list(want.question) % len(want.options) + 1)
    return list(typed_answer(want.question))


async def mend(pilot: Pilot[None]) -> None:
    """Have it judged as it is, and then as it should be."""
    await press_all(pilot, "ctrl+s")
    await settle(pilot)
    pilot.app.screen.query_one("#editor", Editor).replace_all(right_code(session_of(pilot).place))
    await press_all(pilot, "ctrl+s")
    await settle(pilot)


async def by_keyboard(home: Path, place: LessonMode, language: str) -> Learner:
    app = LynxTutor(make_learner(home), Text(language), place)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await walk(pilot)
        await settle(pilot)
    return app.learner


@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize(("place", "language"), PLACES)
async def test_both_views_end_in_the_same_state_with_the_same_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: LessonMode, language: str
) -> None:
    right = tmp_path / "right.py"
    if place.lesson.edits or place.lesson.lab:
        right.write_text(right_code(place), encoding="utf-8")
    monkeypatch.setenv("VISUAL", shlex.join(["cp", str(right)]))
    app = await by_keyboard(tmp_path / "app", place, language)
    plain = Plain(make_learner(tmp_path / "plain"), language)
    assert plain.run(lines(place), place) == 0
    assert plain.left == []
    assert_readable(plain.words)
    assert plain.learner.state(place) == app.state(place)
    assert plain.learner.state(place).finished
    assert happened(app) == happened(plain.learner)


def happened(learner: Learner) -> list[tuple[str, str | None, dict[str, Any]]]:
    """The journal without ids and times."""
    return [(event.kind, event.lesson, dict(event.payload)) for event in learner.journal.events]
