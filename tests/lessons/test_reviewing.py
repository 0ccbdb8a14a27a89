"""Reviews ask the idea again elsewhere, on seeds that were never run; the tool words what is asked and decided."""

from dataclasses import replace

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson import Lesson, Question, Review
from lessons.course.prose import fill
from lessons.course.recipes import review_of, seeds_of, steps_of
from lessons.course.state import Answer, State
from lessons.course.verdict_cards import VerdictCards
from lessons.course.verdicts import Verdict, experiment_of, question_words, verdict
from lessons.runs.experiment import Measured, sweep
from tests.lessons.test_cards import AGREEMENT, said
from tutor.words.text import Text


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


def test_the_run_and_nothing_else_says_who_was_right(lesson: Lesson) -> None:
    straight, folded = review(lesson, "three-times"), review(lesson, "folded")
    assert graded(straight, "zero", run(straight, 3)).right
    measured = run(folded, 3)
    assert not graded(folded, "zero", measured).right
    assert graded(folded, "large", measured).right
    assert experiment_of(lesson, folded.question) is folded.experiment


def test_the_same_round_gives_the_same_run(lesson: Lesson) -> None:
    first, again, other = (run(lesson.reviews[0], round) for round in (2, 2, 3))
    assert first.values == again.values
    assert first.values != other.values


ENGLISH, SPANISH = Text("en"), Text("es")
BROKEN = Question("q", "number", "agreement", "train_accuracy", "broken")


DIFFERENCE = replace(BROKEN, against="healthy", compare="difference")
WHICH = replace(BROKEN, kind="which", compare="least", arms=("healthy", "broken"))
ASKED = [
    (BROKEN, "What is the training accuracy of broken?"),
    (replace(BROKEN, kind="choice"), "What is the training accuracy of broken?"),
    (replace(BROKEN, kind="direction", against="healthy"),
     "How does the training accuracy of broken compare with that of healthy?"),
    (replace(BROKEN, against="healthy"), "Divide the training accuracy of broken by that of healthy. What comes out?"),
    (DIFFERENCE, "Subtract the training accuracy of healthy from that of broken. What comes out?"),
    (WHICH, "Which has the least training accuracy: healthy, broken?"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "asked"), ASKED)
def test_the_sentence_that_asks_names_what_decides(lesson: Lesson, question: Question, asked: str) -> None:
    page = replace(lesson.prose["en"], sections={f"predict {question.id}": "{asked} Think first."})
    assert question_words(question, page, ENGLISH) == f"{asked} Think first."


def test_the_verdict_is_said_by_the_runs(lesson: Lesson) -> None:
    english = lesson.prose["en"]
    sections = {**english.sections, "because rank": "{verdict} Five rows, five."}
    steps = steps_of(LessonMode(replace(lesson, prose={"en": replace(english, sections=sections)})))
    given = {"rank": Answer("collapses", 0.8)}
    state = State(answers=given, locked=frozenset(given), record={"agreement": AGREEMENT})
    cards = VerdictCards(steps.lesson, state.record, steps.prose(ENGLISH), ENGLISH)
    (card,) = cards.cards(state, (steps.questions["rank"],))
    assert said(card)[-1] == "Rank of W2·W1: the same, 5 in both. Five rows, five."


def test_neither_is_taken_for_a_claim() -> None:
    assert fill("{asked} {verdict} {verdict:so}", {}) == "{asked} {verdict} {verdict:so}"
