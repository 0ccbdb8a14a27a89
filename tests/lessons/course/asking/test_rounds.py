"""A review comes back in another form and on fresh seeds, and its run alone says who was right."""

from lessons.course.asking.verdicts import Verdict, experiment_of, verdict
from lessons.course.lesson.lesson import Review
from lessons.course.lesson.state import Answer
from lessons.course.steps.recipes import review_of, seeds_of
from lessons.runs.experiment import Measured, sweep


def run(review: Review, round: int) -> Measured:
    *_, measured = sweep(review.experiment, seeds_of(review, round)[:4])
    return measured


def graded(review: Review, answer: str, measured: Measured) -> Verdict:
    record = {review.id: measured.as_record()}
    return verdict(review.question, Answer(answer, 0.8), record, review.experiment)


def test_every_idea_comes_back_in_another_form_each_time(lesson):
    for concept in lesson.concepts():
        forms = [review_of(lesson, concept, round).id for round in range(6)]
        assert len(set(forms)) == 3
        assert forms[:3] == forms[3:]


def test_no_two_rounds_of_an_idea_share_a_seed_with_each_other_or_with_the_lesson(lesson):
    trained: set[int] = set(range(32)) | set(lesson.repair.seeds)
    for round in range(20):
        each = review_of(lesson, "composition", round)
        fresh = set(seeds_of(each, round))
        assert len(fresh) == each.experiment.seeds
        assert not fresh & trained
        trained |= fresh


def test_the_run_and_nothing_else_says_who_was_right(lesson):
    straight, folded = lesson.review("three-times"), lesson.review("folded")
    assert graded(straight, "zero", run(straight, 3)).right
    measured = run(folded, 3)
    assert not graded(folded, "zero", measured).right
    assert graded(folded, "large", measured).right
    assert experiment_of(lesson, folded.question) is folded.experiment


def test_the_same_round_gives_the_same_run(lesson):
    first, again, other = (run(lesson.reviews[0], round) for round in (2, 2, 3))
    assert first.values == again.values
    assert first.values != other.values
