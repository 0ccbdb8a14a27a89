"""A question has one answer: on its seeds, on others, on 95 % of resamples, and by a margin that is shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.check.proof import Proof
from lessons.check.questions.predictions import plainly, proof_of
from lessons.check.questions.reading import Asked, prove_questions
from lessons.check.resampling import records, statistic
from lessons.lesson import Arm, Option, Prose, Question
from lessons.questions import kind_of
from lessons.summaries import Band, Value, summarise
from tests.lessons.check.known import METRIC, Values, a_lesson, asking, experiment

HALVES = [0.9, 1.1] * 8
EVEN = [1.0] * 8


def proof(kind: str, own: Values, held_back: Values | None = None, **asked: Any) -> Proof:
    """The proof of a question about arms that gave these values, and on other seeds those."""
    question, found = asking(kind, own, held_back, **asked)
    made = experiment(*own, metric=question.metric)
    return proof_of(Asked(question, made, "predict"), a_lesson(question), found)


def problem(kind: str, own: Values, held_back: Values | None = None, **asked: Any) -> str:
    return proof(kind, own, held_back, **asked).problem


def two(first: Sequence[Value], second: Sequence[Value]) -> Values:
    return {"healthy": first, "broken": second}


def option(name: str, low: float, high: float) -> Option:
    return Option(name, (low, high))


# ---- one answer, whatever seeds --------------------------------------------


def test_a_truth_is_shown_with_its_margin_and_how_often_it_holds() -> None:
    held = two(EVEN, [1.4, 1.5] * 4)
    found = proof("direction", two(EVEN, [1.5, 1.6] * 4), held, same_within=0.25)
    assert found.holds
    assert found.shown == (
        "more: ratio 1.55, 0.3 above the border 1.25; on 100% of resamples; held back more, on 100%"
    )


def test_a_truth_has_as_many_digits_as_people_read() -> None:
    number, _ = asking("number", two(EVEN, EVEN), within=0.05)
    direction, _ = asking("direction", two(EVEN, EVEN))
    assert plainly(number, "0.333333333") == "0.3333 ± 0.05"
    assert plainly(direction, "more") == "more"


def test_a_truth_that_half_of_the_resamples_deny_is_refused_with_its_border() -> None:
    near = two(EVEN, [1.0, 1.02, 1.04, 1.06, 1.08, 1.1, 1.12, 1.14])
    found = problem("direction", near, same_within=0.06)
    assert found.startswith("more (ratio 1.07, 0.01 above the border 1.06) is true on ")
    assert "of resamples of its own seeds. Expected 95%." in found


def test_a_truth_that_other_seeds_deny_is_refused() -> None:
    other = two(EVEN, [0.5] * 8)
    assert problem("direction", two(EVEN, [2.0] * 8), other, same_within=0.1).startswith(
        "its truth depends on the seeds: more on its own, fewer on others."
    )


@pytest.mark.parametrize("plateaus", [32, 31])
def test_a_word_has_to_be_that_of_nearly_every_seed(plateaus: int) -> None:
    words = ["plateau"] * plateaus + ["flat"] * (32 - plateaus)
    assert problem("curve", {"broken": words}, metric="curve") == ""


def test_a_word_of_three_in_four_seeds_is_refused() -> None:
    words = ["plateau"] * 25 + ["flat"] * 7
    found = problem("curve", {"broken": words}, metric="curve")
    assert found.startswith("plateau is true on 78% of 32 seeds only. Expected 95%")
    held_back = problem("curve", {"broken": ["plateau"] * 32}, {"broken": words}, metric="curve")
    assert held_back.startswith("plateau is true on 78%")


def test_one_seed_is_enough_only_where_nothing_is_random() -> None:
    others = two(EVEN, HALVES[:8])
    found = problem("direction", two([1.0], [1.6]), two(EVEN, [1.5, 1.9] * 4), same_within=0.1)
    assert found.startswith(
        "seeds = 1, and one run is an anecdote: on other seeds final_loss of broken differs."
    )
    assert problem("direction", two([1.0], [1.6]), two(EVEN, [1.6] * 8), same_within=0.1) == ""
    assert problem("direction", two([1.0], [1.6]), two(EVEN, [1.6 + 1e-12] * 8), same_within=0.1) == ""
    assert others


# ---- choices ---------------------------------------------------------------


def test_two_options_that_both_hold_are_refused() -> None:
    options = (option("low", 0, 1), option("high", 1, 5))
    assert (
        problem("choice", {"a": EVEN}, options=options) == "low and high are both right. Part their regions."
    )


def test_what_no_option_holds_is_told_with_all_there_is_to_know() -> None:
    options = (option("low", 0, 0.5), option("high", 3, 5))
    assert problem("choice", {"a": EVEN, "b": [2.0] * 8}, options=options) == (
        "its runs do not decide it: final_loss of e is a 1, b 2."
    )


def problems_of(question: Question, **pages: Prose) -> list[str]:
    """What reading finds wrong with a question."""
    arms = question.arms or ("healthy", "broken")
    lesson = a_lesson(question, experiments={"e": experiment(*arms, metric=question.metric)}, prose=pages)
    return [proof.problem for proof in prove_questions(lesson, None) if not proof.holds]


def a_choice(*options: Option, metric: str = METRIC, against: str = "", compare: str = "ratio") -> Question:
    return Question("q", "choice", "e", metric, "broken", against, compare=compare, options=options)


APART: dict[str, Any] = {"against": "healthy", "compare": "difference"}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (a_choice(option("a", 0, 1), option("b", -2, -1)), "right with b: broken = [-2, -1] lies outside"),
        (a_choice(option("a", 0, 1), option("b", 1.5, 2), metric="solved"), "outside what solved can be, [0, 1]"),
        (a_choice(option("a", 0, 1), option("b", -3, -2), metric="solved", **APART), "[-1, 1]"),
        (a_choice(option("a", 0, 1), option("b", -3, -2), against="healthy"), "value = [-3, -2] lies outside"),
        (a_choice(option("a", 0, 1), option("b", 5.1, 5.4), metric="rank_w2w1"), "nobody can be right with b"),
        (a_choice(option("a", 0, 1), option("b", 0.5, 2)), "a and b would both be right where broken lies in [0.5, 1]"),
        (a_choice(option("a", 0, 1), option("b", 1, 1)), "a and b would both be right"),
        (a_choice(option("a", 0, 1), option("b", -2, -1), metric="solved"), "a would be right whatever is measured"),
        (a_choice(option("a", 0, 1), option("a", 2, 3)), "the option 'a' is there 2 times"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_right_or_never_alone_is_refused(question: Question, said: str) -> None:
    assert any(said in each for each in problems_of(question)), problems_of(question)


def test_options_that_only_touch_or_leave_room_are_fine() -> None:
    assert (
        problems_of(a_choice(option("a", 0, 1e-9), option("b", 1e-9, 0.5), option("c", 0.6, float("inf"))))
        == []
    )
    by_arm = (
        Option("a", arms={"healthy": (5, 23), "broken": (0, 4)}),
        Option("b", arms={"healthy": (5, 5), "broken": (5, 5)}),
    )
    assert problems_of(a_choice(*by_arm, metric="rank_w2w1")) == []
    assert problems_of(a_choice(option("a", 5, 5), option("b", 6, 23), metric="rank_w2w1")) == []


def test_options_with_the_same_words_are_refused_in_either_language() -> None:
    page = {"predict q": "What?\n\n- a: More.\n- b: Less."}
    twin = {"predict q": "¿Qué?\n\n- a: Más.\n- b:  más"}
    question = a_choice(option("a", 0, 1), option("b", 2, 3))
    assert problems_of(question, en=Prose("", page), es=Prose("", page)) == []
    (said,) = problems_of(question, en=Prose("", page), es=Prose("", twin))
    assert said.startswith("es.md: two of its options have the same words")


# ---- margins ---------------------------------------------------------------


def test_a_number_just_on_its_border_is_refused() -> None:
    assert problem("direction", two([2.0] * 4, [2.5] * 4), same_within=0.25).startswith(
        "ratio is 1.25, just on the border 1.25 of its margin."
    )
    assert problem("direction", two([2.0] * 4, [2.0] * 4)) == ""


# ---- typed numbers ---------------------------------------------------------

PERCENT = {"metric": "train_accuracy", "percent": True}


@pytest.mark.parametrize("within", [0.05, 0.1, 0.2])
def test_a_margin_that_accepts_less_than_half_is_fine(within: float) -> None:
    assert problem("number", {"a": [0.75] * 8}, within=within, **PERCENT) == ""


@pytest.mark.parametrize("within", [0.5, 1.0, 8.0, 100.0])
def test_a_margin_that_accepts_half_of_all_answers_is_refused(within: float) -> None:
    found = problem("number", {"a": [0.75] * 8}, within=within, **PERCENT)
    assert "of all answers between [0, 1]: it is 0.75. Expected less than half." in found


def test_a_number_that_nobody_can_type_is_refused() -> None:
    third = {"a": [1 / 3] * 8}
    assert "who types 33.3 % is wrong" in problem("number", third, within=0, **PERCENT)
    assert problem("number", third, within=0.001, **PERCENT) == ""
    assert problem("number", {"a": [5.0] * 8}, metric="rank_w2w1") == ""
    above = problem("number", two([0.5] * 8, EVEN), against="healthy", within=0.1, **PERCENT)
    assert "that cannot be typed" in above


def test_a_number_beside_0_is_judged_by_the_scale_of_its_metric() -> None:
    tiny = {"a": [1e-3, 2e-3] * 4}
    assert problem("number", tiny, within=0.05) == ""
    assert problem("number", tiny, within=0.5).startswith("within = 0.5 accepts")
    steps = {"a": [4.0] * 8}
    assert problem("number", steps, metric="steps_to_loss_0.1", within=2.0) == ""
    assert "of all answers between [0, 10]" in problem(
        "number", steps, metric="steps_to_loss_0.1", within=4.0
    )


def test_a_number_that_its_resamples_do_not_keep_to_is_refused() -> None:
    found = problem("number", {"a": [0.5, 0.9] * 4}, within=0.05, **PERCENT)
    assert "of resamples of its own seeds" in found


# ---- what is advised -------------------------------------------------------


def test_popular_that_is_the_truth_is_advised_against() -> None:
    found = proof("number", {"a": [0.75] * 8}, within=0.1, popular="80", **PERCENT)
    assert found.holds
    assert found.advice.startswith("popular = '80' is the truth")
    assert proof("number", {"a": [0.75] * 8}, within=0.1, popular="20", **PERCENT).advice == ""


def test_the_same_model_twice_is_refused() -> None:
    made = experiment("healthy", "broken")
    twins = replace(made, arms=(made.arms[0], Arm("broken", made.arms[0].settings)))
    question = Question("q", "direction", "e", METRIC, "broken", "healthy", same_within=0.1)
    (said,) = [
        each.problem
        for each in prove_questions(a_lesson(question, experiments={"e": twins}), None)
        if each.problem
    ]
    assert said == "broken and healthy are the same model, trained alike: nothing can differ."


# ---- any values ------------------------------------------------------------

VALUES = st.one_of(st.none(), st.sampled_from([0.0, 1.0, float("nan"), -2.0, 1e9]), st.floats(0, 1))
KINDS = [
    ("direction", {"same_within": 0.1}),
    ("direction", {"compare": "difference"}),
    ("number", {"within": 0.1}),
    ("number", {"within": 0.1, "percent": True, "metric": "solved"}),
    ("which", {"compare": "most"}),
    ("order", {"compare": "ratio"}),
    ("trend", {"compare": "ratio"}),
    ("choice", {"options": (option("same", 0, 0.5), option("flat", 0.5, 1))}),
    ("choice", {"options": (Option("a", (0, 1), {"a": (0, 1)}), option("b", 2, 3)), "against": "a"}),
]


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(KINDS), st.integers(1, 6))
def test_whatever_was_measured_a_question_holds_or_is_refused_in_a_sentence(
    data: st.DataObject, kind: tuple[str, dict[str, Any]], seeds: int
) -> None:
    both = [
        {arm: data.draw(st.lists(VALUES, min_size=seeds, max_size=seeds)) for arm in ("a", "b", "c")}
        for _ in range(2)
    ]
    found = proof(kind[0], both[0], both[1], **kind[1])
    assert found.problem.endswith(".") if found.problem else found.shown


# ---- the resampling --------------------------------------------------------


@given(st.lists(VALUES, min_size=1, max_size=9))
def test_a_statistic_is_what_a_record_has(values: list[float | None]) -> None:
    found = summarise(values)
    assert isinstance(found, Band)
    row = np.array([np.inf if value is None else value for value in values])
    for name in ("median", "mean", "least", "greatest"):
        expected = getattr(found, name)
        got = float(statistic(name, row))
        if expected is None:
            assert got == np.inf
        elif expected != expected:
            assert got != got
        else:
            assert got == pytest.approx(expected)


def test_a_resamples_record_is_read_as_a_sweeps_is() -> None:
    question, (own, _) = asking("direction", two([1.0, None, 2.0], [3.0, 4.0, 5.0]), same_within=0.1)
    for record, count in records(question, own, 0):
        assert count > 0
        assert kind_of(question).truth(question, record, own.experiment) in ("more", "fewer", "same", None)
