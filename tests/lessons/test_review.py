"""Reviews ask the idea again elsewhere: another edit or number, seeds that were never run, and a run that decides."""

import pytest

from lessons.breaks import broken_text
from lessons.load import load_course
from lessons.measured import Measured
from lessons.review import graded, seeds_of, sibling_of, train
from lessons.schema import Lesson, Sibling

SIBLINGS = [(lesson, sibling) for lesson in load_course().in_order() for sibling in lesson.siblings]
NAMES = [sibling.id for _, sibling in SIBLINGS]


def run(sibling: Sibling, round: int) -> Measured:
    *_, measured = train(sibling, round)
    assert isinstance(measured, Measured)
    return measured


def test_every_idea_of_a_lesson_comes_back_in_more_than_one_form() -> None:
    for lesson in load_course().in_order():
        asked = {question.concept for question in lesson.questions}
        assert set(lesson.ideas()) == asked - {None}
        for concept in lesson.ideas():
            forms = {sibling_of(lesson, concept, round).id for round in range(6)}  # type: ignore[union-attr]
            assert len(forms) >= 3


def test_no_sibling_asks_what_its_lesson_asked(lesson: Lesson) -> None:
    for sibling in lesson.siblings:
        same_edit = sibling.broken == lesson.broken
        same_model = sibling.experiment.model in [each.model for each in lesson.experiments.values()]
        assert not (same_edit and same_model), sibling.id


def test_no_two_rounds_of_an_idea_share_a_seed(lesson: Lesson) -> None:
    trained: set[int] = set(range(32)) | set(lesson.repair.seeds)
    for round in range(20):
        sibling = sibling_of(lesson, "composition", round)
        assert sibling is not None
        fresh = set(seeds_of(sibling, round))
        assert not fresh & trained
        trained |= fresh


def test_an_idea_without_siblings_has_no_review(lesson: Lesson) -> None:
    assert sibling_of(lesson, "cooking", 0) is None


def test_the_run_and_nothing_else_says_who_was_right(lesson: Lesson) -> None:
    straight, folded = (lesson.sibling(name) for name in ("three-times", "folded"))
    assert straight is not None
    assert folded is not None
    assert graded(straight, "zero", run(straight, 3)).right
    assert not graded(folded, "zero", run(folded, 3)).right
    assert graded(folded, "large", run(folded, 3)).right


@pytest.mark.parametrize(("lesson", "sibling"), SIBLINGS, ids=NAMES)
def test_a_siblings_edit_is_one_line_that_stands_once(lesson: Lesson, sibling: Sibling) -> None:
    assert broken_text(sibling.broken)


def test_the_same_round_gives_the_same_run(lesson: Lesson) -> None:
    sibling = lesson.siblings[0]
    assert run(sibling, 2) == run(sibling, 2)
    assert run(sibling, 2) != run(sibling, 3)
