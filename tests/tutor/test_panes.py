"""What helps to know stands beside a page where there is room, and below it where there is none."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lessons.page import Aside, Ask, Page, Table, Words
from lessons.plan import Steps
from tests.tutor.conftest import MakeApp, place_of, session_of, settle, shows_step, words_on
from tests.tutor.plain_learner import plain_at
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.widgets.panes import AsideBox

RULE = Aside("What you know", (Words("A verb part plus a person part."),))
FORMS = Aside("The forms", (Table(("verb", "she"), (("play", "plays"),)),))


@pytest.fixture
def with_asides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page has two asides."""
    former = Steps.at

    def at(steps: Steps, *given: Any, **named: Any) -> Page:
        return replace(former(steps, *given, **named), asides=(RULE, FORMS))

    monkeypatch.setattr(Steps, "at", at)


def app_at(make_app: MakeApp, step: str) -> LynxTutor:
    app = make_app("en", "open")
    work_up_to(app.learner, place_of(), step)
    return app


def asides(pilot: Pilot[None]) -> list[AsideBox]:
    return list(pilot.app.screen.query(AsideBox))


def beside(pilot: Pilot[None]) -> int:
    """How many asides stand to the right of what is read, at its height."""
    own = pilot.app.screen.query_one("#reading").region
    return sum(aside.region.x >= own.right and aside.region.y <= own.bottom for aside in asides(pilot))


@pytest.mark.slow
@pytest.mark.usefixtures("with_asides")
@pytest.mark.parametrize(
    ("width", "columns"), [(60, 1), (80, 1), (119, 1), (120, 2), (159, 2), (160, 3), (200, 3)]
)
@pytest.mark.parametrize("step", ["read", "predict-additive", "observe-additive", "why"])
async def test_there_are_as_many_panes_as_there_is_room_for(
    make_app: MakeApp, step: str, width: int, columns: int
) -> None:
    app = app_at(make_app, step)
    async with app.run_test(size=(width, 45)) as pilot:
        await settle(pilot)
        lefts = {aside.region.x for aside in asides(pilot)}
        assert len(lefts) == max(1, columns - 1)
        assert beside(pilot) == (2 if columns > 1 else 0)
        assert all(aside.region.right <= width for aside in asides(pilot))


@pytest.mark.usefixtures("with_asides")
async def test_a_window_that_grows_gets_its_panes(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert beside(pilot) == 0
        await pilot.resize_terminal(140, 45)
        await settle(pilot)
        assert beside(pilot) == 2
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert beside(pilot) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("with_asides")
@pytest.mark.parametrize("size", [(60, 16), (80, 24)])
async def test_an_aside_below_never_pushes_the_answers_out_of_sight(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for _ in range(3):
            want = session_of(pilot).page.want
            assert isinstance(want, Ask)
            assert [words for words in want.options.values() if words not in words_on(pilot)] == []
            await pilot.press("down")
            await settle(pilot)


async def test_the_change_stands_in_the_text_or_beside_it_and_never_twice(make_app: MakeApp) -> None:
    app = app_at(make_app, "read")
    async with app.run_test(size=(119, 100)) as pilot:
        await settle(pilot)
        assert words_on(pilot).count("return x.gelu()") == 1
        assert beside(pilot) == 0
        await pilot.resize_terminal(120, 100)
        await settle(pilot)
        assert words_on(pilot).count("return x.gelu()") == 1
        assert beside(pilot) == 1


async def test_enter_on_a_long_page_leafs_down_and_goes_on_at_its_end(make_app: MakeApp) -> None:
    app = app_at(make_app, "read")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for _ in range(10):
            if "Enter read on" not in words_on(pilot):
                break
            await pilot.press("enter")
            await settle(pilot)
            assert shows_step(pilot, "read")
        assert "Enter predict" in words_on(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert shows_step(pilot, "predict")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (140, 24)])
async def test_space_j_k_home_and_the_capital_g_move_where_one_reads(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = app_at(make_app, "read")
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        top = words_on(pilot)
        for there, back in [("space", "home"), ("j", "k"), ("G", "home"), ("pagedown", "pageup")]:
            await pilot.press(there)
            await settle(pilot)
            assert words_on(pilot) != top
            await pilot.press(back)
            await settle(pilot)
            assert words_on(pilot) == top


@pytest.mark.usefixtures("with_asides")
def test_plain_lines_say_what_helps_before_the_question_and_once(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["1", "", "1", ""], place_of())
    told = "\n".join(plain.told)
    assert told.count("-- What you know") == 1
    assert told.count("A verb part plus a person part.") == 1
    assert told.index("-- The forms") < told.index("Question 1 of 2")


def test_plain_lines_do_not_say_twice_what_stands_in_the_page(home: Path) -> None:
    plain = plain_at(home, "read")
    plain.run([], place_of())
    assert "\n".join(plain.told).count("return x.gelu()") == 1


@pytest.mark.usefixtures("with_asides")
async def test_what_was_said_is_the_same_page_in_another_width(make_app: MakeApp) -> None:
    app = app_at(make_app, "predict-additive")
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        assert session_of(pilot).page.asides == (RULE, FORMS)
        words = words_on(pilot)
        assert "What you know" in words
        assert "The forms" in words
