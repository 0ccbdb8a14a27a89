"""The proofs of drawings: each stands in a page, the same in every language, and fits the smallest screen."""

import re
from collections.abc import Callable, Mapping

import pytest

from lessons.check.drawings import prove_drawings
from lessons.check.words.proofs import prove_words
from lessons.lesson import Lesson
from lessons.load import load_lesson
from tests.lessons.test_drawings import PLANE, READ, ROW

Loaded = Callable[..., Lesson]
WIDE = '[drawing.row]\nkind = "product"\nleft = [[1234567.5, 1234567.5, 1234567.5]]\nright = [[1234567.5], [1], [1]]\n'
WIDE += f'names = ["{"a" * 70}", "b", "c"]\n'


def problems(lesson: Lesson) -> list[str]:
    return [proof.problem for proof in prove_drawings(lesson, None) if not proof.holds]


def test_a_lesson_without_drawings_has_nothing_to_prove(loaded: Loaded) -> None:
    assert list(prove_drawings(loaded(PLANE), None)) == []


@pytest.mark.parametrize(
    ("drawings", "sections", "expected"),
    [
        (ROW, {}, "is in no page"),
        (ROW.replace("row", "raw"), READ, "Did you mean raw?"),
        ("", READ, r"has no \[drawing.NAME\]"),
        (ROW, {"read": "Before {draw row} after."}, "a line of its own"),
        (ROW, {**READ, "summary": "Short.\n\n{draw row}"}, "is shown without any"),
        (ROW.replace("write", "wriet"), READ, "Did you mean write"),
        (WIDE, READ, "columns and 4 rows"),
    ],
)
def test_a_drawing_that_cannot_be_shown_does_not_hold(
    loaded: Loaded, drawings: str, sections: Mapping[str, str], expected: str
) -> None:
    assert any(re.search(expected, problem) for problem in problems(loaded(PLANE + drawings, sections)))


def test_both_languages_draw_the_same(loaded: Loaded) -> None:
    lesson = loaded(PLANE + ROW, READ)
    page = lesson.folder / "es.md"
    page.write_text(page.read_text(encoding="utf-8").replace("{draw row}", ""), encoding="utf-8")
    assert problems(load_lesson(lesson.folder)) == ["## read draws nothing; in en.md it draws row."]


def test_a_page_is_as_long_as_its_words_and_its_drawings(loaded: Loaded) -> None:
    functions = '[drawing.row]\nkind = "functions"\nof = ["gelu"]\nlow = -1.0\nhigh = 1.0\nrows = 14\n'
    long = loaded(PLANE + functions, {"read": "\n\n".join(["{draw row}"] * 5)})
    found = [proof.problem for proof in prove_words(long, None) if "three screens" in proof.problem]
    assert len(found) == 2
    assert all("takes 75 rows" in problem for problem in found)
