"""The same learner, once at the keyboard of the app and once in plain lines: the same state, the same journal."""

from pathlib import Path
from typing import Any

import pytest

from lessons.course import LessonMode
from lessons.format import LANGUAGES
from tests.tutor.conftest import make_learner, settle
from tests.tutor.plain_learner import Plain, assert_readable, lines
from tests.tutor.small_course import small_course
from tests.tutor.walks.keyboard import walk
from tests.tutor.walks.plain import own_editor
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

# Each in one of the languages, in turn: `check` walks both views of every lesson in both.
PLACES = [
    pytest.param(place, LANGUAGES[number % len(LANGUAGES)], id=f"{place.lesson.id}-{place.mode}")
    for number, place in enumerate(small_course().places())
]


async def by_keyboard(home: Path, place: LessonMode, language: str) -> Learner:
    app = LynxTutor(make_learner(home), Text(language), place)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await walk(pilot)
        await settle(pilot)
    return app.learner


@pytest.mark.slow
@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize(("place", "language"), PLACES)
async def test_both_views_end_in_the_same_state_with_the_same_journal(
    tmp_path: Path, place: LessonMode, language: str
) -> None:
    app = await by_keyboard(tmp_path / "app", place, language)
    plain = Plain(make_learner(tmp_path / "plain"), language)
    with own_editor(place, tmp_path):
        assert plain.run(lines(place), place) == 0
    assert plain.left == []
    assert_readable(plain.words)
    assert plain.learner.state(place) == app.state(place)
    assert plain.learner.state(place).finished
    assert happened(app) == happened(plain.learner)


def happened(learner: Learner) -> list[tuple[str, str | None, dict[str, Any]]]:
    """The journal without ids and times."""
    return [(event.kind, event.lesson, dict(event.payload)) for event in learner.journal.events]
