"""A question has one answer: on its seeds, on others, on 95 % of resamples, and by a margin that is shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lessons.check.answers import proof_of, records
from lessons.check.measures import statistic
from lessons.check.pages import PageFile, Proof
from lessons.check.questions import LocatedQuestion, prove_questions, wrong_prompt
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Arm, Option, Prose, Question
from lessons.course.lesson.summaries import Band, Value, summarise
from tests.lessons.check.known import METRIC, Values, a_lesson, asking, experiment

EVEN = [1.0] * 8


def proof(kind: str, own: Values, held_back: Values | None = None, **asked: Any) -> Proof:
    question, found = asking(kind, own, held_back, **asked)
    made = experiment(*own, metric=question.metric)
    return proof_of(LocatedQuestion(question, made, "predict"), a_lesson(question), found, found[:1])


def problem(kind: str, own: Values, held_back: Values | None = None, **asked: Any) -> str:
    return proof(kind, own, held_back, **asked).problem


def two(first: Sequence[Value], second: Sequence[Value]) -> Values:
    return {"healthy": first, "broken": second}


def option(name: str, low: float, high: float) -> Option:
    return Option(name, (low, high))


def test_a_truth_is_shown_with_what_was_measured_and_how_often_it_holds():
    held = two(EVEN, [1.4, 1.5] * 4)
    found = proof("direction", two(EVEN, [1.5, 1.6] * 4), held, same_within=0.25)
    assert found.holds
    assert found.shown == ("more (healthy 1, broken 1.55, ratio 1.55); on 100% of resamples; held back on 100%")


def test_a_parameter_that_no_arm_has_is_told_those_that_the_model_has():
    none = two([None] * 8, [None] * 8)
    said = problem("direction", none, metric="weight_norm:weight")
    assert said == (
        "weight_norm:weight has no value on any arm: the parameters of e are fc1.weight, fc1.bias, fc2.weight, fc2.bias."
    )


def test_a_truth_that_half_of_the_resamples_or_other_seeds_deny_is_refused():
    near = two(EVEN, [1.0, 1.02, 1.04, 1.06, 1.08, 1.1, 1.12, 1.14])
    found = problem("direction", near, same_within=0.06)
    assert found.startswith("more (healthy 1, broken 1.07, ratio 1.07) is true on ")
    assert "of resamples of its own seeds. Expected 95%." in found
    denied = problem("direction", two(EVEN, [2.0] * 8), two(EVEN, [0.5] * 8), same_within=0.1)
    assert denied.startswith("its truth depends on the seeds: more on its own, fewer on others.")


def test_what_no_arm_has_is_no_answer_but_steps_may_be_never():
    none = two([None] * 8, [None] * 8)
    said = problem("direction", none, metric="dead_units")
    assert said == "dead_units has no value on any arm: none of e has what it measures."
    assert problem("direction", none, metric="steps_to_loss_0.1") == ""


@pytest.mark.parametrize(
    ("own", "held_back", "said"),
    [
        (32, 32, ""),
        (31, 31, ""),
        (25, 25, "plateau is true on 78% of 32 seeds only. Expected 95%"),
        (32, 25, "plateau is true on 78%"),
    ],
)
def test_a_word_has_to_be_that_of_nearly_every_seed(own, held_back, said):
    words = [{"broken": ["plateau"] * count + ["flat"] * (32 - count)} for count in (own, held_back)]
    found = problem("curve", *words, metric="curve")
    assert found.startswith(said) if said else found == ""


@pytest.mark.parametrize(
    ("held_back", "said"),
    [
        ([1.5, 1.9] * 4, "seeds = 1, and one run is an anecdote: on other seeds final_loss of broken differs."),
        ([1.6] * 8, ""),
        ([1.6 + 1e-12] * 8, ""),
    ],
)
def test_one_seed_is_enough_only_where_nothing_is_random(held_back, said):
    found = problem("direction", two([1.0], [1.6]), two(EVEN, held_back), same_within=0.1)
    assert found.startswith(said) if said else found == ""


def test_options_of_which_both_or_none_holds_are_refused():
    both, none = (option("low", 0, 1), option("high", 1, 5)), (option("low", 0, 0.5), option("high", 3, 5))
    said = "low and high are both right. Part their regions."
    assert problem("choice", {"a": EVEN}, options=both) == said
    said = "its runs do not decide it: final_loss of e is a 1, b 2."
    assert problem("choice", {"a": EVEN, "b": [2.0] * 8}, options=none) == said


def test_a_number_just_on_its_border_is_refused():
    assert problem("direction", two([2.0] * 4, [2.5] * 4), same_within=0.25).startswith(
        "same (healthy 2, broken 2.5, ratio 1.25) is just on the border of same_within = 0.25."
    )
    assert problem("direction", two([2.0] * 4, [2.0] * 4)) == ""


PERCENT = {"metric": "train_accuracy", "percent": True}


@pytest.mark.parametrize(
    ("within", "fine"), [*((each, True) for each in (0.05, 0.1, 0.2)), *((each, False) for each in (0.5, 1.0, 8.0, 100.0))]
)  # fmt: skip
def test_a_margin_that_accepts_half_of_all_answers_is_refused(within, fine):
    found = problem("number", {"a": [0.75] * 8}, within=within, **PERCENT)
    said = "of all answers between [0, 1]: it is 0.75. Expected less than half."
    assert found == "" if fine else said in found


def test_a_number_that_nobody_can_type_is_refused():
    third = {"a": [1 / 3] * 8}
    assert "who types 33.3 % is wrong" in problem("number", third, within=0, **PERCENT)
    assert problem("number", third, within=0.001, **PERCENT) == ""
    assert problem("number", {"a": [5.0] * 8}, metric="rank_w2w1") == ""
    above = problem("number", two([0.5] * 8, EVEN), against="healthy", within=0.1, **PERCENT)
    assert "that cannot be typed" in above


def test_a_number_beside_0_is_judged_by_the_scale_of_its_metric():
    tiny = {"a": [1e-3, 2e-3] * 4}
    assert problem("number", tiny, within=0.05) == ""
    assert problem("number", tiny, within=0.5).startswith("within = 0.5 accepts")
    steps = {"a": [4.0] * 8}
    assert problem("number", steps, metric="steps_to_loss_0.1", within=2.0) == ""
    assert "of all answers between [0, 10]" in problem("number", steps, metric="steps_to_loss_0.1", within=4.0)


def test_popular_that_is_the_truth_is_advised_against():
    found = proof("number", {"a": [0.75] * 8}, within=0.1, popular="80", **PERCENT)
    assert found.holds
    assert found.advice.startswith("tempting = '80' is the truth")
    assert proof("number", {"a": [0.75] * 8}, within=0.1, popular="20", **PERCENT).advice == ""


def test_the_same_model_twice_is_refused():
    made = experiment("healthy", "broken")
    twins = replace(made, arms=(made.arms[0], Arm("broken", made.arms[0].settings)))
    question = Question("q", "direction", "e", METRIC, "broken", "healthy", same_within=0.1)
    proofs = prove_questions(a_lesson(question, experiments={"e": twins}), None)
    said = "broken and healthy are the same model, trained alike: nothing can differ."
    assert [each.problem for each in proofs if each.problem] == [said]


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
def test_whatever_was_measured_a_question_holds_or_is_refused_in_a_sentence(data, kind, seeds):
    both = [
        {arm: data.draw(st.lists(VALUES, min_size=seeds, max_size=seeds)) for arm in ("a", "b", "c")} for _ in range(2)
    ]
    found = proof(kind[0], both[0], both[1], **kind[1])
    assert found.problem.endswith(".") if found.problem else found.shown


@example([float("-inf"), None])
@given(st.lists(VALUES, min_size=1, max_size=9))
def test_a_statistic_is_what_a_record_has(values):
    found = summarise(values)
    assert isinstance(found, Band)
    row = np.array([np.inf if value is None else value for value in values])
    for name in ("median", "mean", "least", "greatest"):
        expected = getattr(found, name)
        wanted = np.inf if expected is None else pytest.approx(expected, nan_ok=True)
        assert float(statistic(name, row)) == wanted


def test_a_resamples_record_is_read_as_a_sweeps_is():
    question, (own, _) = asking("direction", two([1.0, None, 2.0], [3.0, 4.0, 5.0]), same_within=0.1)
    for record, count in records(question, own, 0):
        assert count > 0
        assert kind_of(question).truth(question, record, own.experiment) in ("more", "fewer", "same", None)


@pytest.mark.parametrize(
    ("heading", "text", "problem"),
    [
        (
            "because q",
            "Plainly fewer: 3 of them.",
            "## because q says 'fewer', and the runs say 'more': write {verdict}.",
        ),
        ("learnt q", "The same, on every seed.", "## learnt q says 'same', and the runs say 'more': write {verdict}."),
        ("because q", "More, but not by much.", ""),
        ("because q", "Fewer rows make this harder.", ""),
        ("because q", "{verdict} Fewer: never.", ""),
    ],
)
def test_a_page_that_opens_with_an_outcome_says_that_of_the_runs(heading, text, problem):
    question, found = asking("direction", two([1.0, 1.1, 1.2] * 4, [3.0, 3.1, 3.2] * 4), same_within=0.1)
    lesson = a_lesson(question, prose={"en": Prose("", {heading: text})})
    assert (
        proof_of(LocatedQuestion(question, found[0].experiment, "predict"), lesson, found, found[:1]).problem == problem
    )


def test_a_verdict_prints_the_number_of_the_arm_that_was_asked_about():
    question, found = asking("number", two([1.0, 1.1] * 4, [3.0, 3.1] * 4), within=0.2)
    told = {
        arm: Claim(arm, "median", {"experiment": "e", "metric": METRIC, "arm": arm}) for arm in ("healthy", "broken")
    }

    made = found[0].experiment

    def said(text: str) -> str:
        prose = {"en": Prose("", {"because q": text})}
        lesson = a_lesson(question, prose=prose, claims=told, experiments={"e": made})
        return proof_of(LocatedQuestion(question, made, "predict"), lesson, found, found[:1]).advice

    assert said("It is {healthy}.") == "{healthy} is of another arm than broken, which decides this."
    assert said("It is {broken}, and {healthy} where all is well.") == said("Much.") == ""


BROKEN_FIRST = {"arm": "broken", "against": "healthy", "kind": "number"}


@pytest.mark.parametrize(
    ("language", "text", "asked", "problem"),
    [
        ("en", "What share of its training rows does it get right?", {"metric": "train_accuracy"}, ""),
        ("en", "It trains. What share of its held-out rows does it get right?", {"metric": "train_accuracy"}, "reads the training rows"),
        ("es", "Aprende a mano. ¿Qué parte de las filas apartadas acierta?", {"metric": "train_accuracy"}, "reads the training rows"),
        ("es", "¿Cuánto vale la pérdida?", {"metric": "train_accuracy"}, "has no word for it: one of entren, aprend"),
        ("en", "How many steps does the unluckiest seed need?", {"metric": "steps_to_loss_0.1"}, "of all seeds"),
        ("en", "Divide the loss of the broken one by that of the healthy one.", BROKEN_FIRST, ""),
        ("es", "Divide la pérdida del sano entre la del roto.", BROKEN_FIRST, "the runs divide broken by healthy"),
        ("en", "{asked}", {"metric": "train_accuracy"}, ""),
        ("en", "How large is the bias in the end?", {"metric": "parameter_mean:fc1.bias"}, ""),
        ("es", "¿Cuánto vale el sesgo al final?", {"metric": "parameter_mean:fc1.bias"}, ""),
        ("en", "Where does the slope end?", {"metric": "parameter_mean:activation.weight"}, ""),
        ("en", "How large is the loss?", {"metric": "parameter_mean:fc1.bias"}, "has no word for it: one of mean"),
        ("en", "What is its validation accuracy?", {"metric": "val_accuracy"}, ""),
        ("en", "How many rows of the test set does it get right?", {"metric": "val_accuracy"}, ""),
        ("es", "¿Cuál es su exactitud de validación?", {"metric": "val_accuracy"}, ""),
        ("es", "¿Cuántas filas de prueba acierta?", {"metric": "val_accuracy"}, ""),
        ("en", "Which one is faster down to a loss of 0.1?", {"metric": "steps_to_loss_0.1"}, ""),
        ("es", "¿Cuál llega más rápido a una pérdida de 0.1?", {"metric": "steps_to_loss_0.1"}, ""),
        ("en", "How certain is it of its answers?", {"metric": "sureness"}, ""),
    ],
)  # fmt: skip
def test_a_prompt_has_the_words_of_what_judges_it(language, text, asked, problem):
    question = replace(Question("q", "number", "e", METRIC, "broken"), **asked)
    page = PageFile(a_lesson(question, prose={language: Prose("", {"predict q": text})}), language)
    found = wrong_prompt(page, "predict q", LocatedQuestion(question, experiment("broken"), "predict"))
    assert (problem in found) if problem else found == ""
