"""The drawings of every lesson at 80 columns, in both languages: whole, and no taller than a picture may be."""

import pytest

from lessons.all_pages import all_pages
from lessons.drawings import drawn
from lessons.format import LANGUAGES
from lessons.lesson import Lesson
from lessons.load import load_course
from lessons.page import Code, Table, Words
from tests.tutor.small_course import small_course
from tutor.plots import ascii, draw
from tutor.tui.widgets.blocks import TALLEST, row_contents
from tutor.words.spoken import spoken
from tutor.words.text import Text

WIDTH = 71
DRAWN = [(lesson, name) for lesson in load_course().in_order() for name in lesson.drawings]
each_drawing = pytest.mark.parametrize(
    ("lesson", "name"), DRAWN, ids=[f"{lesson.id}/{name}" for lesson, name in DRAWN]
)


@each_drawing
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_drawing_fits_and_is_said_in_words(lesson: Lesson, name: str, language: str) -> None:
    text = Text(language)
    for block in drawn(lesson.drawings[name], lesson.prose[language], text):
        assert " ".join(spoken(block, text)).strip()
        if isinstance(block, Table):
            rows = [content.plain for content in row_contents(block, WIDTH)]
            assert all("\n" not in row and len(row) <= WIDTH for row in rows)
            assert len(rows) <= TALLEST
        elif not isinstance(block, Words | Code):
            height = getattr(block, "height", 0) or TALLEST
            assert 0 < len(draw(block, WIDTH, height).rows) <= TALLEST
            assert ascii(block, WIDTH, height).isascii()


@pytest.mark.parametrize("lesson", small_course().in_order(), ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_prints_the_mark_of_a_drawing(lesson: Lesson, language: str) -> None:
    text = Text(language)
    blocks = [block for page in all_pages(lesson, text) for block in page.blocks]
    said = " ".join(line for block in blocks for line in spoken(block, text))
    assert "{draw" not in said
