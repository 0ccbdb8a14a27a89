"""The course map: what it tells of a lesson, what it keeps to itself, and where its cursor stays."""

from pathlib import Path

import pytest
from textual.widgets import OptionList

from lessons.acts import Moved, Opened
from tests.tutor.conftest import MakeApp, make_learner, place_of, press_all, session_of, settle, words_on
from tests.tutor.plain_learner import Plain
from tests.tutor.small_course import small_places
from tests.tutor.work import finish, work_up_to
from tutor.card import card_blocks
from tutor.tui.screens.course import CourseScreen
from tutor.words.text import Text

TELLING = ("GELU", "only bend", "único doblez", "linear is linear", "lineal es lineal")
PLACES = small_places()


def row_of(app_screen: object, name: str) -> str:
    assert isinstance(app_screen, CourseScreen)
    names = [row.name for row in app_screen.list.rows]
    return str(app_screen.list.get_option_at_index(names.index(name)).prompt)


@pytest.mark.parametrize("size", [(60, 16)])
@pytest.mark.parametrize("language", ["es"])
async def test_nothing_on_the_map_tells_what_a_break_edits_before_it_was_opened(
    make_app: MakeApp, language: str, size: tuple[int, int]
) -> None:
    app = make_app(language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert app.screen.query_one("#map", OptionList).highlighted == 1
        assert "00" in words_on(pilot)
        assert [word for word in TELLING if word in words_on(pilot)] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_neither_the_list_in_plain_lines_nor_the_card_tells_it(home: Path, language: str) -> None:
    learner = make_learner(home)
    plain = Plain(learner, language)
    plain.run(["1?", "q"])
    assert [word for word in TELLING if word in plain.words] == []
    card = card_blocks(learner.course.headings["break-gelu-identity"], learner, Text(language))
    assert [word for word in TELLING if word in " ".join(block.markdown for block in card)] == []


@pytest.mark.parametrize("key", ["space", "B"])
async def test_one_row_opens_a_break_in_both_ways(make_app: MakeApp, key: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, key)
        await settle(pilot)
        assert session_of(pilot).place.mode == "blind"
        await press_all(pilot, "escape")
        await settle(pilot)
        assert "· blind  ▰" in row_of(app.screen, "break-gelu-identity")  # in one row, however long its title
        await press_all(pilot, "enter")
        await settle(pilot)
        assert session_of(pilot).place.mode == "blind"
        await press_all(pilot, "escape")
        await settle(pilot)
        await press_all(pilot, key)
        await settle(pilot)
        assert session_of(pilot).place.mode == "open"


async def test_the_telling_title_appears_once_the_edit_was_shown(make_app: MakeApp) -> None:
    app = make_app()
    app.learner.record(Opened(), place_of())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "GELU becomes the identity" in row_of(app.screen, "break-gelu-identity")


async def test_the_telling_title_appears_once_a_blind_learner_has_solved_it(make_app: MakeApp) -> None:
    app = make_app()
    work_up_to(app.learner, place_of("blind"), "repair")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "GELU" not in row_of(app.screen, "break-gelu-identity")
    finish(app.learner, place_of("blind"))
    assert app.learner.knows_edit("break-gelu-identity")


async def test_after_a_finished_break_the_next_lesson_comes_and_not_the_same_one_blind(home: Path) -> None:
    learner = make_learner(home)
    finish(learner, place_of())
    assert learner.opening_to_continue() == ("worked-pass", "open")


async def test_the_cursor_stays_on_its_lesson_in_another_language(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, *["down"] * 4, "l")
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.at == "worked-pass"


async def test_the_bar_does_not_go_back_when_one_looks_back(make_app: MakeApp) -> None:
    app = make_app()
    work_up_to(app.learner, place_of(), "hints")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        bar = row_of(app.screen, "break-gelu-identity").count("▰")
        app.learner.record(Moved("read"), place_of())
        app.screen.show_all()  # type: ignore[attr-defined]
        await settle(pilot)
        assert row_of(app.screen, "break-gelu-identity").count("▰") == bar
        assert "Read" in row_of(app.screen, "break-gelu-identity")


async def test_wide_windows_have_a_card_of_the_lesson_under_the_cursor(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        await press_all(pilot, *["down"] * 4)
        await settle(pilot)
        assert "What it teaches" in words_on(pilot)
        assert "What an activation lets back through" in words_on(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "What it teaches" not in words_on(pilot)


def test_in_plain_lines_a_question_mark_tells_about_a_lesson(home: Path) -> None:
    plain = Plain(make_learner(home))
    plain.run(["3?", "q"])
    assert "What an activation lets back through" in plain.words


@pytest.mark.parametrize("language", ["es"])
async def test_where_every_lesson_is_done_the_map_says_what_now(make_app: MakeApp, language: str) -> None:
    app = make_app(language)
    for place in PLACES:
        finish(app.learner, place)
    async with app.run_test(size=(140, 60)) as pilot:
        await settle(pilot)
        assert f"✓ {Text(language)('map.all_done')}" in words_on(pilot)
    plain = Plain(make_learner(app.learner.folder.parents[1]), language)
    plain.run(["q"])
    assert Text(language)("map.all_done") in plain.words


async def test_left_folds_a_track_and_right_opens_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)
        listed = app.screen.list
        await press_all(pilot, "down", "left")
        await settle(pilot)
        folded = len(listed.rows)
        assert listed.row
        assert listed.row.kind == "track"
        await press_all(pilot, "right")
        await settle(pilot)
        assert len(listed.rows) > folded
        await press_all(pilot, "left")
        await settle(pilot)
        assert len(listed.rows) == folded
