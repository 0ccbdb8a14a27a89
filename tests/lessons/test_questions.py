"""Every kind of question: which answers it takes as people type them, what the runs say, and what a guess is worth."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.lesson import Arm, Experiment, Option, Prose, Question, Settings
from lessons.questions import KINDS, chance_of, is_usable, kind_of, why_unusable
from lessons.state import Answer
from lessons.summaries import as_plain, summarise
from lessons.text import Text
from lessons.verdicts import Verdict, verdict
from lessons.vocabulary import QUESTION_KINDS

SETTINGS = Settings({"name": "xor"}, {"name": "MLP"}, {}, 0)
ARMS = ("line", "tanh", "relu")
Summaries = Mapping[str, Any]


def experiment(*arms: str) -> Experiment:
    return Experiment("e", tuple(Arm(name, SETTINGS) for name in arms), 3)


PAIR, THREE = experiment("healthy", "broken"), experiment(*ARMS)
SIDES: Mapping[str, Any] = {"arm": "broken", "against": "healthy"}
DIRECTION = Question("q", "direction", "e", "m", **SIDES, same_within=0.10)
DIFFERENCE = Question("q", "direction", "e", "m", **SIDES, compare="difference", same_within=0.05)
NUMBER = Question("q", "number", "e", "m", arm="broken", within=0.05)
SHARE = Question("q", "number", "e", "m", arm="broken", within=0.05, percent=True)
CHOICE = Question(
    "q", "choice", "e", "m", arm="broken",
    options=(Option("low", arms={"broken": (0, 1)}), Option("high", arms={"healthy": (5, 9), "broken": (1, 9)})),
)  # fmt: skip
SHAPE = Question("q", "shape", "e", "m", arm="broken")
CURVE = Question("q", "curve", "e", "m", arm="broken")
WHICH = Question("q", "which", "e", "m", arms=ARMS, compare="most", same_within=0.1)
LEAST = Question("q", "which", "e", "m", arms=ARMS, compare="least", same_within=0.1)
ORDER = Question("q", "order", "e", "m", arms=ARMS, same_within=0.1)
TREND = Question("q", "trend", "e", "m", arms=ARMS, compare="ratio", same_within=0.1)
ENTRY = Question("q", "entry", "worked", of="W", at=(0, 1), within=0.01)
WORKED_SHAPE = Question("q", "shape", "worked", of="W")
QUESTIONS = (DIRECTION, NUMBER, SHARE, CHOICE, SHAPE, CURVE, WHICH, ORDER, TREND, ENTRY)
PAGE = Prose("Title", {"predict q": "What?\n\n- low: little\n- high: a lot", "arm relu": "ReLU"})


def one(value: float) -> Summaries:
    """A summary of seeds that all gave the same."""
    return as_plain(summarise([value]))


NEVER = as_plain(summarise([None, None, 3.0]))
NAN = one(float("nan"))


def judged(question: Question, answer: str, at: Experiment = PAIR, **arms: Summaries) -> Verdict:
    return verdict(question, Answer(answer, 0.8), {"e": {"m": arms}}, at)


def truth(question: Question, at: Experiment = PAIR, **arms: Summaries) -> str | None:
    return judged(question, "?", at, **arms).truth


def by_arm(question: Question, line: Summaries, tanh: Summaries, relu: Summaries) -> str | None:
    return truth(question, THREE, line=line, tanh=tanh, relu=relu)


def test_there_is_a_kind_for_every_name_of_the_vocabulary() -> None:
    assert tuple(KINDS) == QUESTION_KINDS


USABLE = [
    (DIRECTION, ["more", "same", "fewer"], ["sideways", "More", "", "2"]),
    (NUMBER, ["3", "0,5", "-1"], ["a few", "", "nan"]),
    (SHARE, ["77 %", "0.77", "77"], ["300 %", "-1", "most"]),
    (CHOICE, ["low", "high"], ["middle", "", "Low"]),
    (SHAPE, ["5x23", "60"], ["wide", "", "0x1"]),
    (CURVE, ["follows", "slower", "plateau", "flat", "unfinished", "diverges"], ["curv", ""]),
    (WHICH, ["relu", "line"], ["gelu", "", "1"]),
    (ORDER, ["relu < tanh < line", "relu, tanh, line", "relu tanh line", "3 2 1", "3<2<1", "relu 2 1"],
     ["relu < tanh", "relu tanh tanh", "relu tanh line line", "1 2 4", "", "relu > tanh > line"]),
    (TREND, ["rises", "flat", "falls"], ["up", ""]),
    (ENTRY, ["0.25", "-1", "25 %"], ["half", "", "inf"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "usable", "unusable"), USABLE, ids=[each[0].kind for each in USABLE])
def test_a_question_takes_what_answers_it_and_nothing_else(
    question: Question, usable: list[str], unusable: list[str], text: Text
) -> None:
    assert [answer for answer in usable if not is_usable(question, answer)] == []
    assert [answer for answer in unusable if is_usable(question, answer)] == []
    for answer in (*usable, *unusable):
        assert kind_of(question).words(question, answer, PAGE, text) is not None


def test_an_answer_that_does_not_answer_is_said_to_be_so(text: Text) -> None:
    said = [why_unusable(question, text) for question in (DIRECTION, SHARE, CHOICE, NUMBER)]
    assert said == ["wrong.direction", "wrong.percent", "wrong.choice", "wrong.number"]


# ---- what the runs say -----------------------------------------------------


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind)
def test_what_no_run_decided_makes_nobody_right(question: Question) -> None:
    found = verdict(question, Answer("same", 0.8), {}, PAIR)
    assert found.truth is None
    assert not found.right


@pytest.mark.parametrize("junk", [{"e": 3}, {"e": {"m": "x"}}, {"e": {"m": {"broken": 5, "line": None}}}])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind)
def test_a_record_that_cannot_be_read_decides_nothing(question: Question, junk: Any) -> None:
    assert verdict(question, Answer("same", 0.8), junk, PAIR).truth is None


@pytest.mark.parametrize(
    ("ratio", "right"), [(0.93, "same"), (1.10, "same"), (0.90, "same"), (1.11, "more"), (0.5, "fewer")]
)
def test_a_direction_is_decided_by_the_median_ratio_and_the_margin(ratio: float, right: str) -> None:
    found: dict[str, Any] = {"healthy": one(100), "broken": one(100 * ratio), "ratio": one(ratio)}
    assert judged(DIRECTION, right, **found).right
    assert judged(DIRECTION, "more", **found).truth == right


@pytest.mark.parametrize(
    ("difference", "right"), [(0.05, "same"), (-0.05, "same"), (0.06, "more"), (-0.5, "fewer")]
)
def test_a_direction_may_be_decided_by_the_difference(difference: float, right: str) -> None:
    assert truth(DIFFERENCE, healthy=one(1), broken=one(1 + difference), difference=one(difference)) == right


def test_a_direction_of_a_lesson_that_tells_means_is_decided_by_the_mean() -> None:
    found = {"broken": one(0.5), "healthy": one(0.5), "difference": {"median": 0.0, "mean": 0.2}}
    assert truth(replace(DIFFERENCE, summary="mean"), **found) == "more"
    assert truth(DIFFERENCE, **found) == "same"


def test_never_reaching_it_is_more_steps() -> None:
    assert truth(DIRECTION, healthy=one(80), broken={}, ratio={}) == "more"


def test_reaching_what_the_other_never_reaches_is_fewer_steps() -> None:
    assert truth(DIRECTION, healthy={}, broken=one(80), ratio=one(0)) == "fewer"


def test_two_that_never_reach_it_are_the_same() -> None:
    assert truth(DIRECTION, healthy={}, broken={}, ratio=one(1)) == "same"


def test_nan_is_no_direction() -> None:
    assert truth(DIRECTION, healthy=one(1), broken=NAN, ratio=NAN) is None


def test_a_direction_of_other_arms_reads_their_own_comparison() -> None:
    question = Question("q", "direction", "e", "m", arm="tanh", against="line", same_within=0.1)
    pair = {"ratio tanh line": one(0.5), "ratio": one(2)}
    assert truth(question, THREE, line=one(2), tanh=one(1), relu=one(4), **pair) == "fewer"


@pytest.mark.parametrize(("said", "right"), [("77 %", True), ("0.80", True), ("0,73", True), ("90%", False)])
def test_a_number_is_right_within_its_margin(said: str, right: bool) -> None:
    assert judged(SHARE, said, broken=one(0.77)).right is right


def test_a_number_as_large_as_its_measure_is_not_taken_for_a_percentage() -> None:
    assert judged(NUMBER, "75", broken=one(75)).right
    assert not judged(NUMBER, "0.75", broken=one(75)).right


def test_a_whole_is_one_hundred_percent_and_not_one() -> None:
    assert judged(SHARE, "100", broken=one(1.0)).right
    assert not judged(SHARE, "1 %", broken=one(1.0)).right


@pytest.mark.parametrize("summary", [NEVER, NAN, {"word": "plateau", "share": 1.0}])
def test_what_is_no_number_decides_no_number(summary: Summaries) -> None:
    assert truth(NUMBER, broken=summary) is None


def test_a_number_may_be_another_summary_or_a_comparison() -> None:
    mean = Question("q", "number", "e", "m", arm="broken", summary="mean", within=0.1)
    ratio = Question("q", "number", "e", "m", **SIDES, within=0.1)
    seeds = as_plain(summarise([1.0, 1.0, 4.0]))
    assert truth(mean, broken=seeds) == "2.0"
    assert truth(ratio, healthy=one(1), broken=seeds, ratio=one(1.5)) == "1.5"


def test_a_choice_is_the_first_option_whose_regions_hold_every_arm() -> None:
    assert truth(CHOICE, healthy=one(7), broken=one(0.5)) == "low"
    assert truth(CHOICE, healthy=one(7), broken=one(1)) == "low"
    assert judged(CHOICE, "high", healthy=one(7), broken=one(5)).right
    assert truth(CHOICE, healthy=one(2), broken=one(5)) is None
    assert truth(CHOICE, healthy=one(7), broken=NEVER) is None


def test_a_choice_may_bound_what_it_asks_for_in_itself() -> None:
    options = Option("half", value=(0.4, 0.6)), Option("double", value=(1.9, 2.1))
    ratio = Question("q", "choice", "e", "m", **SIDES, options=options)
    one_arm = Question("q", "choice", "e", "m", arm="broken", options=options)
    found: dict[str, Any] = {"healthy": one(4), "broken": one(2), "ratio": one(0.5)}
    assert (truth(ratio, **found), truth(one_arm, **found)) == ("half", "double")


def test_a_shape_is_what_most_seeds_gave() -> None:
    found = as_plain(summarise(["(5, 23)", "(5, 23)", "(5, 8)"]))
    for said in ("(5, 23)", "5x23", "5 × 23", "5,23"):
        assert judged(SHAPE, said, broken=found).right
    assert not judged(SHAPE, "23x5", broken=found).right
    assert truth(SHAPE, broken=one(5)) is None


def test_a_curve_is_what_most_seeds_did() -> None:
    found = as_plain(summarise(["plateau", "flat", "plateau"]))
    assert judged(CURVE, "plateau", broken=found).right
    assert not judged(CURVE, "flat", broken=found).right


def test_which_arm_has_the_most_and_which_the_least() -> None:
    assert by_arm(WHICH, one(1), one(2), one(3)) == "relu"
    assert by_arm(LEAST, one(1), one(2), one(3)) == "line"


def test_a_tie_at_the_end_that_is_asked_for_decides_nothing() -> None:
    assert by_arm(WHICH, one(1), one(3), one(3.05)) is None
    assert by_arm(LEAST, one(1), one(3), one(3.05)) == "line"


def test_an_arm_that_never_came_there_has_the_most_steps() -> None:
    assert by_arm(WHICH, NEVER, one(2), one(3)) == "line"
    assert by_arm(LEAST, NEVER, one(2), one(3)) == "tanh"
    assert by_arm(WHICH, NEVER, {}, one(3)) is None
    assert by_arm(LEAST, NEVER, {}, one(3)) == "relu"


@pytest.mark.parametrize("question", [WHICH, LEAST, ORDER, TREND], ids=["most", "least", "order", "trend"])
def test_an_arm_that_is_nan_or_was_not_measured_decides_nothing(question: Question) -> None:
    assert by_arm(question, NAN, one(2), one(3)) is None
    assert truth(question, THREE, tanh=one(2), relu=one(3)) is None


def test_an_order_has_the_least_first() -> None:
    assert by_arm(ORDER, one(3), one(1), one(2)) == "tanh < relu < line"
    found = {"line": one(3), "tanh": one(1), "relu": one(2)}
    assert judged(ORDER, "2 3 1", THREE, **found).right
    assert judged(ORDER, "tanh, relu, line", THREE, **found).right
    assert not judged(ORDER, "line < relu < tanh", THREE, **found).right


@pytest.mark.parametrize(
    ("arms", "answer", "meant"),
    [
        (("2", "4", "8"), "3 2 1", ("8", "4", "2")),  # as the question numbers them
        (("2", "4", "8"), "8 < 4 < 2", ("8", "4", "2")),
        (("2", "1", "3"), "2 1 3", ("2", "1", "3")),  # what can be names is names
        (("a wide one", "b"), "b < a wide one", ("b", "a wide one")),
        (("a wide one", "b"), "2 1", ("b", "a wide one")),
        (("a", "b", "c"), "c, b a", ("c", "b", "a")),
        (("a", "b", "c"), "1 b 3", ("a", "b", "c")),
        (("a", "b", "c"), "1 1 3", None),
        (("a", "b"), "", None),
    ],
)
def test_an_order_is_given_by_names_or_by_numbers(
    arms: tuple[str, ...], answer: str, meant: tuple[str, ...] | None
) -> None:
    order = replace(ORDER, arms=arms)
    assert kind_of(order).understood(order, answer) == meant


def test_an_order_is_not_decided_where_two_are_within_the_margin() -> None:
    assert by_arm(ORDER, one(3), one(1), one(1.1)) is None
    assert by_arm(ORDER, one(3), one(1), NEVER) == "tanh < line < relu"
    assert by_arm(ORDER, one(3), NEVER, NEVER) is None


@pytest.mark.parametrize(
    ("first", "last", "word"),
    [(1, 2, "rises"), (2, 1, "falls"), (1, 1.05, "flat"), (0, 3, "rises"), (0, 0, "flat"), (-1, -2, "falls"),
     (-2, -1, "rises")],
)  # fmt: skip
def test_a_trend_is_the_last_arm_beside_the_first(first: float, last: float, word: str) -> None:
    assert by_arm(TREND, one(first), one(9), one(last)) == word


def test_a_trend_to_where_it_is_never_reached_rises() -> None:
    assert by_arm(TREND, one(1), one(2), NEVER) == "rises"
    assert by_arm(TREND, NEVER, one(2), one(1)) == "falls"
    assert by_arm(TREND, NEVER, one(2), NEVER) == "flat"


def worked(question: Question, answer: str, value: Summaries) -> Verdict:
    return verdict(question, Answer(answer, 0.8), {"worked": {"q": {"value": value}}}, experiment())


def test_an_entry_of_a_calculation_is_right_within_its_margin() -> None:
    assert worked(ENTRY, "0,25", one(0.2541)).right
    assert not worked(ENTRY, "0.27", one(0.2541)).right
    assert worked(ENTRY, "0.25", NAN).truth is None


def test_a_shape_of_a_calculation_is_what_it_computed() -> None:
    assert worked(WORKED_SHAPE, "4x2", {"word": "(4, 2)", "share": 1.0}).right


# ---- what is said, and what a guess is worth -------------------------------


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        (SHARE, "0,755", "75.5 %"),
        (NUMBER, "0,755", "0.755"),
        (SHAPE, "(5,23)", "5 × 23"),
        (ORDER, "3 2 1", "ReLU < tanh < line"),
        (WHICH, "relu", "ReLU"),
        (CHOICE, "high", "a lot"),
        (DIRECTION, "fewer", "answer.fewer_large"),
        (TREND, "falls", "trend.falls"),
        (ENTRY, "25 %", "0.25"),
    ],
)
def test_an_answer_is_said_back_in_words(question: Question, answer: str, words: str, text: Text) -> None:
    named = Prose("Title", {**PAGE.sections, "arm line": "line", "arm tanh": "tanh"})
    assert kind_of(question).words(question, answer, named, text) == words


def test_only_questions_with_a_few_answers_have_them_on_offer(text: Text) -> None:
    offered = {question.kind: len(kind_of(question).choices(question, PAGE, text)) for question in QUESTIONS}
    assert offered == {
        "direction": 3, "number": 0, "choice": 2, "shape": 0, "curve": 6, "which": 3, "order": 0, "trend": 3,
        "entry": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "chance"),
    [(DIRECTION, 0.33), (CHOICE, 0.5), (CURVE, 0.17), (WHICH, 0.33), (ORDER, 0.17), (TREND, 0.33), (SHAPE, 0.1),
     (SHARE, 0.1), (NUMBER, 0.1), (ENTRY, 0.1)],
    ids=lambda each: getattr(each, "kind", ""),
)  # fmt: skip
def test_confidence_begins_at_a_pure_guess(question: Question, chance: float) -> None:
    assert chance_of(question) == chance


@pytest.mark.parametrize(("within", "chance"), [(0.0, 0.01), (0.4, 0.5), (0.08, 0.16)])
def test_a_guess_is_worth_as_much_as_the_margin_is_wide_and_no_more_than_a_coin(
    within: float, chance: float
) -> None:
    assert chance_of(Question("q", "number", "e", "m", within=within, percent=True)) == chance
