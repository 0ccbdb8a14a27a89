"""Keys that come in a burst land in the order in which they were typed; code is indented and coloured as Python is."""

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Input, TextArea

from tests.tutor.conftest import burst, press, settle
from tests.tutor.piloting import handled
from tutor.tui.widgets.editor import MARGIN_ROWS, CodeEditor, Editor, coloured, open_quotes
from tutor.tui.widgets.lists import LineEditor

BURST = [*"abc", "backspace", "backspace", *"de", "left", "x", "end", "backspace", "y", "home", "z"]


class Boxes(App[None]):
    def compose(self) -> ComposeResult:
        yield Editor(id="editor")
        yield LineEditor(id="line")


@pytest.mark.parametrize("box", ["editor", "line"])
async def test_a_burst_of_keys_lands_in_order(box):
    app = Boxes()
    async with app.run_test() as pilot:
        target = app.query_one(f"#{box}")
        target.focus()
        await handled(pilot)
        await burst(pilot, *BURST)
        typed = target.text if isinstance(target, TextArea) else app.query_one("#line", Input).value
        assert typed == "zadxy"


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
async def test_code_is_indented_as_python_is(keys, text):
    app = Code()
    async with app.run_test() as pilot:
        app.query_one(CodeEditor).focus()
        await handled(pilot)
        await burst(pilot, *keys)
        assert app.query_one(CodeEditor).text == text


def test_what_stands_between_three_quotes_is_one_string_over_its_lines():
    code = 'x = 1\n"""it\'s\n# \'\'\' no remark\nend"""\ny = "\'\'\'"\n'
    assert open_quotes(code) == ["", "", '"""', '"""', "", ""]
    styles = {part.style for part in coloured("# no remark", '"""') if part.style != "$text"}
    assert styles == {part.style for part in coloured("word", '"""') if part.style != "$text"}


@pytest.mark.parametrize(("line", "column"), [("x = 1", 5), ("x" * 80, 0)], ids=["at-its-end", "wider-than-the-box"])
async def test_the_line_to_work_on_is_seen_from_its_beginning(line, column):
    app = Code(line)
    async with app.run_test(size=(80, 24)) as pilot:
        editor = app.query_one(CodeEditor)
        editor.line_to_show = 1
        await pilot.resize_terminal(60, 24)
        await settle(pilot)
        assert (editor.cursor_location, editor.scroll_offset.x) == ((0, column), 0)


async def test_the_lines_around_the_cursor_are_in_view():
    app = Code("\n".join(map(str, range(100))))
    async with app.run_test(size=(40, 12)) as pilot:
        editor = app.query_one(CodeEditor)
        editor.focus()
        await press(pilot, *["down"] * 30)
        assert editor.scroll_offset.y + editor.size.height - 1 == 30 + MARGIN_ROWS
        await press(pilot, *["up"] * 25)
        assert editor.scroll_offset.y == 5 - MARGIN_ROWS
