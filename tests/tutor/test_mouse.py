"""What looks as if it could be clicked can be: the mouse alone leads through a lesson."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from lessons.page import Ask, Choose, Find, Onward, Train, Write
from tests.tutor.conftest import MakeApp, edited_place, place_of, session_of, settle, shows_step, words_on
from tests.tutor.walks.answers import answer_keys, right_code
from tests.tutor.work import work_up_to
from tutor.tui.piloting import burst, editor, has_more, walk_to

SIZE = (80, 24)
MOST = 40  # pages on the way


def place_on(pilot: Pilot[None], words: str, row: int | None = None) -> tuple[int, int]:
    """The column and the row where words stand on the screen; the row counts from the end where it is negative."""
    lines = words_on(pilot).split("\n")
    rows = range(len(lines)) if row is None else [row % len(lines)]
    return next((lines[each].index(words), each) for each in rows if words in lines[each])


async def click(pilot: Pilot[None], words: str, row: int | None = None) -> None:
    """Click on the first of these words, and wait for what comes of it."""
    assert await pilot.click(offset=place_on(pilot, words, row))
    await settle(pilot)


async def click_key(pilot: Pilot[None], key: str) -> None:
    """Click on a key in the key line."""
    await click(pilot, key, -1)


@pytest.mark.slow
@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize(("mode", "search"), [("open", "accuse"), ("blind", "hints")])
async def test_the_mouse_alone_leads_through_a_lesson(make_app: MakeApp, mode: str, search: str) -> None:
    """All but what is typed, an answer included as long as its box knows no mouse."""
    app = make_app("en", mode)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        seen = set()
        for _ in range(MOST):
            seen |= {session_of(pilot).step.kind}
            if not session_of(pilot).state.finished:
                await satisfy(pilot)
        assert session_of(pilot).state.finished
        assert seen == {"read", "predict", "run", "observe", search, "repair", "why"}
        await click_key(pilot, "Enter")
        assert app.screen.query("#map")


async def satisfy(pilot: Pilot[None]) -> None:
    """Give a page what it wants, with the mouse."""
    session = session_of(pilot)
    match session.page.want:
        case Ask() as want:
            await burst(pilot, *answer_keys(want), "right")
        case Train(seed=int()):
            await click_key(pilot, "f")
        case Onward():
            for _ in session.page.looks:
                await click_key(pilot, "→")
        case Choose() as want:
            await click(pilot, next(iter(want.options.values())).replace("`", "")[:12])
            return
        case Find(hints_left=3):
            await find(pilot)
            return
        case Find():
            await click_key(pilot, "Enter")
        case Train() | Write():
            pass
        case _:
            editor(pilot).replace_all(right_code(session.place))
            await click_key(pilot, "Ctrl+S")
            return
    while has_more(pilot):
        await click_key(pilot, "Enter")
    await click_key(pilot, "Enter")


async def find(pilot: Pilot[None]) -> None:
    """Point at the line that was edited."""
    file, line = edited_place(session_of(pilot).place)
    await click_key(pilot, "p")
    await walk_to(pilot, file, line - 2)
    await settle(pilot)
    await click(pilot, f"{line:>3} ")
    await click_key(pilot, "Enter")


@pytest.mark.parametrize("size", [(140, 45)])
async def test_a_click_on_a_step_goes_there_as_its_digit_does(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "run-additive")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await click(pilot, "Read", 1)
        assert shows_step(pilot, "read")
        await click(pilot, "Run", 1)
        assert shows_step(pilot, "run")


async def test_a_click_on_a_step_that_is_not_open_yet_says_what_is_missing(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await settle(pilot)
        await click(pilot, "11 ", 1)
        lines = words_on(pilot).split("\n")
        assert "2 Predict: 2 questions to go" in lines[-2]
        assert shows_step(pilot, "read")


async def test_a_click_on_an_answer_of_the_summary_changes_it(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), "run-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)
        rows = app.screen.query_one("#answers", OptionList)
        second = str(rows.get_option_at_index(2).prompt).split("  ")[0]
        await click(pilot, second)
        want = session_of(pilot).page.want
        assert isinstance(want, Ask)
        assert want.number == 2
