"""The course map: what it tells of a lesson, and what it keeps to itself; and what stands at the end of each."""

import re

import pytest
from textual.widgets import OptionList

from lessons.course.lesson.state import Finished, Moved, Opened
from lessons.format.course import load_course
from tests.tutor.conftest import make_learner, opened, place_of, press, session_of, settle, words_on
from tests.tutor.plain_learner import Plain, plain_at
from tests.tutor.small_course import small_places
from tests.tutor.work import finish, work_up_to
from tutor.course_rows import Row, about_lines
from tutor.learner import WISH
from tutor.lesson_status import card_blocks, what_follows
from tutor.tui.app import LynxTutor
from tutor.tui.pages.write import WritePage
from tutor.tui.screens.course import CourseScreen
from tutor.words.text import Text

TELLING = ("GELU", "only bend", "único doblez", "linear is linear", "lineal es lineal")
PLACES = small_places()


def row_of(app_screen: object, name: str) -> str:
    assert isinstance(app_screen, CourseScreen)
    names = [row.name for row in app_screen.list.rows]
    return str(app_screen.list.get_option_at_index(names.index(name)).prompt)


async def test_nothing_on_the_map_tells_what_a_break_edits_before_it_was_opened(make_app):
    app = make_app("es")
    async with opened(app, (60, 16)) as pilot:
        assert app.screen.query_one("#map", OptionList).highlighted == 1
        assert "00" in words_on(pilot)
        assert [word for word in TELLING if word in words_on(pilot)] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_neither_the_list_in_plain_lines_nor_the_card_tells_it(home, language):
    learner = make_learner(home)
    plain = Plain(learner, language)
    plain.run(["1?", "q"])
    assert [word for word in TELLING if word in plain.words] == []
    card = card_blocks(learner.course.headings["break-gelu-identity"], learner, Text(language))
    assert [word for word in TELLING if word in " ".join(block.markdown for block in card)] == []


async def test_the_list_has_as_many_rows_after_a_lesson_as_before(make_app):
    app = make_app()
    async with opened(app, (80, 24)) as pilot:
        rows = app.screen.query_one("#map").size.height
        await press(pilot, "space")
        await press(pilot, "escape")
        assert app.screen.query_one("#map").size.height == rows


async def test_a_lesson_is_one_row_however_narrow_the_window_is(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("es"))
    async with opened(app, (60, 16)):
        assert isinstance(app.screen, CourseScreen)
        rows = [app.screen.list.lesson_words(each) for each in app.learner.course.headings.values()]
        assert max(row.cell_length for row in rows) <= app.screen.list.content_size.width
        assert not [row.plain for row in rows if "…" in row.plain]
        app.learner.record(Finished(), place_of(lesson="xor-line"))
        row = Row("lesson", "xor-line")
        assert any("«Cuatro puntos en un cuadrado»" in words for words in about_lines(row, app.learner, app.text))


async def test_a_card_may_come_while_the_map_is_made_anew(make_app):
    app = make_app()
    async with opened(app, (140, 45)), app.screen.lock:
        await app.screen.query("*").remove()
        await app.screen.show_card().wait()


async def test_one_row_opens_a_break_in_both_ways(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "space")
        assert session_of(pilot).place.mode == "blind"
        await press(pilot, "escape")
        assert re.search("· blind +▰", row_of(app.screen, "break-gelu-identity"))  # in one row, however long its title
        await press(pilot, "enter")
        assert session_of(pilot).place.mode == "blind"
        await press(pilot, "escape")
        await press(pilot, "B")
        assert session_of(pilot).place.mode == "open"


async def test_space_says_that_only_breaks_can_be_met_blind(make_app):
    app = make_app()
    async with opened(app, notifications=True) as pilot:
        app.screen.list.highlighted = [row.name for row in app.screen.list.rows].index("worked-pass")
        await press(pilot, "space")
        assert app.text("map.no_other_way") in words_on(pilot)


async def test_the_telling_title_appears_once_the_edit_was_shown(make_app):
    app = make_app()
    app.learner.record(Opened(), place_of())
    async with opened(app):
        assert "GELU becomes the identity" in row_of(app.screen, "break-gelu-identity")


