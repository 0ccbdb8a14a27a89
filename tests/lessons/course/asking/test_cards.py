"""Verdict cards: the surest mistake first, with its answer and the reason; and reviews ask the idea elsewhere."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.course.asking.question_words import question_words
from lessons.course.asking.verdict_cards import ROOM, VerdictCards, has_whiskers, with_spans
from lessons.course.asking.verdicts import Verdict, VerdictWords
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.page import Card, Page, Strings, Words
from lessons.course.lesson.pictures import Axis, Bar, Bars, Curves
from lessons.course.lesson.source import Nearness
from lessons.course.lesson.state import Act, Answer, Locked, Predicted, State, Swept
from lessons.course.lesson.summaries import Band
from lessons.course.lesson.value_words import compared_words
from lessons.course.lesson.values import Mode, plain_number
from lessons.course.steps.hints import pointing_words
from lessons.course.steps.plan import Steps
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course
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
    "rank_w2w1": {"healthy": {"median": 5.0}, "broken": {"median": 5.0}},
    "interaction_gap": {"healthy": {"median": 13.8}, "broken": {"median": 4e-15, "p5": 3e-15, "p95": 6e-15}},
}
ANSWERS = {"accuracy-additive": ("same", 0.6), "steps": ("more", 0.9)}


def observed(steps: Steps, answers: Mapping[str, tuple[str, float]], text: Strings = ENGLISH) -> Page:
    acts: list[Act] = [Predicted(name, *given) for name, given in answers.items()]
    return page(steps, "observe-additive", text, *acts, Locked("run-additive"), Swept("additive", ADDITIVE))


def agreed(steps: Steps, question: str, answer: str, found: Mapping[str, Any] = AGREEMENT, **more: Any) -> Card:
    asked, given = replace(steps.questions[question], **more), {question: Answer(answer, 0.8)}
    state = State(answers=given, locked=frozenset(given), record={"agreement": found})
    (card,) = steps.cards((asked,), state, ENGLISH)
    return card


def swept(steps: Steps, record: Mapping[str, Any]) -> tuple[Card, ...]:
    acts: list[Act] = [Predicted("accuracy-additive", "same", 0.9), Predicted("steps", "same", 0.4)]
    acts += [Locked("run-additive"), Swept("additive", record)]
    return page(steps, "observe-additive", ENGLISH, *acts).cards


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
)
def test_the_surest_mistake_comes_first(steps, answers, order):
    assert [card.question for card in observed(steps, answers).cards] == order


def with_sections(lesson: Lesson, mode: Mode = "open", **sections: str) -> Steps:
    english = lesson.prose["en"]
    own = {name.replace("_", " "): words for name, words in sections.items()}
    prose = {"en": replace(english, sections={**english.sections, **own})}
    return steps_of(LessonMode(replace(lesson, prose=prose), mode))


def test_those_who_gave_an_answer_are_answered(lesson):
    sections = {"because rank: collapses": "The rank tempts here.", "because rank": "Five."}
    steps = with_sections(lesson, **sections)
    assert said(agreed(steps, "rank", "collapses"))[-2:] == ["Five.", "The rank tempts here."]
    assert "The rank tempts here." not in said(agreed(steps, "rank", "same"))


def test_the_tempting_answer_is_answered_however_it_was_typed(lesson):
    steps = with_sections(lesson, **{"because accuracy-agreement: 60": "Sixty tempts."})
    for typed, is_told in [("60 %", True), ("0.6", True), ("20", False)]:
        card = agreed(steps, "accuracy-agreement", typed, popular="60")
        assert ("Sixty tempts." in said(card)) is is_told
        assert any("A tempting answer is: " in each for each in said(card)) is not is_told


def test_a_tempting_answer_that_nobody_gave_and_a_line_in_the_right_file_are_told_in_sentences(steps, lesson):
    assert any("A tempting answer is: " in each for each in said(agreed(steps, "rank", "fewer", popular="more")))
    near = {
        text: pointing_words(lesson, Nearness("file"), lesson.prose["en"], text) for text in map(Tutor, ("en", "es"))
    }
    assert [*near.values()] == [
        "Right file. The mistake is elsewhere in it.",
        "El archivo es este. El error está en otra parte de él.",
    ]


def test_what_no_run_decided_comes_last(steps):
    cards = swept(steps, {"steps_to_loss_0.1": ADDITIVE["steps_to_loss_0.1"]})
    assert [(card.question, card.tone) for card in cards] == [("steps", "right"), ("accuracy-additive", "note")]
    assert "The runs do not decide it." in said(cards[1])[2]


def test_a_card_asks_again_says_who_was_right_draws_it_and_says_why(steps, lesson):
    card, other = observed(steps, ANSWERS).cards
    name, question, verdict, compared, reason, small_print = said(card)
    assert (card.name, card.tone) == (name, "wrong")
    assert "how many" in question
    assert question.endswith("?")
    assert verdict == "You said “more”, 90 % sure. Your runs say: the same."
    assert compared == "Broken: 8 % less than healthy, seed by seed."
    assert reason == lesson.prose["en"].sections["because steps"]
    assert small_print.startswith("A difference of up to 10 % counts as the same.")
    picture = drawn(card)
    bars = [(bar.name, bar.words, bar.low, bar.high) for bar in picture.bars]
    assert bars == [("healthy", "46 steps", 44.0, 52.4), ("broken", "43 steps", 41.0, 46.0)]
    assert "broken 43 steps, 41 to 46 in nine of ten seeds" in picture.says
    assert "healthy 100 % in every seed" in drawn(other).says


def test_what_was_on_offer_stands_below_a_bar_that_is_alone():
    steps = steps_of(LessonMode(load_course().lessons["folds"]))
    question, given = steps.questions["wide"], {"wide": Answer("partly", None)}
    record = {"teeth": {"train_error": {"wide": {"median": 0.517}}}}
    state = State(answers=given, locked=frozenset(given), record=record)
    (card,) = steps.cards((question,), state, ENGLISH)
    run, *offered = drawn(card).bars
    assert run.value == 0.517
    assert [(bar.low, bar.high) for bar in offered] == [option.value for option in question.options]
    assert {"partly": "✗", "flat": "✓"}.items() <= dict(
        zip((option.id for option in question.options), (bar.name[0] for bar in offered), strict=True)
    ).items()


def test_a_bar_is_what_is_asked_of_the_seeds(steps):
    band = {"median": 0.75, "p5": 0.66, "p95": 0.82, "greatest": 0.9}
    found = {"train_accuracy": {"healthy": {"median": 1.0}, "broken": band}}
    card = agreed(steps, "accuracy-agreement", "0.9", found, summary="greatest")
    assert drawn(card).bars[-1].value == 0.9
    assert "Shown: the seed with the most" in said(card)[-1]


def test_numbers_are_said_as_people_say_them(steps):
    assert "broken 0 (rounding)" in drawn(agreed(steps, "gap", "zero")).says
    assert "Broken: about 200 times as much as healthy." in said(agreed(steps, "loss-agreement", "more"))
    assert [plain_number(each) for each in (6e-5, 0.00012, 3.0, 1e-9)] == ["0.00006", "0.00012", "3", "1e-09"]


def test_a_number_that_was_typed_stands_beside_what_was_measured(steps):
    card = agreed(steps, "accuracy-agreement", "40")
    bars = [(bar.name, bar.words) for bar in drawn(card).bars]
    assert bars == [("you said", "40 %"), ("healthy", "100 %"), ("broken", "75 %")]
    assert "You said “40 %”, 80 % sure. Your runs say: 75 %, 66 to 82 in nine of ten seeds." in said(card)


@pytest.mark.parametrize(("losses", "drawn"), [((1.0, 0.7, 0.5), 1), ((1.0,), 0), ((), 0)])
def test_a_curve_is_drawn_where_its_losses_were_kept(steps, losses, drawn):
    asked = steps.questions["curve"]
    kept = {"word": "plateau", "share": 1.0, "losses": list(losses)}
    record = {"agreement": {asked.metric: {"healthy": kept, "broken": kept}}}
    verdict = Verdict(asked, Answer("plateau", 0.8), "plateau", True)
    found = list(VerdictCards(steps.lesson, record, steps.prose(ENGLISH), ENGLISH).pictures(verdict))
    assert [type(each) for each in found] == [Curves] * drawn
    assert [curve.x for each in found for curve in each.curves] == [(0.0, 150.0, 300.0)] * (2 * drawn)
    telling = VerdictWords(steps.lesson, record, steps.prose(ENGLISH), ENGLISH)
    assert telling.measured(asked) == ""  # a word is no more


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("more", "more"), "0 of 2 right. Good: these are the ones you will remember."),
        (("same", "more"), "1 of 2 right. First, what surprised you."),
        (("same", "same"), "2 of 2 right. Are these your reasons, too?"),
    ],
)
def test_the_score_says_what_it_is_good_for(steps, answers, words):
    first, second = answers
    found = observed(steps, {"accuracy-additive": (first, 0.6), "steps": (second, 0.6)})
    assert found.blocks[0] == Words(words, "heading")


def test_a_record_of_before_without_its_spread_still_makes_cards(steps):
    record = {"steps_to_loss_0.1": {"healthy": {"median": 46.0}, "broken": {}, "ratio": {}}}
    (card,) = [card for card in swept(steps, record) if card.question == "steps"]
    assert "broken never" in drawn(card).says


def test_the_bars_of_a_question_about_a_mean_are_means_and_show_where_nine_in_ten_seeds_lie(steps):
    band = {"median": 1.0, "p5": 0.0, "p95": 1.0, "mean": 0.65}
    found = {"train_accuracy": {"healthy": band, "broken": {**band, "mean": 0.2}}}
    bars = drawn(agreed(steps, "accuracy-agreement", "0.5", found, summary="mean")).bars[-2:]
    assert [(bar.value, bar.words) for bar in bars] == [(0.65, "65 %"), (0.2, "20 %")]
    assert [(bar.low, bar.high) for bar in bars] == [(0.0, 1.0), (0.0, 1.0)]


def test_two_arms_are_compared_by_the_mean_where_the_question_asks_for_it(steps):
    question = replace(steps.questions["accuracy-agreement"], summary="mean", compare="difference")
    found = (Band(-1.0, -1.0, 0.0, at) for at in (-0.6, -0.01))
    said = " ".join(compared_words(each, question, "broken", "healthy", ENGLISH) for each in found)
    assert all(words in said for words in ("60 points less", "1 point less"))
    ratio = replace(question, compare="ratio")
    alike, less = (compared_words(Band(*[at] * 4), ratio, "broken", "healthy", ENGLISH) for at in (1.0, 1 / 1.5))
    assert alike == ENGLISH("compare.alike", arm="broken", against="healthy")
    assert "1.5" in less


def test_whiskers_are_told_of_where_they_can_be_seen():
    def bars(low: float, high: float) -> Bars:
        return Bars("", (Bar("one", "healthy", 0.5, low, high),), Axis("", 0, 1), "")

    assert has_whiskers(bars(0.4, 0.6))
    assert not has_whiskers(bars(0.5, 0.5))
    assert not has_whiskers(with_spans(bars(0.5, 0.5), [("an answer on offer", [(0.2, 0.8)], " ")], ROOM))


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
def test_the_sentence_that_asks_names_what_decides(lesson, question, asked):
    page = replace(lesson.prose["en"], sections={f"predict {question.id}": "{asked} Think first."})
    assert question_words(question, page, ENGLISH) == f"{asked} Think first."


def test_the_verdict_is_said_by_the_runs(lesson):
    steps = with_sections(lesson, because_rank="{verdict} Five rows, five.")
    assert said(agreed(steps, "rank", "collapses"))[-1] == "Rank of W2·W1: the same, 5 in both. Five rows, five."


def test_options_that_lie_decades_apart_are_drawn_on_a_logarithmic_axis():
    bars = Bars("", (Bar("untouched", "arm-1", 2e-8),), Axis("", 0.0, 2e-8), "")
    apart = [("less", [(0.0, 3e-11)], ""), ("more", [(1e-5, 100.0)], "")]
    axis = with_spans(bars, apart, ROOM).axis
    assert (axis.log, axis.low, axis.high) == (True, pytest.approx(3e-12), pytest.approx(1e-4))
    assert not with_spans(bars, [("less", [(0.0, 1e-8)], "")], ROOM).axis.log
    assert not with_spans(bars, [("any", [(3e-8, 1e9)], "")], ROOM).axis.log
    assert not with_spans(bars, [("below", [(-1.0, 100.0)], "")], ROOM).axis.log
