"""Searching the map: what is found, what a break keeps to itself, and keys that come faster than the box."""

from itertools import cycle

import pytest
from textual.widgets import Input

from lessons.course.lesson.state import Opened
from lessons.format.course import load_course
from tests.tutor.conftest import LESSON, burst, make_learner, opened, place_of, press, session_of, words_on
from tests.tutor.plain_learner import Plain
from tutor.course_rows import Row
from tutor.course_search import has, rows_found
from tutor.learner import Learner
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.help import GlossaryScreen
from tutor.words.text import Text


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_break_is_found_by_nothing_that_tells_before_it_was_met(home, language):
    learner, text = make_learner(home), Text(language)
    heading, lesson = learner.course.headings[LESSON], learner.course.lessons[LESSON]
    edited = [line for edit in lesson.edits for line in (edit.before, edit.after)]
    cause = filter(str.strip, lesson.prose[language].sections["cause"].splitlines())
    for words in (heading.id, heading.titles[language], *edited, *cause):
        assert Row("lesson", LESSON) not in rows_found(learner, words, text)
    assert Row("lesson", LESSON) in rows_found(learner, heading.blind_titles[language], text)


NEWCOMERS = ["softmax", "gelu", "bias", "overfit", "dead relu", "zero_grad"]


@pytest.mark.parametrize(("letters", "language"), list(zip(NEWCOMERS, cycle(("en", "es")))))
def test_a_newcomers_word_leads_somewhere_and_to_no_secret(home, letters, language):
    learner, text = make_learner(home, course=load_course()), Text(language)
    found = tuple(rows_found(learner, letters, text))
    assert Row("nothing") not in found
    lessons = [learner.course.headings[row.name] for row in found if row.kind == "lesson"]
    assert lessons
    assert not [heading.id for heading in lessons if heading.is_break]
    if letters != "zero_grad":
        assert found[0].kind == "term" or letters == "bias"  # which a title or an idea has
        assert any(row.kind == "term" for row in found)


def test_a_break_that_is_known_is_found_by_its_name_and_its_pages_in_both_languages(home):
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    for words in ("gelu becomes", learner.course.headings["break-gelu-identity"].titles["es"], "gelu"):
        assert Row("lesson", "break-gelu-identity") in rows_found(learner, words, Text("en"))


def rows_for(learner: Learner, letters: str) -> list[str]:
    return [f"{row.kind} {row.name}".strip() for row in rows_found(learner, letters, Text("en"))]


def test_lessons_by_their_titles_stand_before_terms_and_those_before_lessons_by_their_pages(home):
    found = rows_for(make_learner(home), "softmax")
    assert found[0] == "term softmax"
    assert found[-2:] == ["inside", "lesson worked-pass"]
    assert rows_for(make_learner(home), "order")[0] == "lesson build-sequential"  # an idea of it


@pytest.mark.parametrize(("letters", "first"), [("cuatro filas", "worked-pass"), ("una buena", "read-the-baseline")])
def test_a_title_that_has_the_phrase_stands_before_lessons_whose_summaries_have_the_words(home, letters, first):
    learner = make_learner(home, course=load_course())
    found = [row.name for row in rows_found(learner, letters, Text("es")) if row.kind == "lesson"]
    assert found[0] == first
    assert len(found) > 1


def test_few_letters_are_found_where_a_word_begins_and_more_anywhere():
    found = [
        has([letters], words) for letters, words in (("nan", "a (nan)"), ("nan", "entrenan"), ("norm", "batchnorm"))
    ]
    assert found == [True, False, True]


def test_where_nothing_is_found_it_is_said_and_the_glossary_offered(home):
    learner = make_learner(home)
    assert rows_for(learner, "sobreajuste") == ["nothing", "term overfitting"]
    assert rows_for(learner, "xyzzy") == ["nothing", "glossary glossary"]


async def test_a_word_of_the_glossary_is_opened_there(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await burst(pilot, "slash", *"softmax")
        assert "Every test is green" not in words_on(pilot)  # nothing of another lesson
        await press(pilot, "enter")
        assert isinstance(app.screen, GlossaryScreen)
        assert app.screen.chosen.name == "softmax"


async def test_other_words_bring_the_cursor_to_the_first_that_is_found(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "slash", *"tense", "down", "down")
        assert app.screen.list.highlighted > 0
        await press(pilot, *"s", "backspace")
        assert app.screen.list.highlighted == 0


@pytest.mark.parametrize("typed", ["paleo", "mgqt r"])
async def test_what_is_typed_fast_after_a_slash_is_no_other_command(make_app, typed):
    app = make_app()
    async with opened(app) as pilot:
        await burst(pilot, "slash", *typed.replace(" ", ""))
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.query_one(Input).value == typed.replace(" ", "")
        assert app.screen.focused is app.screen.query_one(Input)


async def test_a_space_in_the_box_is_a_letter_and_no_hint_says_otherwise(make_app):
    app = make_app()
    async with opened(app) as pilot:
        assert "space blind" in words_on(pilot)
        await burst(pilot, "slash", *"is green")
        assert app.screen.query_one(Input).value == "is green"
        assert "space" not in words_on(pilot)
        await press(pilot, "escape")
        assert "space blind" in words_on(pilot)


async def test_enter_on_a_break_that_was_never_met_asks_how(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "enter")
        assert "How do you want to meet it?" in words_on(pilot)
        assert app.learner.is_new()
        await press(pilot, "escape", "enter", "down", "enter")
        assert session_of(pilot).place.mode == "open"


async def test_after_a_lesson_that_was_searched_for_the_search_is_over(make_app):
    async with opened(make_app()) as pilot:
        await burst(pilot, "slash", *"green")
        await press(pilot, "enter")
        assert "How do you want to meet it?" in words_on(pilot)
        await press(pilot, "down", "enter", "escape")
        assert isinstance(pilot.app.screen, CourseScreen)
        assert pilot.app.screen.list.box is None
        await burst(pilot, "slash", *"spotless")
        assert pilot.app.screen.box.value in ("spotless", "/spotless")


async def test_the_palette_tells_no_break_and_asks_how_to_meet_it(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "ctrl+p", *"GELU becomes")
        assert "becomes the identity" not in words_on(pilot)
        await press(pilot, *["backspace"] * 12, *"every test is green")
        await press(pilot, "enter")
        assert "How do you want to meet it?" in words_on(pilot)


@pytest.mark.parametrize("language", ["en", "es"])
def test_plain_lines_find_the_same_and_say_how_a_word_is_explained(home, language):
    plain, text = Plain(make_learner(home), language), Text(language)
    plain.run(["/softmax", "g softmax", "/xyzzy", "q"])
    assert text("linear.term", term="softmax") in plain.words
    assert text("map.inside") in plain.words
    assert {"en": "Four rows, there and back", "es": "Cuatro filas, ida y vuelta"}[language] in plain.words
    assert text("map.nothing") in plain.words
    assert text("glossary.how") in plain.words
