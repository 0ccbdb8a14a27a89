"""The source: it opens where the page is about it, any place in it is a few letters away, and a click is no answer."""

from textual.pilot import Pilot

from tests.tutor.conftest import edited_place, place_of, press, press_all, session_of, settle, shows_step, words_on
from tests.tutor.work import work_up_to
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.screens.source import SourceScreen
from tutor.tui.widgets.source import SourceView
from tutor.words.text import Text


def view(pilot: Pilot[None]) -> SourceView:
    return pilot.app.screen.query_one(SourceView)


async def open_at(pilot: Pilot[None], step: str, *keys: str, mode: str = "open") -> None:
    app = pilot.app
    await settle(pilot)
    work_up_to(app.learner, place_of(mode), step)
    app.open_place(place_of(mode))
    await settle(pilot)
    await press(pilot, *keys)


def top_row(pilot: Pilot[None]) -> int:
    return round(view(pilot).table.scroll_y)


async def test_letters_find_a_function_and_enter_jumps_to_it(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "predict", "c", "slash", *"cross_en")
        assert "cross_entropy  nn/losses.py" in words_on(pilot)
        await press(pilot, "enter")
        assert view(pilot).file == "minimodel/nn/losses.py"
        assert "def cross_entropy" in words_on(pilot)
        assert "cross_entropy · core 7 of 9" in words_on(pilot)
        await press(pilot, "slash", *"DataLoader", "enter")
        number, beyond = view(pilot).files.index("minimodel/data.py") + 1 - 9, len(view(pilot).files) - 9
        assert Text("en")("source.beyond", number=number, total=beyond) in words_on(pilot)


async def test_the_cursor_keeps_a_margin_and_pages_move_by_most_of_a_page(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "predict", "c", "g")
        table = view(pilot).table
        assert (table.line, top_row(pilot)) == (1, 0)
        await press(pilot, "pagedown")
        first = top_row(pilot)
        assert table.line - 1 - first == 3
        await press(pilot, "pagedown")
        assert table.rows // 2 < top_row(pilot) - first < table.rows
        await press(pilot, *["j"] * table.rows)
        assert table.line - 1 - top_row(pilot) == table.rows - 1 - 3
        await press(pilot, "G")
        assert table.line == table.option_count
        await press_all(pilot, "k", "g")
        assert table.line == 1


async def test_one_click_moves_the_cursor_and_a_second_one_points(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "hints", "p", mode="blind")
        assert isinstance(pilot.app.screen, SourceScreen)
        await pilot.click(offset=(10, 8))
        await settle(pilot)
        session = pilot.app.screen.session
        assert view(pilot).table.line == 7
        assert not session.state.points
        await pilot.click(offset=(10, 8))
        await settle(pilot)
        assert [point.line for point in session.state.points["hints"]] == [7]
        assert "→ " in words_on(pilot)


async def test_whoever_comes_back_to_point_is_where_they_were(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "hints", "p", "slash", *"cross_en", "enter", "n", "down", mode="blind")
        place = view(pilot).place
        await press(pilot, "escape", "p")
        assert view(pilot).place == place


async def test_once_hints_have_named_the_file_and_the_function_the_source_opens_there(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "hints", "p", "down", "enter", "escape", mode="blind")
        await press(pilot, *["enter"] * 4, "p")
        assert (view(pilot).file, view(pilot).table.line) == (edited_place(place_of())[0], 1)
        await press(pilot, "down", "escape", "p")
        assert view(pilot).table.line == 2
        await press(pilot, "escape", *["enter"] * 2, "p")
        assert "GELU.forward" in words_on(pilot)


async def test_once_the_line_is_found_enter_does_what_the_key_line_says(make_app):
    async with make_app().run_test(size=(80, 24)) as pilot:
        await open_at(pilot, "hints", "p", "slash", *"GELU.forw", "enter", mode="blind")
        _, line = edited_place(place_of())
        await press(pilot, *["down"] * (line - view(pilot).table.line), "enter")
        assert "✓ Yes, this line." in words_on(pilot)
        assert words_on(pilot).split("\n")[-1].strip().startswith("Enter back to the lesson")
        await press(pilot, "enter")
        assert shows_step(pilot, "hints")
        assert "You found it" in words_on(pilot)
        await press(pilot, "enter")
        assert session_of(pilot).step.kind == "repair"


WIDE = (140, 45)


async def test_p_goes_into_the_source_and_escape_back_to_the_hints(make_app):
    async with make_app().run_test(size=WIDE) as pilot:
        await open_at(pilot, "hints", "p", mode="blind")
        assert isinstance(pilot.app.screen, LessonScreen)
        assert "Enter this line" in words_on(pilot).split("\n")[-1]
        await press(pilot, "escape")
        assert "Enter next hint" in words_on(pilot).split("\n")[-1]


async def test_a_hint_moves_the_source_beside_it_only_where_it_tells_the_place(make_app):
    async with make_app().run_test(size=(140, 45)) as pilot:
        await open_at(pilot, "hints", "p", "right", "down", "escape", "enter", "enter", mode="blind")
        assert (view(pilot).current, view(pilot).table.line) == (1, 2)
        await press(pilot, "enter", "enter")
        assert view(pilot).file == edited_place(place_of())[0]


async def test_a_line_is_pointed_at_and_found_without_leaving(make_app):
    async with make_app().run_test(size=WIDE) as pilot:
        await open_at(pilot, "hints", "p", "enter", mode="blind")
        assert "You pointed at line 1 of" in words_on(pilot)
        view = pilot.app.screen.query_one(SourceView)
        _, line = edited_place(place_of("blind"))
        await press(pilot, "slash", *"GELU.forw", "enter")
        await press(pilot, *["down"] * (line - view.table.line), "enter")
        assert "You found it" in words_on(pilot)
        await press(pilot, "enter")
        assert session_of(pilot).step.kind == "repair"


async def test_a_line_that_is_folded_goes_on_below_its_first_word_and_is_one_step_of_the_cursor(make_app):
    async with make_app().run_test(size=(60, 16)) as pilot:
        await open_at(pilot, "hints", "p", mode="blind")
        rows = words_on(pilot).split("\n")
        first = next(number for number, row in enumerate(rows) if row.startswith("  1▸"))
        assert rows[first + 1].startswith("    ↪ ")
        assert rows[first + 2].startswith("  2")
        await press(pilot, "down")
        assert view(pilot).table.line == 2
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "↪" not in words_on(pilot)
