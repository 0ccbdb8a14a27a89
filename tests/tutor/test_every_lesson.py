"""Every page of every lesson on the screen: nothing is cut, nothing raises, at every size and in both languages."""

from itertools import product
from pathlib import Path

import pytest

from lessons.acts import Moved
from lessons.course import LessonMode
from lessons.load import load_course
from lessons.recipes import steps_of
from tests.tutor.conftest import MakeApp, make_learner, press_all, session_of, settle, shows_step, words_on
from tests.tutor.small_course import small_course, small_places
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

pytestmark = pytest.mark.painted

SIZES = [("es", (60, 16)), ("en", (140, 45))]
EVERY_SIZE = [("en", (60, 16)), ("en", (80, 24)), ("es", (80, 24)), ("es", (140, 45))]
BREAK = small_places()[0]
OTHERS = [
    place
    for place in load_course().places()
    if place.mode == "open" and place.lesson.id not in small_course().headings
]
# Six lessons in the smallest window and in a large one, one of them in every other as well, and every fifth of the
# others in one of the two. At 80×24 `check` walks them all, in both languages.
AT_SIZES = [
    *product(small_places(), SIZES),
    *((BREAK, size) for size in EVERY_SIZE),
    *((place, SIZES[number % len(SIZES)]) for number, place in enumerate(OTHERS[::5])),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "language", "size"),
    [pytest.param(place, *size, id=f"{place.lesson.id}-{size[0]}-{size[1][0]}") for place, size in AT_SIZES],
)
async def test_every_step_of_every_lesson_fits(
    home: Path, place: LessonMode, language: str, size: tuple[int, int]
) -> None:
    app = LynxTutor(make_learner(home, course=load_course()), Text(language))
    steps = steps_of(place).all
    work_up_to(app.learner, place, steps[-1].id)
    app.learner.record(Moved(steps[0].id), place)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
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


@pytest.mark.slow
@pytest.mark.parametrize("place", small_places(), ids=lambda place: place.lesson.id)
async def test_the_last_line_of_every_page_can_be_reached(make_app: MakeApp, place: LessonMode) -> None:
    app = make_app("en")
    steps = steps_of(place).all
    work_up_to(app.learner, place, steps[-1].id)
    app.learner.record(Moved(steps[0].id), place)
    async with app.run_test(size=(60, 16)) as pilot:
        await settle(pilot)
        app.open_place(place)
        for step in steps:
            await settle(pilot)
            if step.kind in ("read", "observe"):
                words = session_of(pilot).page.blocks[-1]
                last = getattr(words, "markdown", "").rstrip("`\n .").split()[-1:]
                await press_all(pilot, "end")
                await settle(pilot)
                assert all(word.strip("*`") in words_on(pilot) for word in last)
            await press_all(pilot, "n")
