"""Keys that come in a burst land in the order in which they were typed; code is indented and coloured as Python is."""

import random

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Input, TextArea

from tests.tutor.conftest import burst, settle
from tutor.tui.widgets.code_editor import MARGIN, CodeEditor
from tutor.tui.widgets.editor import Editor, LineEditor
from tutor.tui.widgets.python_colours import coloured, open_quotes

BURST = [*"abc", "backspace", "backspace", *"de", "left", "x", "end", "backspace", "y", "home", "z"]


class Boxes(App[None]):
    def compose(self) -> ComposeResult:
        yield Editor(id="editor")
        yield LineEditor(id="line")


@pytest.mark.parametrize("box", ["editor", "line"])
async def test_a_burst_of_keys_lands_in_order(box: str) -> None:
    app = Boxes()
    async with app.run_test() as pilot:
        target = app.query_one(f"#{box}")
        target.focus()
        await pilot.pause()
        await burst(pilot, *BURST)
        await settle(pilot)
        typed = target.text if isinstance(target, TextArea) else app.query_one("#line", Input).value
        assert typed == "zadxy"


class LowBoxes(App[None]):
    CSS = "Editor { height: 4; }"

    def compose(self) -> ComposeResult:
        yield Editor(id="words", soft_wrap=True)
        yield CodeEditor("", id="code")


@pytest.mark.parametrize("box", ["words", "code"])
@pytest.mark.parametrize("seed", range(1))
async def test_edits_are_undone_in_any_order_in_one_packet(box: str, seed: int) -> None:
    """Enter and Ctrl+Z together once ended the session: the scroll bar went in the middle of the undo."""
    dice, app = random.Random(seed), LowBoxes()
    keys = ["enter"] * 4 + ["ctrl+z"] * 4 + ["ctrl+y", "up", "shift+home", "backspace", "a", "home", "end"]
    async with app.run_test(size=(40, 12)) as pilot:
        editor = app.query_one(f"#{box}", Editor)
        editor.focus()
        for packet in (["enter", "enter", "ctrl+z"], *(dice.choices(keys, k=6) for _ in range(25))):
            await burst(pilot, *packet)
        editor.replace_all("")
        await burst(pilot, "enter", "ctrl+z", "x")
        await settle(pilot)
        assert editor.text == "x"


# ---- Python ----------------------------------------------------------------


class Code(App[None]):
    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.code = text

    def compose(self) -> ComposeResult:
        yield CodeEditor(self.code, id="code")


TYPED = [
    (["x", "enter", "y"], "x\ny"),
    ([*"if x:", "enter", "y", "enter", "z"], "if x:\n    y\n    z"),
    ([*"if x:", "enter", "backspace", "z"], "if x:\nz"),
    (["tab", "tab", "x", "home", "home", "shift+tab"], "    x"),
    ([" ", " ", "tab", "x"], "    x"),
    (["tab", "tab", " ", "backspace", "backspace", "x"], "    x"),
    (["x", "enter", "y", "shift+up", "shift+home", "tab", "shift+tab", "tab"], "    x\n    y"),
    (["x", " ", " ", "backspace"], "x "),
]


@pytest.mark.parametrize(("keys", "text"), TYPED)
async def test_code_is_indented_as_python_is(keys: list[str], text: str) -> None:
    app = Code()
    async with app.run_test() as pilot:
        app.query_one(CodeEditor).focus()
        await pilot.pause()
        await burst(pilot, *keys)
        await settle(pilot)
        assert app.query_one(CodeEditor).text == text


async def test_the_lines_around_the_cursor_are_in_view() -> None:
    app = Code("\n".join(map(str, range(100))))
    async with app.run_test(size=(40, 12)) as pilot:
        editor = app.query_one(CodeEditor)
        editor.focus()
        await pilot.press(*["down"] * 30)
        await settle(pilot)
        assert editor.scroll_offset.y + editor.size.height - 1 == 30 + MARGIN
        await pilot.press(*["up"] * 25)
        await settle(pilot)
        assert editor.scroll_offset.y == 5 - MARGIN


async def test_code_is_coloured_and_typing_does_not_change_the_other_lines() -> None:
    app = Code("def f(x):\n    return x  # back\n")
    async with app.run_test() as pilot:
        editor = app.query_one(CodeEditor)
        colours = [{part.style.color for part in editor.get_line(row).spans} for row in (0, 1)]  # type: ignore[union-attr]
        assert all(len(each) > 1 for each in colours)
        before = coloured.cache_info().misses
        await pilot.press("x")
        await settle(pilot)
        assert coloured.cache_info().misses - before <= 1


def test_what_stands_between_three_quotes_is_one_string_over_its_lines() -> None:
    code = 'x = 1\n"""it\'s\n# \'\'\' no remark\nend"""\ny = "\'\'\'"\n'
    assert open_quotes(code) == ["", "", '"""', '"""', "", ""]
    styles = {part.style for part in coloured("# no remark", '"""') if part.style != "$text"}
    assert styles == {part.style for part in coloured("word", '"""') if part.style != "$text"}


@pytest.mark.parametrize(
    ("line", "column"), [("x = 1", 5), ("x" * 80, 0)], ids=["at-its-end", "wider-than-the-box"]
)
async def test_the_line_to_work_on_is_seen_from_its_beginning(line: str, column: int) -> None:
    app = Code(line)
    async with app.run_test(size=(80, 24)) as pilot:
        editor = app.query_one(CodeEditor)
        editor.line_to_show = 1
        await pilot.resize_terminal(60, 24)
        await settle(pilot)
        assert (editor.cursor_location, editor.scroll_offset.x) == ((0, column), 0)
