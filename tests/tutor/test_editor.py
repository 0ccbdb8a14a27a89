"""Keys that come in a burst, as over a slow line, land in the order in which they were typed."""

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Input, TextArea

from tests.tutor.conftest import burst, settle
from tutor.tui.widgets.editor import Editor, LineEditor

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
