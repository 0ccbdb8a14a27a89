"""The rows that `check` counts for a text are those that the app gives it at 80×24."""

from textual.containers import VerticalScroll

from lessons.check.markdown import SCREEN_ROWS, WIDTH, rows
from lessons.load import load_course
from tests.tutor.conftest import MakeApp, settle
from tutor.tui.widgets.blocks import Prose

LESSONS = load_course().in_order()
TEXTS = [
    text for lesson in LESSONS for page in lesson.prose.values() for text in page.sections.values() if text
]


async def test_a_section_is_as_tall_in_the_app_as_it_is_counted(make_app: MakeApp) -> None:
    tall = sorted(TEXTS, key=rows)[-30:]
    app = make_app(mode="open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        box = VerticalScroll(*map(Prose, tall))
        await app.screen.mount(box)
        await settle(pilot)
        shown = list(box.query(Prose))
        assert {each.content_size.width for each in shown} == {WIDTH}
        assert [each.size.height for each in shown] == [rows(text) for text in tall]


async def test_a_page_has_as_many_rows_as_is_counted(make_app: MakeApp) -> None:
    app = make_app(mode="open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.screen.query_one("#panes").scrollable_content_region.height == SCREEN_ROWS
