"""Drawings made of characters keep their shape where a window is narrow."""

import pytest
from textual.widgets import Label

from tests.tutor.conftest import opened, settle
from tutor.tui.widgets.blocks import ProseBlock
from tutor.tui.widgets.drawings import fitted_drawing

WIDE = f"she{'─' * 60}▶ now\n{'one two ' * 9}"


@pytest.mark.parametrize(
    ("drawing", "width", "fitted"),
    [
        ("a     b\n      ▲\n", 7, "a     b\n      ▲"),
        ("she     you       now\n        ▲", 13, "she  you  now\n     ▲"),
        ("x        1   2\nlonger   3   4", 10, "x      1 2\nlonger 3 4"),
        ("low      a quarter of it\nlonger   a tenth", 20, "low     a quarter of\n        it\nlonger  a tenth"),
        ("a ─────────▶ b\n         └─▶", 6, "a ─────────▶ b\n         └─▶"),
        ("0 present  1 past  2 future", 20, "0 present  1 past\n2 future"),
        ("one → two → three", 10, "one → two\n→ three"),
    ],
    ids=[
        "fits",
        "loses empty columns",
        "as a last resort all but one",
        "folds last words",
        "stays too wide",
        "parts between columns",
        "parts between words",
    ],
)
def test_a_drawing_keeps_its_columns(drawing, width, fitted):
    assert fitted_drawing(drawing, width) == fitted


@pytest.mark.parametrize(("language", "rows"), [("", 2), ("text", 2), ("python", 4)])
async def test_a_drawing_is_never_folded_to_pieces_and_code_is(make_app, language, rows):
    app = make_app(mode="open")
    async with opened(app, (60, 16)) as pilot:
        await app.screen.mount(page := ProseBlock(f"```{language}\n{WIDE}\n```"))
        await settle(pilot)
        assert page.query_one("#code-content", Label).content_size.height == rows


async def test_a_drawing_is_fitted_into_a_narrow_window_and_stays_so_in_another_theme(make_app):
    app = make_app(mode="open")
    async with opened(app, (60, 16)) as pilot:
        await app.screen.mount(page := ProseBlock(f"```\na{' ' * 60}b\n```"))
        await settle(pilot)
        app.theme = next(each for each in app.available_themes if each != app.theme)
        await settle(pilot)
        assert str(page.query_one("#code-content", Label).content).split() == ["a", "b"]
        assert len(str(page.query_one("#code-content", Label).content)) < 60
