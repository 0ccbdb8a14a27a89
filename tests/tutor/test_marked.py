"""In every list the chosen row is told by a mark, and by no colour alone; the mark moves with the cursor."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.tutor.conftest import MakeApp, burst, place_of, press_all, settle, words_on
from tests.tutor.work import work_up_to
from tutor.tui.widgets.marked import MARK, MarkedList


def marked_rows(pilot: Pilot[None]) -> list[str]:
    return [row for row in words_on(pilot).split("\n") if MARK in row]


async def moves(pilot: Pilot[None], down: str = "down") -> None:
    """A row has the mark, and after a step another has it. Below a box that covers the map, the map keeps its own."""
    before = marked_rows(pilot)
    assert before
    await press_all(pilot, down)
    await settle(pilot)
    after = marked_rows(pilot)
    assert len(after) == len(before)
    assert after != before


@pytest.mark.parametrize("keys", [(), ("g",), ("ctrl+p",)], ids=["map", "glossary", "palette"])
async def test_over_the_map(keys: tuple[str, ...], make_app: MakeApp) -> None:
    app = make_app()
    work_up_to(app.learner, place_of(), "read")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        if keys:
            await press_all(pilot, *keys)
            await settle(pilot)
        lists = [box for box in app.screen.query(OptionList) if box.display]
        assert all(isinstance(box, MarkedList) for box in lists)
        await moves(pilot)


async def test_in_the_answers_of_a_round(make_app: MakeApp) -> None:
    app = make_app(mode="open")
    work_up_to(app.learner, place_of(), "run-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "b")
        await settle(pilot)
        await moves(pilot, "up")


async def test_where_one_points_at_a_line(make_app: MakeApp) -> None:
    app = make_app(mode="blind")
    work_up_to(app.learner, place_of("blind"), "hints")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "p")
        await settle(pilot)
        await burst(pilot, *["down"] * 120)  # past line 100, where the number leaves no blank before it
        await settle(pilot)
        await moves(pilot)


async def test_among_what_a_run_shows(make_app: MakeApp) -> None:
    app = make_app(mode="open")
    work_up_to(app.learner, place_of(), "observe-additive")
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        await moves(pilot)
