"""Reviews ask the idea again elsewhere: another edit or number, seeds that were never run, and a run that decides."""

from lessons.lesson import Lesson, Review
from lessons.reviewing import review_of, seeds_of
from lessons.runs.experiment import sweep
from lessons.runs.measured import Measured
from lessons.state import Answer
from lessons.verdicts import Verdict, experiment_of, verdict


def run(review: Review, round: int) -> Measured:
    *_, measured = sweep(review.experiment, seeds_of(review, round)[:4])
    assert isinstance(measured, Measured)
    return measured


def graded(review: Review, answer: str, measured: Measured) -> Verdict:
    record = {review.id: measured.as_record()}
    return verdict(review.question, Answer(answer, 0.8), record, review.experiment)


def review(lesson: Lesson, name: str) -> Review:
    found = lesson.review(name)
    assert found is not None
    return found


def test_every_idea_comes_back_in_another_form_each_time(lesson: Lesson) -> None:
    for concept in lesson.concepts():
        reviews = [review_of(lesson, concept, round) for round in range(6)]
        forms = [each.id for each in reviews if each is not None]
        assert len(set(forms)) == 3
        assert forms[:3] == forms[3:]


def test_no_review_asks_what_its_lesson_asked(lesson: Lesson) -> None:
    models = [dict(each.arms[0].settings.model) for each in lesson.experiments.values()]
    for each in lesson.reviews:
        same_model = dict(each.experiment.arms[0].settings.model) in models
        assert not (each.edits == lesson.edits and same_model), each.id


def test_no_two_rounds_of_an_idea_share_a_seed_with_each_other_or_with_the_lesson(lesson: Lesson) -> None:
    assert lesson.repair is not None
    trained: set[int] = set(range(32)) | set(lesson.repair.seeds)
    for round in range(20):
        each = review_of(lesson, "composition", round)
        assert each is not None
        fresh = set(seeds_of(each, round))
        assert len(fresh) == each.experiment.seeds
        assert not fresh & trained
        trained |= fresh


def test_an_idea_without_reviews_has_none(lesson: Lesson) -> None:
    assert review_of(lesson, "cooking", 0) is None


def test_the_run_and_nothing_else_says_who_was_right(lesson: Lesson) -> None:
    straight, folded = review(lesson, "three-times"), review(lesson, "folded")
    assert graded(straight, "zero", run(straight, 3)).right
    measured = run(folded, 3)
    assert not graded(folded, "zero", measured).right
    assert graded(folded, "large", measured).right


def test_a_review_is_decided_by_its_own_experiment(lesson: Lesson) -> None:
    each = review(lesson, "folded")
    assert experiment_of(lesson, each.question) is each.experiment


def test_the_same_round_gives_the_same_run(lesson: Lesson) -> None:
    first, again, other = (run(lesson.reviews[0], round) for round in (2, 2, 3))
    assert first.values == again.values
    assert first.values != other.values