async def test_after_a_finished_break_the_next_lesson_comes_and_not_the_same_one_blind(home):
    learner = make_learner(home)
    finish(learner, place_of())
    assert learner.opening_to_continue() == ("worked-pass", "open")
    learner.record(Opened(), place_of("blind"))
    modes = {name: learner.way_into(heading) for name, heading in learner.course.headings.items()}
    assert [name for name, mode in modes.items() if mode == "blind"] == ["break-gelu-identity"]


def test_the_first_minute_is_not_offered_once_a_lesson_was_done(home):
    learner = make_learner(home, course=load_course())
    track = learner.course.tracks[-1]
    learner.record(Finished(), place_of(lesson=track.lessons[-1]))
    assert learner.opening_to_continue() == (list(learner.course.headings)[1], "open")


@pytest.mark.parametrize("keys", [["down"] * 4, ["slash", *"four rows"]])
async def test_esc_leads_from_a_lesson_to_its_row_in_the_track_where_it_was_opened(make_app, keys):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, *keys, "enter", "escape")
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.list.rows[1] == Row("lesson", "worked-pass", is_next=True)
        assert app.screen.list.current == Row("lesson", "worked-pass")


async def test_the_cursor_stays_on_its_lesson_in_another_language(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, *["down"] * 4, "l")
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.heading.id == "worked-pass"


