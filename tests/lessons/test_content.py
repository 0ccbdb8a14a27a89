"""Every lesson, in every language: it loads, says the same things, and gives nothing away before the prediction."""

import re
from collections.abc import Mapping

import pytest

from lessons.course import LessonMode
from lessons.format import LANGUAGES
from lessons.lesson import Lesson, Question
from lessons.load import load_course
from lessons.page import Ask, Page
from lessons.plan import Steps
from lessons.prose import options
from lessons.questions import is_usable
from lessons.recipes import steps_of
from lessons.runs.edits import edited_files, edited_text
from lessons.state import State
from lessons.text import Text

COURSE = load_course()
LESSONS = COURSE.in_order()
BREAKS = [lesson for lesson in LESSONS if lesson.edits]
BOTH = [(lesson, language) for lesson in LESSONS for language in LANGUAGES]
BROKEN = [(lesson, language) for lesson in BREAKS for language in LANGUAGES]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
each_break = pytest.mark.parametrize("lesson", BREAKS, ids=lambda lesson: lesson.id)
each_page = pytest.mark.parametrize(
    ("lesson", "language"), BOTH, ids=[f"{lesson.id}-{language}" for lesson, language in BOTH]
)


def asked(lesson: Lesson) -> list[tuple[str, Question]]:
    """Each question of a lesson with the heading of its words."""
    steps = lesson.worked.questions if lesson.worked else ()
    return [
        *((f"predict {question.id}", question) for question in lesson.questions),
        *((f"step {question.id}", question) for question in steps),
        *((f"review {review.id}", review.question) for review in lesson.reviews),
    ]


@each_page
def test_every_section_has_words_and_no_unfilled_place(lesson: Lesson, language: str) -> None:
    for heading, words in lesson.prose[language].sections.items():
        assert words, heading
        assert not re.search(r"\{[a-z_]+\}", words), heading


@each_lesson
def test_what_is_said_in_one_language_is_said_in_the_other(lesson: Lesson) -> None:
    first, second = (list(lesson.prose[language].sections) for language in LANGUAGES)
    assert first == second


@each_page
def test_each_question_offers_the_same_answers_in_each_language(lesson: Lesson, language: str) -> None:
    for heading, question in asked(lesson):
        _, words = options(lesson.prose[language].sections[heading])
        assert list(words) == [option.id for option in question.options], heading


@each_lesson
def test_the_popular_answer_is_an_answer(lesson: Lesson) -> None:
    for heading, question in asked(lesson):
        assert question.popular is None or is_usable(question, question.popular), heading


@each_lesson
def test_a_lesson_needs_only_lessons_that_come_before_it(lesson: Lesson) -> None:
    before = [each.id for each in LESSONS[: LESSONS.index(lesson)]]
    assert set(lesson.needs) <= set(before)


@each_lesson
def test_every_concept_that_a_lesson_asks_for_comes_back_in_three_forms(lesson: Lesson) -> None:
    for concept in {question.concept for question in lesson.asked} - {None}:
        assert len([review for review in lesson.reviews if review.concept == concept]) >= 3, concept


def test_the_first_break_asks_at_least_five_questions_of_at_least_four_kinds() -> None:
    lesson = load_course().lessons["break-gelu-identity"]
    assert len(lesson.questions) >= 5
    assert len({question.kind for question in lesson.questions}) >= 4


@each_lesson
def test_a_lesson_asks_at_least_three_things_before_they_are_seen(lesson: Lesson) -> None:
    assert len(lesson.asked) >= 3


@each_break
def test_the_ladder_has_at_least_four_hints_and_ends_at_the_fix(lesson: Lesson) -> None:
    assert len(lesson.hints) >= 4
    assert lesson.hints[-1].reveals == "fix"
    edit = lesson.edits[0]
    changed = [line.strip() for line in edit.before.split("\n") if line not in edit.after.split("\n")]
    for language in LANGUAGES:
        fix = lesson.prose[language].sections[f"hint {len(lesson.hints)}"]
        assert changed
        assert [line for line in changed if line not in fix] == []


@each_break
def test_an_edited_file_is_still_python(lesson: Lesson) -> None:
    for file in edited_files(lesson.edits):
        compile(edited_text(lesson.edits, file), file, "exec")


# ---- before the run --------------------------------------------------------


def words_of(page: Page) -> str:
    """Everything that a page shows."""
    offered = page.want.options.values() if isinstance(page.want, Ask) else ()
    return "\n".join([str(page.blocks), *offered])


def before_the_run(steps: Steps, text: Text) -> list[Page]:
    """What can be read before anything has run: each reading, and each question by itself."""
    first = next(place for place, step in enumerate(steps.all) if step.kind == "run")
    pages = [step.page(steps, State(), text) for step in steps.all[:first] if step.kind == "read"]
    predict = [step for step in steps.all[:first] if step.kind == "predict"]
    return pages + [
        step.page(steps, State(looking=name), text) for step in predict for name in steps.questions
    ]


@pytest.mark.parametrize(
    ("lesson", "language"), BROKEN, ids=[f"{lesson.id}-{language}" for lesson, language in BROKEN]
)
def test_a_blind_learner_reads_neither_the_edit_nor_its_file(
    lesson: Lesson, language: str, texts: Mapping[str, Text]
) -> None:
    pages = before_the_run(steps_of(LessonMode(lesson, "blind")), texts[language])
    said = "\n".join([lesson.prose[language].sections["summary"], *map(words_of, pages)])
    for edit in lesson.edits:
        assert edit.before.strip() not in said
        assert edit.file not in said
