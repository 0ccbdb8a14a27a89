"""The questions that propose where to begin: every answer leads to a lesson, in three steps at most."""

from pathlib import Path

import pytest

from lessons.format import LessonError
from lessons.load import load_course
from lessons.placement import MOST, Placement, load_placement

COURSE = 'format = 2\n[[track]]\nid = "all"\ntitle = { en = "All", es = "Todo" }\nlessons = []\n'
QUESTION = """
[[question]]
id = "{id}"
ask = {{ en = "?", es = "¿?" }}
[[question.option]]
to = "{to}"
words = {{ en = "yes", es = "sí" }}
"""


def ends(questions: Placement, name: str, asked: int = 0) -> set[tuple[str, int]]:
    """Every lesson that the answers from a question on lead to, and after how many questions."""
    if name not in questions:
        return {(name, asked)}
    return {end for option in questions[name].options for end in ends(questions, option.leads_to, asked + 1)}


def test_every_way_through_the_questions_ends_at_a_lesson_in_three_steps_at_most() -> None:
    questions = load_placement()
    reached = ends(questions, next(iter(questions)))
    assert {lesson for lesson, _ in reached} <= set(load_course().headings)
    assert max(asked for _, asked in reached) <= MOST
    assert len({lesson for lesson, _ in reached}) > 2


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ([("a", "nowhere")], "neither a question nor a lesson"),
        ([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], "more than three"),
    ],
)
def test_answers_that_lead_nowhere_or_on_and_on_do_not_load(
    tmp_path: Path, links: list[tuple[str, str]], said: str
) -> None:
    (tmp_path / "course.toml").write_text(COURSE)
    questions = "".join(QUESTION.format(id=name, to=to) for name, to in links)
    (tmp_path / "placement.toml").write_text(f"format = 2\n{questions}")
    with pytest.raises(LessonError, match=said):
        load_placement(tmp_path)


def test_a_course_without_questions_asks_none(tmp_path: Path) -> None:
    assert load_placement(tmp_path) == {}
