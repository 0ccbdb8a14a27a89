"""The end of a lesson, of a track and of the course: what was done, what comes back, and what is next."""

from pathlib import Path

import pytest

from lessons.load import load_course
from tests.tutor.conftest import MakeApp, make_learner, place_of, press_all, settle, words_on
from tests.tutor.plain_learner import plain_at
from tests.tutor.small_course import small_places
from tests.tutor.work import finish, work_up_to
from tutor.ending import what_follows
from tutor.words.text import Text

PLACES = small_places()


@pytest.mark.parametrize("language", ["es"])
async def test_enter_ends_a_lesson_and_says_what_was_done_and_what_is_next(
    make_app: MakeApp, language: str
) -> None:
    app = make_app(language)
    work_up_to(app.learner, place_of(), "why")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_place(place_of())
        await settle(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        words = " ".join(words_on(pilot).split())
        assert app.learner.state(place_of()).finished
        assert "minimodel/nn/activations.py" in words
        assert load_course().headings["worked-pass"].titles[language] in words
        assert "↻" in words


def test_plain_lines_say_the_same(home: Path) -> None:
    plain = plain_at(home, "why")
    plain.run([""], place_of())
    assert plain.learner.state(place_of()).finished
    assert "mended it at the first try" in plain.words
    assert "Next: Four rows, there and back" in plain.words
    assert "Its ideas come back" in plain.words


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_end_of_the_course_is_praised_with_facts(home: Path, language: str) -> None:
    learner = make_learner(home)
    for place in PLACES:
        finish(learner, place)
    said = " ".join(block.markdown for block in what_follows(learner, PLACES[-1], Text(language)))  # type: ignore[union-attr]
    assert str(len(PLACES)) in said
    assert Text(language)("linear.now") in said
