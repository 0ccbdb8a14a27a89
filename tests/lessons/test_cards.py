"""Verdict cards: the surest mistake first, each with its question, its answer, a picture, and the reason."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.acts import Act, Locked, Predicted, Swept
from lessons.cards import cards
from lessons.course import LessonMode
from lessons.lesson import Lesson
from lessons.page import Card, Page, Words
from lessons.pictures import Bars
from lessons.plan import Steps
from lessons.recipes import steps_of
from lessons.state import Answer, State
from lessons.summaries import Band
from lessons.text import Text
from lessons.value_words import compared_words
from lessons.verdict_pictures import pictures
from lessons.verdicts import Verdict
from tests.lessons.showing import page
from tutor.words.text import Text as Tutor

ENGLISH = Tutor("en")
ADDITIVE: Mapping[str, Any] = {
    "val_accuracy": {
        "healthy": {"median": 1.0, "p5": 1.0, "p95": 1.0, "least": 1.0, "greatest": 1.0},
        "broken": {"median": 1.0, "p5": 0.92, "p95": 1.0},
        "difference": {"median": 0.0},
    },
    "steps_to_loss_0.1": {
        "healthy": {"median": 46.5, "p5": 44.0, "p95": 52.4},
        "broken": {"median": 43.0, "p5": 41.0, "p95": 46.0},
        "ratio": {"median": 0.92},
    },
}
AGREEMENT: Mapping[str, Any] = {
    "train_accuracy": {"healthy": {"median": 1.0}, "broken": {"median": 0.75, "p5": 0.66, "p95": 0.82}},
    "final_loss": {
        "healthy": {"median": 0.0024},
        "broken": {"median": 0.5, "p5": 0.35, "p95": 0.59},
        "ratio": {"median": 208.0},
    },
    "interaction_gap": {"healthy": {"median": 13.8}, "broken": {"median": 4e-15, "p5": 3e-15, "p95": 6e-15}},
}


@pytest.fixture
def steps(lesson: Lesson) -> Steps:
    return steps_of(LessonMode(lesson))


def observed(steps: Steps, answers: Mapping[str, tuple[str, float]], text: Text = ENGLISH) -> Page:
    """The page of the first round, after these answers."""
    acts: list[Act] = [Predicted(name, *given) for name, given in answers.items()]
    return page(steps, "observe-additive", text, *acts, Locked("run-additive"), Swept("additive", ADDITIVE))


def agreed(steps: Steps, question: str, answer: str) -> Card:
    """The card of a question about agreement."""
    asked = steps.questions[question]
    given, record = {question: Answer(answer, 0.8)}, {asked.experiment: AGREEMENT}
    state = State(answers=given, locked=frozenset(given), record=record)
    (card,) = cards(steps.lesson, state, (asked,), steps.prose(ENGLISH), ENGLISH)
    return card


def said(card: Card) -> list[str]:
    return [block.markdown for block in card.blocks if isinstance(block, Words)]


def drawn(card: Card) -> Bars:
    (picture,) = [block for block in card.blocks if isinstance(block, Bars)]
    return picture


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        ({"accuracy-additive": ("more", 0.6), "steps": ("more", 0.9)}, ["steps", "accuracy-additive"]),
        ({"accuracy-additive": ("more", 0.9), "steps": ("more", 0.6)}, ["accuracy-additive", "steps"]),
        ({"accuracy-additive": ("same", 0.99), "steps": ("more", 0.4)}, ["steps", "accuracy-additive"]),
    ],
    ids=["surest", "surest-too", "wrong-before-right"],
)
def test_the_surest_mistake_comes_first(
    steps: Steps, answers: Mapping[str, tuple[str, float]], order: list[str]
) -> None:
    assert [card.question for card in observed(steps, answers).cards] == order


def test_what_no_run_decided_comes_last(steps: Steps) -> None:
    acts: list[Act] = [Predicted("accuracy-additive", "same", 0.9), Predicted("steps", "same", 0.4)]
    record = {"steps_to_loss_0.1": ADDITIVE["steps_to_loss_0.1"]}
    swept = [*acts, Locked("run-additive"), Swept("additive", record)]
    cards = page(steps, "observe-additive", ENGLISH, *swept).cards
    assert [(card.question, card.tone) for card in cards] == [
        ("steps", "right"),
        ("accuracy-additive", "note"),
    ]
    assert "The runs do not decide it." in said(cards[1])[2]


def test_a_card_asks_again_says_who_was_right_draws_it_and_says_why(steps: Steps, lesson: Lesson) -> None:
    answers = {"accuracy-additive": ("same", 0.6), "steps": ("more", 0.9)}
    card = observed(steps, answers).cards[0]
    name, question, verdict, compared, reason, small_print = said(card)
    assert (card.name, card.tone) == (name, "wrong")
    assert "how many" in question
    assert question.endswith("?")
    assert verdict == "You said “more”, 90 % sure. Your runs say: the same."
    assert compared == "Broken: 8 % less than healthy, seed by seed."
    assert reason == lesson.prose["en"].sections["because steps"]
    assert small_print.startswith("A difference of up to 10 % counts as the same.")


def test_the_bars_have_whiskers_and_say_the_same_in_a_sentence(steps: Steps) -> None:
    answers = {"accuracy-additive": ("same", 0.6), "steps": ("more", 0.9)}
    picture = drawn(observed(steps, answers).cards[0])
    assert [(bar.name, bar.words, bar.low, bar.high) for bar in picture.bars] == [
        ("healthy", "46 steps", 44.0, 52.4),
        ("broken", "43 steps", 41.0, 46.0),
    ]
    assert "broken 43 steps, 41 to 46 in nine of ten seeds" in picture.says


def test_a_bar_is_what_is_asked_of_the_seeds(steps: Steps) -> None:
    asked = replace(steps.questions["accuracy-agreement"], summary="greatest")
    band = {"median": 0.75, "p5": 0.66, "p95": 0.82, "greatest": 0.9}
    record = {"agreement": {"train_accuracy": {"healthy": {"median": 1.0}, "broken": band}}}
    given = {asked.id: Answer("0.9", 0.8)}
    state = State(answers=given, locked=frozenset(given), record=record)
    (card,) = cards(steps.lesson, state, (asked,), steps.prose(ENGLISH), ENGLISH)
    assert drawn(card).bars[-1].value == 0.9
    assert "A bar is the seed with the most" in said(card)[-1]


def test_numbers_are_said_as_people_say_them(steps: Steps) -> None:
    answers = {"accuracy-additive": ("same", 0.6), "steps": ("more", 0.9)}
    assert "healthy 100 % in every seed" in drawn(observed(steps, answers).cards[1]).says
    assert "broken 0 (rounding)" in drawn(agreed(steps, "gap", "zero")).says
    assert "Broken: about 200 times as much as healthy." in said(agreed(steps, "loss-agreement", "more"))


def test_a_number_that_was_typed_stands_beside_what_was_measured(steps: Steps) -> None:
    card = agreed(steps, "accuracy-agreement", "40")
    assert [(bar.name, bar.words) for bar in drawn(card).bars] == [
        ("you said", "40 %"),
        ("healthy", "100 %"),
        ("broken", "75 %"),
    ]
    assert "You said “40 %”, 80 % sure. Your runs say: 75 %, 66 to 82 in nine of ten seeds." in said(card)


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("more", "more"), "0 of 2 right. Good: these are the ones you will remember."),
        (("same", "more"), "1 of 2 right. The others come first: these are the ones you will remember."),
        (("same", "same"), "2 of 2 right. Read the reasons all the same: are they yours?"),
    ],
)
def test_the_score_says_what_it_is_good_for(steps: Steps, answers: tuple[str, str], words: str) -> None:
    first, second = answers
    found = observed(steps, {"accuracy-additive": (first, 0.6), "steps": (second, 0.6)})
    assert found.blocks[0] == Words(words, "heading")


def test_a_record_of_before_without_its_spread_still_makes_cards(
    steps: Steps,
) -> None:
    acts: list[Act] = [Predicted("accuracy-additive", "same", 0.6), Predicted("steps", "same", 0.6)]
    record = {"steps_to_loss_0.1": {"healthy": {"median": 46.0}, "broken": {}, "ratio": {}}}
    swept = [*acts, Locked("run-additive"), Swept("additive", record)]
    found = page(steps, "observe-additive", ENGLISH, *swept).cards
    card = next(card for card in found if card.question == "steps")
    assert "broken never" in drawn(card).says


def test_the_bars_of_a_question_about_a_mean_are_means_and_show_where_nine_in_ten_seeds_lie(
    steps: Steps,
) -> None:
    question = replace(steps.questions["accuracy-agreement"], summary="mean")
    assert question.metric == "train_accuracy"
    band = {"median": 1.0, "p5": 0.0, "p95": 1.0, "mean": 0.65}
    record = {"agreement": {"train_accuracy": {"healthy": band, "broken": {**band, "mean": 0.2}}}}
    verdict = Verdict(question, Answer("more", 0.8), None, False)
    (bars,) = pictures(verdict, steps.lesson, record, steps.prose(ENGLISH), ENGLISH)
    assert isinstance(bars, Bars)
    assert [(bar.value, bar.words) for bar in bars.bars] == [(0.65, "65 %"), (0.2, "20 %")]
    assert [(bar.low, bar.high) for bar in bars.bars] == [(0.0, 1.0), (0.0, 1.0)]


def test_two_arms_are_compared_by_the_mean_where_the_question_asks_for_it(steps: Steps) -> None:
    question = replace(steps.questions["accuracy-agreement"], summary="mean", compare="difference")
    found = Band(-1.0, -1.0, 0.0, -0.6)
    assert "60 points" in compared_words(found, question, "broken", "healthy", ENGLISH)
