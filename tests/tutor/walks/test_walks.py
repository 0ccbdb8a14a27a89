"""Whole lessons, by keys and in plain lines: both views reach the end, and leave the same journal."""

from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import Heading, LessonMode
from lessons.course.lesson.values import LANGUAGES, Mode
from lessons.format.course import load_course
from tests.tutor.conftest import make_learner, opened, place_of, words_on
from tests.tutor.piloting import Hand, unseen
from tests.tutor.plain_learner import Plain, assert_readable, lines
from tests.tutor.small_course import small_course
from tests.tutor.walks.keyboard import walk
from tests.tutor.walks.plain import own_editor
from tests.tutor.walks.seen import strange
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

SIX, ALL = small_course().openings(), load_course().openings()
QUICK = "xor-line"
pytestmark = pytest.mark.usefixtures("few_seeds")


def named(openings: tuple[tuple[Heading, Mode], ...]) -> list[Any]:
    """Give each lesson and mode one of the languages, in turn; all but one take too long for every day."""
    return [
        pytest.param(
            heading.id,
            mode,
            LANGUAGES[number % len(LANGUAGES)],
            id=f"{heading.id}-{mode}",
            marks=() if heading.id == QUICK and openings is SIX else pytest.mark.slow,
        )
        for number, (heading, mode) in enumerate(openings)
    ]


def happened(learner: Learner) -> list[tuple[str, str | None, dict[str, Any]]]:
    """Return the journal without ids and times."""
    return [(event.kind, event.lesson, dict(event.payload)) for event in learner.journal.events]


async def by_keys(home: Path, place: LessonMode, language: str) -> Learner:
    app = LynxTutor(make_learner(home, course=load_course()), Text(language), place)

    def look(pilot: Hand) -> None:
        assert not list(strange(words_on(pilot), place.lesson, language))

    async with opened(app) as pilot:
        await walk(pilot, look)
        assert not unseen(pilot)
    return app.learner


def by_lines(home: Path, place: LessonMode, language: str) -> Learner:
    plain = Plain(make_learner(home, course=load_course()), language)
    with own_editor(place, home.parent):
        assert plain.run(lines(place), place) == 0
    assert plain.left == []
    assert_readable(plain.words)
    assert not list(strange(plain.words, place.lesson, language))
    return plain.learner


async def assert_alike(folder: Path, place: LessonMode, language: str) -> None:
    by_key = await by_keys(folder / "keys", place, language)
    by_line = by_lines(folder / "lines", place, language)
    assert by_key.state(place).finished
    assert by_key.state(place) == by_line.state(place)
    assert happened(by_key) == happened(by_line)


@pytest.mark.parametrize(("lesson", "mode", "language"), named(SIX))
async def test_both_views_of_a_lesson_of_each_kind_do_the_same(tmp_path, lesson, mode, language):
    await assert_alike(tmp_path, place_of(mode, lesson), language)


@pytest.mark.parametrize(("lesson", "mode", "language"), named(ALL))
async def test_both_views_of_every_lesson_do_the_same(tmp_path, lesson, mode, language):
    await assert_alike(tmp_path, place_of(mode, lesson), language)