async def test_wide_windows_have_a_card_of_the_lesson_under_the_cursor(make_app):
    app = make_app()
    async with opened(app, (140, 45)) as pilot:
        await press(pilot, *["down"] * 4)
        assert "What it teaches" in words_on(pilot)
        assert "A weight learns from rows that used it" in words_on(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "What it teaches" not in words_on(pilot)


async def test_where_every_lesson_is_done_the_map_says_what_now(make_app):
    app = make_app("es")
    for place in PLACES:
        finish(app.learner, place)
    async with opened(app, (140, 60)) as pilot:
        assert f"✓ {Text('es')('map.all_done')}" in words_on(pilot)
    plain = Plain(make_learner(app.learner.folder.parents[1]), "es")
    plain.run(["q"])
    assert Text("es")("map.all_done") in plain.words


async def test_left_folds_a_track_and_right_opens_it(make_app):
    app = make_app()
    async with opened(app) as pilot:
        assert isinstance(app.screen, CourseScreen)
        listed = app.screen.list
        await press(pilot, "down", "left")
        folded = len(listed.rows)
        assert listed.row.kind == "track"
        await press(pilot, "right")
        assert len(listed.rows) > folded
        await press(pilot, "left")
        assert len(listed.rows) == folded


async def test_enter_ends_a_lesson_and_says_what_was_done_and_what_is_next(make_app):
    app = make_app("es")
    app.learner.record(Opened(), place_of(lesson="xor-line"))  # who has seen one lesson alone is asked what they want
    work_up_to(app.learner, place_of(), "why")
    async with opened(app) as pilot:
        app.open_place(place_of())
        await settle(pilot)
        while not app.learner.state(place_of()).finished:  # it reads on first
            await press(pilot, "enter")
        words = " ".join(words_on(pilot).split())
        assert "minimodel/nn/activations.py" in words
        assert load_course().headings["worked-pass"].titles["es"] in words
        assert "↻" in words
        while session_of(pilot).place.lesson.id == "break-gelu-identity":
            await press(pilot, "enter")
        assert session_of(pilot).place.lesson.id == "worked-pass"
        await press(pilot, "escape")
        assert isinstance(app.screen, CourseScreen)
        assert app.screen.heading.id == "worked-pass"


def test_plain_lines_say_the_same(home):
    plain = plain_at(home, "why")
    plain.run([""], place_of())
    assert plain.learner.state(place_of()).finished
    assert "mended it at the first try" in plain.words
    assert "Next: Four rows, there and back" in plain.words
    assert "Its ideas come back" in plain.words


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_end_of_the_course_is_praised_with_facts(home, language):
    learner = make_learner(home)
    for place in PLACES:
        finish(learner, place)
    said = " ".join(block.markdown for block in what_follows(learner, PLACES[-1], Text(language)))  # type: ignore[union-attr]
    assert str(len(PLACES)) in said
    assert Text(language)("linear.now") in said


async def test_the_bar_does_not_go_back_when_one_looks_back(make_app):
    app = make_app()
    work_up_to(app.learner, place_of(), "repair")
    async with opened(app) as pilot:
        bar = row_of(app.screen, "break-gelu-identity").count("▰")
        app.learner.record(Moved("read"), place_of())
        app.screen.show_all()  # type: ignore[attr-defined]
        await settle(pilot)
        assert row_of(app.screen, "break-gelu-identity").count("▰") == bar
        assert "Read" in row_of(app.screen, "break-gelu-identity")


async def test_at_the_first_start_the_tracks_are_folded_and_a_line_each_says_what_they_are_about(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("es"))
    async with opened(app) as pilot:
        lines = words_on(pilot).split("\n")
        for track in app.learner.course.tracks:
            (line,) = (line for line in lines if track.title["es"] in line)
            assert "▱▱ 0 de" in line
            assert line.rstrip().endswith(track.about["es"])
        assert sum(" min" in line for line in lines) == 1


async def test_what_one_wanted_first_comes_next_with_its_reason_until_it_was_opened(home):
    app = LynxTutor(make_learner(home, course=load_course()), Text("en"))
    finish(app.learner, place_of(lesson="one-minute"))
    async with opened(app) as pilot:
        assert "Next · it follows “One minute first”" in words_on(pilot)
        app.learner.prefer(WISH, "maker/build-backward")
        app.screen.show_all()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Next · you wanted to write the way back through a network myself" in words_on(pilot)
        await press(pilot, "home", "enter")
        assert session_of(pilot).place.lesson.id == "build-backward"
        await press(pilot, "escape")
        assert "Next · you have begun it" in words_on(pilot)


async def test_a_second_click_opens_a_lesson_and_the_search_that_found_it_is_over(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await press(pilot, "slash", *"four rows")
        row = next(row for row, line in enumerate(words_on(pilot).split("\n")) if "○ Four rows" in line)
        app.screen.list.highlighted = None  # type: ignore[attr-defined]
        await pilot.click(offset=(10, row))
        await settle(pilot)
        assert isinstance(app.screen, CourseScreen)
        assert "click again to open it" in words_on(pilot)
        await pilot.click(offset=(10, row))
        await settle(pilot)
        assert session_of(pilot).place.lesson.id == "worked-pass"
        await press(pilot, "escape", "slash", *"tense")
        assert app.screen.box.value == "tense"


async def test_c_opens_the_source_from_the_map_and_again_where_it_was_left(make_app):
    app = make_app()
    app.learner.record(Opened(), place_of())  # which shows its edit
    async with opened(app, (140, 45)) as pilot:
        await press(pilot, "c", "slash", *"GELU.forw", "enter", "down")
        assert "↳ GELU becomes" in words_on(pilot)
        line = app.screen.view.table.line
        await press(pilot, "n", "escape", "c")
        assert (app.screen.view.file, app.screen.view.table.line) == ("minimodel/nn/activations.py", line)


async def test_enter_after_the_end_of_a_lesson_leads_to_the_next_and_not_through_its_reason_again(make_app):
    app = make_app(mode="open")
    work_up_to(app.learner, place_of(), "why")
    async with opened(app, (60, 16)) as pilot:
        while not session_of(pilot).state.finished:
            await press(pilot, "enter")
        assert "next lesson" in words_on(pilot)
        await press(pilot, "enter")
        assert not app.screen.query(WritePage)


async def test_the_account_s_name_is_told_only_where_others_learn_too(home, monkeypatch):
    monkeypatch.setattr("tutor.learner.default_learner", lambda: "ana")
    for others, told in ((), "EN ⇄ es"), (("ben",), "ana · EN ⇄ es"):
        for name in others:
            make_learner(home, name).record(Opened(), place_of())
        async with opened(LynxTutor(make_learner(home), Text("en"))) as pilot:
            assert words_on(pilot).split("\n")[0].split("  ")[-1].strip() == told
