"""The map and every page of a lesson: as they were approved, in a small window and in a wide one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.state import Moved
from lessons.course.steps.recipes import steps_of
from tests.approved import assert_approved
from tests.tutor.conftest import make_learner, opened, press, settle, words_on
from tests.tutor.reports.conftest import LESSON, only
from tests.tutor.test_pages_as_approved import done
from tutor.tui.app import LynxTutor
from tutor.words.text import Text


class Keyed(Text):
    """Strings by their keys: what they say may change."""

    def __call__(self, key: str, /, **values: Any) -> str:
        said = super().__call__(key, **values)
        return said if "key" in key else " ".join([key.partition(".")[2], *map(str, values.values())])


@pytest.mark.painted
@pytest.mark.parametrize("size", [(80, 24), (132, 40)], ids=str)
async def test_screens_are_as_they_were_approved(home, size):
    course = only(LESSON)
    course = replace(course, headings={LESSON: course.headings[LESSON]._replace(minutes=20)})
    app = LynxTutor(make_learner(home, course=course), Keyed("en"))
    place, blind = (LessonMode(app.learner.course.lessons[LESSON], mode) for mode in ("open", "blind"))
    for act in done(place.lesson, place):
        app.learner.record(act, place)
    app.learner.record(Moved("read"), place)
    seen = []
    async with opened(app, size) as pilot:
        for key in ("up", "m"):
            await press(pilot, key)
            seen.append(words_on(pilot))
        await press(pilot, "escape")
        app.open_place(place)
        await settle(pilot)
        for key in ("question_mark", "c"):
            await press(pilot, key)
            seen.append(words_on(pilot))
            await press(pilot, "escape")
        for number in (number for number, step in enumerate(steps_of(place).all[:10], 1) if step.kind != "run"):
            await press(pilot, str(number % 10))
            seen.append(words_on(pilot))
    asked, measured = (
        (("n",), ("down", "right"), ("enter", "2", "enter")),
        (("n", "1", "7"), ("4", "enter"), ("1", "enter")),
    )
    for fresh, pages in ((place, asked), (blind, measured)):
        app = LynxTutor(make_learner(home, "ben", course=course), Keyed("en"), fresh)
        async with opened(app, size) as pilot:
            for keys in pages:
                await press(pilot, *keys)
                seen.append(words_on(pilot))
    assert_approved(Path(__file__).parent / "screens" / f"{size[0]}.txt", f"\n{'=' * size[0]}\n".join(seen))
