"""Curves, units and words stand beside a map of the decisions, and scroll together."""

from pathlib import Path

import pytest

from lessons.format.course import load_course
from tests.tutor.conftest import (
    app_at,
    make_learner,
    opened,
    place_of,
    press,
    settle,
    words_on,
)
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.widgets.picture import Pictures, PictureView
from tutor.words.text import Text

pytestmark = pytest.mark.usefixtures("unhurried", "few_seeds")


async def test_h_draws_the_hidden_units_lines_on_a_map_and_takes_them_away(home):
    async with opened(learner_at(home, "one-neuron", "run-turn")) as pilot:
        plain = words_on(pilot)
        assert all(words in plain for words in ("● lit", "h units"))
        await press(pilot, "h")
        assert "units" in words_on(pilot).replace("h units", "")
        await press(pilot, "h")
        assert words_on(pilot) == plain


def learner_at(home: Path, lesson: str, step: str) -> LynxTutor:
    learner, place = make_learner(home, course=load_course()), place_of("open", lesson)
    work_up_to(learner, place, step)
    return LynxTutor(learner, Text("en"), place)


async def test_what_was_said_stands_beside_a_map_that_is_alone(home):
    async with opened(learner_at(home, "xor-line", "run-line"), (60, 16)) as pilot:
        row = next(row for row in words_on(pilot).splitlines() if "100 %" in row)
        assert "you said" in words_on(pilot)
        assert pilot.app.screen.query_one("#said").region.x >= pilot.app.screen.query_one(Pictures).region.right
        assert row.index("100 %") < pilot.app.screen.query_one("#said").region.x


@pytest.mark.parametrize(("step", "below"), [("run-line", False), ("run-bend", True)])
async def test_curves_stand_beside_one_map_and_below_several(home, step, below):
    async with opened(learner_at(home, "xor-line", step), (140, 45)) as pilot:
        square, *_, curves = (view.region for view in pilot.app.screen.query(PictureView))
        assert (curves.y >= square.bottom, curves.x >= square.right) == (below, not below)


async def test_verdicts_and_measurements_are_one_scroll_area(make_app):
    async with opened(app_at(make_app, "run")) as pilot:
        await press(pilot, "f", "enter", "enter")
        await press(pilot, "enter")
        for size in ((80, 24), (60, 16)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            scrolling = [each.id for each in pilot.app.screen.query("*") if each.max_scroll_y and each.display]
            assert scrolling in ([], ["numbers"])
            assert words_on(pilot).count("you said") == 3
