"""Searching the map: what is found, what a break keeps to itself, and keys that come faster than the box."""

from pathlib import Path

import pytest
from textual.widgets import Input

from lessons.course.state import Opened
from lessons.format.course import load_course
from tests.tutor.conftest import MakeApp, burst, make_learner, opened, place_of, press, session_of, words_on
from tutor.course_rows import Row, rows_found
from tutor.learner import Learner
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.glossary import GlossaryScreen
from tutor.words.text import Text


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_break_is_found_by_its_id_or_by_the_title_that_tells(home: Path, language: str) -> None:
    learner, text = make_learner(home, course=load_course()), Text(language)
    shown = [heading for heading in learner.course.headings.values() if heading.is_break]
    assert all(heading.blind_titles for heading in shown)
    for heading in shown:
        hidden = [heading.id, heading.titles[language]]
        assert not any(Row("lesson", heading.id) in rows_found(learner, words, text) for words in hidden)


def test_a_break_that_is_known_is_found_by_its_name(home: Path) -> None:
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    assert Row("lesson", "break-gelu-identity") in rows_found(learner, "gelu becomes", Text("en"))


def rows_for(learner: Learner, letters: str) -> list[str]:
    return [f"{row.kind} {row.name}".strip() for row in rows_found(learner, letters, Text("en"))]


def test_where_nothing_is_found_it_is_said_and_the_glossary_offered(home: Path) -> None:
    learner = make_learner(home)
    assert rows_for(learner, "softmax") == ["nothing", "term softmax"]
    assert rows_for(learner, "xyzzy") == ["nothing"]


async def test_a_word_of_the_glossary_is_opened_there(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await burst(pilot, "slash", *"softmax")
        assert "No lesson has these letters." in words_on(pilot)
        assert "Every test is green" not in words_on(pilot)  # nothing of another lesson
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, GlossaryScreen)
        assert app.screen.chosen is not None
        assert app.screen.chosen.name == "softmax"


@pytest.mark.parametrize("typed", ["paleo", "mgqt r"])
async def test_what_is_typed_fast_after_a_slash_is_no_other_command(make_app: MakeApp, typed: str) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await burst(pilot, "slash", *typed.replace(" ", ""))
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.query_one(Input).value == typed.replace(" ", "")
        assert app.screen.focused is app.screen.query_one(Input)


async def test_a_space_in_the_box_is_a_letter_and_no_hint_says_otherwise(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        assert "space blind" in words_on(pilot)
        await burst(pilot, "slash", *"is green")
        assert app.screen.query_one(Input).value == "is green"
        assert "space" not in words_on(pilot)
        await press(pilot, "escape")
        assert "space blind" in words_on(pilot)


@pytest.mark.parametrize("search", [False, True])
async def test_enter_on_a_break_that_was_never_met_asks_how(make_app: MakeApp, search: bool) -> None:
    app = make_app()
    async with opened(app) as pilot:
        if search:
            await burst(pilot, "slash", *"green")
        await press(pilot, "enter")
        assert "How do you want to meet it?" in words_on(pilot)
        assert app.learner.is_new()
        await press(pilot, "escape", "enter", "down", "enter")
        assert session_of(pilot).place.mode == "open"


async def test_the_palette_tells_no_break_and_asks_how_to_meet_it(make_app: MakeApp) -> None:
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "ctrl+p", *"GELU becomes")
        assert "becomes the identity" not in words_on(pilot)
        await press(pilot, *["backspace"] * 12, *"every test is green")
        await press(pilot, "enter")
        assert "How do you want to meet it?" in words_on(pilot)
