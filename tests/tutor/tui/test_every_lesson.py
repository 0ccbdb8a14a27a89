"""Every page of a lesson of each kind on the screen: nothing is cut, in the smallest window and in a large one."""

import pytest

from lessons.course.lesson.state import Moved
from lessons.course.steps.recipes import steps_of
from tests.tutor.conftest import make_learner, opened, press_all, session_of, settle, shows_step, words_on
from tests.tutor.small_course import small_places
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

pytestmark = pytest.mark.painted

SIZES = [("es", (60, 16)), ("en", (140, 45))]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "size"), SIZES, ids=["small", "large"])
@pytest.mark.parametrize("place", small_places(), ids=lambda place: place.lesson.id)
async def test_every_step_fits(home, place, language, size):
    app = LynxTutor(make_learner(home), Text(language))
    steps = steps_of(place).all
    work_up_to(app.learner, place, steps[-1].id)
    app.learner.record(Moved(steps[0].id), place)
    async with opened(app, size) as pilot:
        app.open_place(place)
        for step in steps:
            await settle(pilot)
            assert session_of(pilot).step == step
            lines = words_on(pilot).split("\n")
            assert len(lines) == size[1]
            assert all(len(line) <= size[0] for line in lines)
            assert "?" in lines[-1] or "Esc" in lines[-1]
            assert shows_step(pilot, step.kind)
            assert len("".join(lines[2:-1]).split()) > 3
            await press_all(pilot, "n")
