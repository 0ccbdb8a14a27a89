"""The same learner, once at the keyboard of the app and once in plain lines: the same state, the same journal."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lessons.lesson import LANGUAGES, LessonMode, Question
from lessons.load import load_course
from lessons.page import Ask, Change, Find, Onward, Train, Write
from lessons.questions import chance_of, kind_of
from lessons.recipes import steps_of
from lessons.runs.edits import healthy_text
from lessons.steps import Steps
from tests.tutor.conftest import (
    burst,
    edited_place,
    make_learner,
    point_at_the_edit,
    press_all,
    session_of,
    settle,
)
from tutor.learner import Learner
from tutor.linear import Linear
from tutor.session import Session
from tutor.tui.app import LynxTutor
from tutor.tui.pages.train import TrainPage
from tutor.tui.widgets.editor import Editor
from tutor.words.text import Text

GUESS, WORDS = "is it the loss?", "what bends"
TYPED = {"shape": "5x23", "entry": "0.1", "number": "0.5", "share": "75"}
PLACES = [
    pytest.param(place, language, id=f"{place.lesson.id}-{place.mode}-{language}")
    for place in load_course().places()
    for language in LANGUAGES
]
SEEDS = (0, 1, 2)  # two views of few seeds differ as two views of many would


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "seeds", lambda session, want: SEEDS)


# What the learner answers, whatever the view.


def place_in_list(question: Question) -> int:
    """Which of the answers on offer they take: not always the first, not always the last."""
    return len(question.id) % 3


def confidence(question: Question) -> int:
    """A little more than a guess."""
    least = round(100 * chance_of(question))
    return min(99, (least // 5 + 1) * 5)


def typed_answer(question: Question) -> str:
    if question.kind == "order":
        return " ".join(str(number) for number in range(len(question.arms), 0, -1))
    return TYPED["share" if question.percent else question.kind]


def right_code(place: LessonMode) -> str:
    return place.lesson.lab.solution if place.lesson.lab else healthy_text(place.lesson.edits[0].file)


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


# In plain lines.


def lines(place: LessonMode) -> Iterator[str]:
    """What the learner writes, from the first page to the end of the lesson."""
    steps = steps_of(place)
    for step in steps.all:
        match step.kind:
            case "predict" | "trace":
                for question in step.questions:  # type: ignore[attr-defined]
                    yield from (answer_line(question, steps), str(confidence(question)))
                yield ""
            case "run":
                yield from ("" for each in step.experiments if each.steps)  # type: ignore[attr-defined]
                yield from ("" for _ in step.experiments)  # type: ignore[attr-defined]
                yield ""
            case "hints":
                yield from ("", GUESS, "{}:{}".format(*edited_place(place)), "")
            case "repair" | "lab":
                yield from ("judge", "", "judge", "")
            case "why":
                yield WORDS
            case _:
                yield ""


def answer_line(question: Question, steps: Steps) -> str:
    offered = kind_of(question).choices(question, steps.lesson.prose["en"], Text("en"))
    return str(place_in_list(question) % len(offered) + 1) if offered else typed_answer(question)


def by_lines(home: Path, place: LessonMode, language: str) -> Learner:
    """Raises EOFError's own end if the lines do not fit the questions."""
    script = lines(place)
    learner = make_learner(home)
    told: list[str] = []

    def listen(prompt: str) -> str:
        told.append(prompt)
        line = next(script, None)
        if line is None:
            raise EOFError
        return line

    assert Linear(learner, Text(language), told.append, listen).run(place) == 0
    assert list(script) == []
    assert_readable(told)
    return learner


def assert_readable(told: list[str]) -> None:
    """No cursor, no colour, no braille and no blocks; whole lines."""
    for line in "\n".join(told).splitlines():
        assert line.isprintable(), line
        assert not any("\u2500" <= character <= "\u28ff" for character in line), line


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
    plain = by_lines(tmp_path / "plain", place, language)
    assert plain.state(place) == app.state(place)
    assert plain.state(place).finished
    assert happened(app) == happened(plain)


def happened(learner: Learner) -> list[tuple[str, str | None, dict[str, Any]]]:
    """The journal without ids and times."""
    return [(event.kind, event.lesson, dict(event.payload)) for event in learner.journal.events]
