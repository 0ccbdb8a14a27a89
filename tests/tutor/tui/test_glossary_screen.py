"""The glossary, one key away; and in every list the chosen row is told by a mark that moves with the cursor."""

import re

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import OptionList

from lessons.course.lesson.blocks import Table
from lessons.course.lesson.page import plain_text
from lessons.course.lesson.state import Opened
from lessons.format.course import load_course
from tests.tutor.conftest import (
    app_at,
    burst,
    make_learner,
    opened,
    place_of,
    press,
    press_all,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.plain_learner import Plain, plain_at
from tests.tutor.work import work_up_to
from tutor.course_rows import Row
from tutor.course_search import rows_found
from tutor.session import Session
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.help import GlossaryScreen
from tutor.tui.screens.lesson import VisitScreen
from tutor.tui.widgets.lists import MARK, MarkedList, marked
from tutor.words.text import Text


def on_map(name: str) -> str:
    """Return what the map calls a break that nobody has opened."""
    course = load_course()
    return f"Break {course.breaks().index(name):02} · {course.headings[name].blind_titles['en']}"


async def test_it_opens_on_the_first_term_of_the_page_and_escape_leads_back(make_app):
    async with opened(make_app("en", "open")) as pilot:
        await press(pilot, "g")
        assert "▸• logit" in words_on(pilot)
        assert "A network's answer before softmax" in words_on(pilot)
        await press(pilot, "escape")
        assert shows_step(pilot, "read")


async def test_typing_narrows_the_list_and_the_arrows_choose(make_app):
    async with opened(make_app("es")) as pilot:
        await press(pilot, "g", *"regularizacion")
        assert "Todo lo que impide" in words_on(pilot)
        assert "• red" not in words_on(pilot)
        await press(pilot, *["backspace"] * 14, *"grad", "down")
        screen = pilot.app.screen
        assert isinstance(screen, GlossaryScreen)
        assert screen.query_one("#terms", OptionList).highlighted == 1
        assert screen.shown[0].name == "gradiente"
        assert screen.chosen == screen.shown[1]


async def test_a_click_on_a_marked_word_opens_its_entry(make_app):
    async with opened(make_app("en", "open")) as pilot:
        rows = words_on(pilot).split("\n")
        row = next(number for number, line in enumerate(rows) if "highest score" in line)
        await pilot.click(offset=(rows[row].index("score") + 2, row))
        await settle(pilot)
        assert isinstance(pilot.app.screen, GlossaryScreen)
        assert pilot.app.screen.chosen.id == "logit"


async def test_a_lesson_that_a_page_names_opens_over_it_and_escape_leads_back_to_the_very_page(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("en"), place_of("open", "small-gpt"))
    async with opened(app) as pilot:
        await press(pilot, "pagedown", "g")
        assert isinstance(app.screen, GlossaryScreen)
        names = [each.name for each in app.screen.shown[:3]]
        assert names == ["Three words by hand", *map(on_map, ("tomorrows-paper", "cut-across"))]
        page, named = app.screen_stack[-2], "No way past"
        await press_all(pilot, *["down"] * 3)
        assert on_map("no-skip")[:30] in words_on(pilot)
        await press(pilot, "enter")
        assert words_on(pilot).startswith(f" {named}")
        assert "Esc back to the page" in words_on(pilot)
        assert app.learner.opening_to_continue() == ("small-gpt", "open")
        await press(pilot, "escape")
        assert app.screen is page
        assert "Esc map" in words_on(pilot)
        app.visit("three-words-by-hand")
        await settle(pilot)
        app.visit("small-gpt")  # which lies below
        await settle(pilot)
        assert app.screen is page
        assert [screen for screen in app.screen_stack if isinstance(screen, VisitScreen)] == []


def test_plain_lines_name_the_terms_of_the_page_and_explain_one(home):
    plain = plain_at(home, "predict")
    plain.run(["g", "g gradient", ":g neuron", "g gradeint", "g all"], place_of())
    said = "\n".join(plain.told)
    assert re.search(r"On this page: held out, model", said)
    assert "gradient: The slopes of the loss" in said
    assert "unit: One of the numbers that a layer gives" in said
    assert "“gradeint” is not in the glossary. The nearest: gradient" in said
    assert "](term:" not in said


def test_plain_lines_name_the_lessons_of_the_page_and_say_what_one_is_about(home):
    plain = Plain(make_learner(home, course=load_course()))
    plain.run(["g", "g right until", "m"], place_of("open", "small-gpt"))
    said = "\n".join(plain.told)
    names = f"Three words by hand, {on_map('tomorrows-paper')}, {on_map('cut-across')}"
    assert f"On this page: {names}" in said
    assert f"{on_map('cut-across')}: A network has learned to continue sentences." in said


def test_a_page_names_a_break_as_the_map_does_before_its_edit_is_known_and_after(home):
    learner, text = make_learner(home, course=load_course()), Text("en")
    session = Session(learner, place_of("open", "small-gpt"), text)

    def names() -> list[str]:
        return [
            plain_text(cell) for block in session.page.blocks if isinstance(block, Table) for *_, cell in block.rows
        ]

    assert names()[2] == on_map("cut-across")
    assert Row("lesson", "cut-across") in rows_found(learner, names()[2], text)
    learner.record(Opened(), place_of("open", "cut-across"))
    assert names()[2] == "Cut across"
    assert Row("lesson", "cut-across") in rows_found(learner, names()[2], text)


def test_the_shell_explains_a_term(home, capsys):
    assert main(["glossary", "neuron", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("unit: ")
    assert main(["glossary", "--lang", "es"]) == 0
    assert "retropropagación" in capsys.readouterr().out
    assert main(["glossary", "gradeint", "--lang", "en"]) == 1
    assert "gradient" in capsys.readouterr().err


def marked_rows(pilot: Pilot[None]) -> list[str]:
    return [row for row in words_on(pilot).split("\n") if MARK in row]


async def moves(pilot: Pilot[None], down: str = "down") -> None:
    """A row has the mark, and after a step another has it. Below a box that covers the map, the map keeps its own."""
    before = marked_rows(pilot)
    assert before
    await press(pilot, down)
    after = marked_rows(pilot)
    assert len(after) == len(before)
    assert after != before


def test_the_mark_has_the_colours_of_its_row():
    row = Strip([Segment("   words", Style(bgcolor="red"))])
    assert [part.style.bgcolor.name for part in marked(row, 1, reverse=False)] == ["red"] * 3


@pytest.mark.parametrize("keys", [(), ("g",), ("ctrl+p",)], ids=["map", "glossary", "palette"])
async def test_over_the_map(keys, make_app):
    app = make_app()
    work_up_to(app.learner, place_of(), "read")
    async with opened(app) as pilot:
        if keys:
            await press(pilot, *keys)
        lists = [box for box in app.screen.query(OptionList) if box.display]
        assert all(isinstance(box, MarkedList) for box in lists)
        await moves(pilot)


async def test_where_one_points_at_a_line(make_app):
    app = app_at(make_app, "hints", "blind")
    async with opened(app) as pilot:
        await press(pilot, "p")
        await burst(pilot, *["down"] * 120)  # past line 100, where the number leaves no blank before it
        await settle(pilot)
        await moves(pilot)
