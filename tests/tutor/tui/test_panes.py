"""An aside stands beside a page where there is room, and below it where there is none."""

from dataclasses import replace
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from lessons.check.pages import SCREEN_ROWS, WIDTH, rows
from lessons.course.lesson.page import Aside, Page, Table, Words
from lessons.course.steps.plan import Steps
from tests.tutor.conftest import app_at, opened, place_of, press, settle, shows_step, words_on
from tests.tutor.plain_learner import plain_at
from tests.tutor.small_course import small_course
from tutor.tui.pages.write import WritePage
from tutor.tui.widgets.blocks import ProseBlock, fitted, table_content
from tutor.tui.widgets.panes import AsideBox, Panes

RULE = Aside("What you know", (Words("A verb part plus a person part."),))
FORMS = Aside("The forms", (Table(("verb", "she"), (("play", "plays"),)),))


@pytest.fixture
def with_asides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page has two asides."""
    former = Steps.at

    def at(steps: Steps, *given: Any, **named: Any) -> Page:
        return replace(former(steps, *given, **named), asides=(RULE, FORMS))

    monkeypatch.setattr(Steps, "at", at)


async def test_a_line_of_code_that_is_wider_than_its_window_goes_on_in_the_next(make_app, monkeypatch):
    former = Steps.at
    fence = Words("```text\n" + "0 infinitive   1 present   2 past   3 past participle   4 future\n```")
    monkeypatch.setattr(Steps, "at", lambda *given, **named: replace(former(*given, **named), blocks=(fence,)))
    async with opened(app_at(make_app, "read"), (60, 16)) as pilot:
        await settle(pilot)
        assert "4 future" in words_on(pilot)


def asides(pilot: Pilot[None]) -> list[AsideBox]:
    return list(pilot.app.screen.query(AsideBox))


def beside(pilot: Pilot[None]) -> int:
    """Count the asides to the right of what is read, at its height."""
    own = pilot.app.screen.query_one("#reading").region
    return sum(aside.region.x >= own.right and aside.region.y <= own.bottom for aside in asides(pilot))


async def test_the_change_stands_in_the_text_or_beside_it_and_never_twice(make_app):
    app = app_at(make_app, "read")
    async with opened(app, (119, 100)) as pilot:
        assert words_on(pilot).count("return x.gelu()") == 1
        assert beside(pilot) == 0
        await pilot.resize_terminal(120, 100)
        await settle(pilot)
        assert words_on(pilot).count("return x.gelu()") == 1
        assert beside(pilot) == 1


async def test_enter_on_a_long_page_leafs_down_and_goes_on_at_its_end(make_app):
    app = app_at(make_app, "read")
    async with opened(app) as pilot:
        for _ in range(10):
            if "Enter read on" not in words_on(pilot):
                break
            await press(pilot, "enter")
            assert shows_step(pilot, "read")
        assert "Enter predict" in words_on(pilot)
        await press(pilot, "enter")
        assert shows_step(pilot, "predict")


@pytest.mark.usefixtures("with_asides")
def test_plain_lines_say_what_helps_before_the_question_and_once(home):
    plain = plain_at(home, "predict")
    plain.run(["1", "", "1", "", "75", ""], place_of())
    told = "\n".join(plain.told)
    assert told.count("-- What you know") == 1
    assert told.count("A verb part plus a person part.") == 1
    assert told.index("-- The forms") < told.index("Question 1 of 3")


ROWS = (("concordancia", "play (regular)", "you played"), ("suma", "write (irregular)", "you will write"))


@pytest.mark.parametrize("room", [40, 46, 52])
def test_a_narrow_table_breaks_lines_between_words(room):
    shown = table_content(Table(("", "you", "she"), ROWS), room).plain.split("\n")
    assert max(map(len, shown)) <= room
    assert {"concordancia", "(irregular)"} <= {word for line in shown for word in line.split()}


def test_a_table_that_would_break_words_says_its_sentences():
    table = Table(("", "you", "she"), ROWS, lines=("play: you played.", "write: you will write."))
    assert "concordancia" in table_content(table, 40).plain
    assert table_content(table, 30).plain.split("\n") == ["play: you played.", "write: you will write."]


def test_a_word_is_broken_only_where_nothing_else_helps():
    assert fitted([12, 12], [12, 12], 22) == [10, 10]
    assert fitted([12, 30], [12, 6], 30) == [12, 16]


async def test_a_section_is_as_tall_in_the_app_as_it_is_counted(make_app):
    prose = [page for lesson in small_course().lessons.values() for page in lesson.prose.values()]
    tall = sorted((text for page in prose for text in page.sections.values() if text), key=rows)[-3:]
    app = make_app(mode="open")
    async with opened(app) as pilot:
        box = VerticalScroll(*map(ProseBlock, tall))
        await app.screen.mount(box)
        await settle(pilot)
        shown = list(box.query(ProseBlock))
        assert {each.content_size.width for each in shown} == {WIDTH}
        assert [each.size.height for each in shown] == [rows(text) for text in tall]


async def test_a_page_has_as_many_rows_as_is_counted(make_app):
    app = make_app(mode="open")
    async with opened(app):
        assert app.screen.query_one("#panes").scrollable_content_region.height == SCREEN_ROWS


async def test_the_run_stands_below_its_verdict_where_a_wide_window_has_rows_left(make_app):
    app = app_at(make_app, "observe")
    async with opened(app, (132, 44)) as pilot:
        await settle(pilot)
        assert (len(pilot.app.screen.query(".run > PictureView")), "1/" in words_on(pilot)) == (1, True)
        await pilot.resize_terminal(132, 24)
        await settle(pilot)
        assert not any(each.display for each in pilot.app.screen.query(".run"))


async def test_the_last_page_never_says_finish_before_it_is_known_whether_it_goes_on(make_app, monkeypatch):
    said, keys = [], WritePage.keys
    monkeypatch.setattr(WritePage, "keys", lambda page: said.append(keys(page)) or said[-1])
    async with opened(app_at(make_app, "why"), (80, 24)) as pilot:
        assert "Enter read on" in words_on(pilot)
        assert {words.split(" · ")[0] for words in said} == {"Enter read on"}


def test_enter_ends_no_page_that_is_not_laid_out():
    assert Panes((), (), takes_focus=True).leaf(1)


@pytest.mark.parametrize("step", ["read", "why"])  # with an aside, and with none
async def test_a_line_breaks_at_the_same_column_with_a_scroll_bar_and_without_one(make_app, step):
    found = []
    async with opened(app_at(make_app, step), (80, 24)) as pilot:
        for rows in (24, 120):
            await pilot.resize_terminal(80, rows)
            await settle(pilot)
            panes, reading = pilot.app.screen.query_one(Panes), pilot.app.screen.query_one("#reading")
            found.append((panes.has_more(), reading.scrollable_content_region.width))
    assert found == [(True, 78), (False, 78)]
