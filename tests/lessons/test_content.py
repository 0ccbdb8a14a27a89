"""Every lesson, in every language: it loads, says the same things, and gives nothing away before the prediction."""

import re

import pytest

from lessons.breaks import broken_text
from lessons.load import load_course
from lessons.prose import options
from lessons.schema import LANGUAGES, Lesson

LESSONS = load_course().in_order()
BOTH = [(lesson, language) for lesson in LESSONS for language in LANGUAGES]
NAMES = [f"{lesson.id}-{language}" for lesson, language in BOTH]


@pytest.mark.parametrize(("lesson", "language"), BOTH, ids=NAMES)
def test_every_section_has_words_and_no_unfilled_place(lesson: Lesson, language: str) -> None:
    for heading, words in lesson.prose[language].sections.items():
        assert words, heading
        assert not re.search(r"\{[a-z_]+\}", words), heading


@pytest.mark.parametrize(("lesson", "language"), BOTH, ids=NAMES)
def test_a_blind_learner_reads_neither_the_edit_nor_its_file(lesson: Lesson, language: str) -> None:
    sections = lesson.prose[language].sections
    questions = [sections[f"predict {question.id}"] for question in lesson.questions_for("blind")]
    before_the_run = "\n".join([sections["summary"], sections["symptom"], *questions])
    assert lesson.broken.before not in before_the_run
    assert lesson.broken.file not in before_the_run


@pytest.mark.parametrize(("lesson", "language"), BOTH, ids=NAMES)
def test_each_question_offers_as_many_answers_in_each_language(lesson: Lesson, language: str) -> None:
    for question in lesson.questions:
        _, words = options(lesson.prose[language].sections[f"predict {question.id}"])
        assert len(words) == len(question.options)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_asks_at_least_five_questions_of_at_least_four_kinds(lesson: Lesson) -> None:
    assert len(lesson.questions) >= 5
    assert len({question.kind for question in lesson.questions}) >= 4


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_ladder_has_at_least_four_rungs_and_ends_at_the_fix(lesson: Lesson) -> None:
    assert len(lesson.hints) >= 4
    assert lesson.hints[-1].reveals == "fix"
    for language in LANGUAGES:
        assert lesson.broken.before in lesson.prose[language].sections[f"hint {len(lesson.hints)}"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_broken_file_is_still_python(lesson: Lesson) -> None:
    compile(broken_text(lesson.broken), lesson.broken.file, "exec")


@pytest.mark.parametrize(("lesson", "language"), BOTH, ids=NAMES)
def test_each_review_offers_as_many_answers_in_each_language(lesson: Lesson, language: str) -> None:
    for sibling in lesson.siblings:
        _, words = options(lesson.prose[language].sections[f"review {sibling.id}"])
        assert len(words) == len(sibling.question.options)
