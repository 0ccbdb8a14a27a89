"""Every kind of question: which answers it takes as people type them, what the runs say, and what a guess is worth."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from lessons.course.asking.question_words import chance_of, is_usable, levels_of, why_unusable
from lessons.course.asking.questions import kind_of
from lessons.course.asking.verdicts import Verdict, verdict
from lessons.course.lesson.lesson import WORKED, Arm, Experiment, Option, Prose, Question, Settings
from lessons.course.lesson.state import Answer
from lessons.course.lesson.summaries import as_plain, summarise

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
    return as_plain(summarise([value]))


NEVER = as_plain(summarise([None, None, 3.0]))
NAN = one(float("nan"))


def judged(question: Question, answer: str, at: Experiment = PAIR, **arms: Summaries) -> Verdict:
    return verdict(question, Answer(answer, 0.8), {"e": {"m": arms}}, at)


def pair(healthy: Summaries, broken: Summaries, **compared: Summaries) -> dict[str, Summaries]:
    return {"healthy": healthy, "broken": broken, **compared}


def three(line: Summaries, tanh: Summaries, relu: Summaries) -> dict[str, Summaries]:
    return {"line": line, "tanh": tanh, "relu": relu}


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
def test_a_question_takes_what_answers_it_and_nothing_else(question, usable, unusable, text):
    assert [answer for answer in usable if not is_usable(question, answer)] == []
    assert [answer for answer in unusable if is_usable(question, answer)] == []
    for answer in (*usable, *unusable):
        assert kind_of(question).words(question, answer, PAGE, text) is not None


def test_an_answer_that_does_not_answer_is_said_to_be_so(text):
    said = [why_unusable(question, text) for question in (DIRECTION, SHARE, CHOICE, NUMBER)]
    assert said == ["wrong.direction", "wrong.percent", "wrong.choice", "wrong.number"]


@pytest.mark.parametrize("junk", [{}, {"e": 3}, {"e": {"m": "x"}}, {"e": {"m": {"broken": 5, "line": None}}}])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.kind)
def test_a_record_that_cannot_be_read_decides_nothing(question, junk):
    found = verdict(question, Answer("same", 0.8), junk, PAIR)
    assert (found.truth, found.right) == (None, False)


def ratio_of(ratio: float) -> dict[str, Summaries]:
    return pair(one(100), one(100 * ratio), ratio=one(ratio))


def difference_of(difference: float) -> dict[str, Summaries]:
    return pair(one(1), one(1 + difference), difference=one(difference))


MEANS = pair(one(0.5), one(0.5), difference={"median": 0.0, "mean": 0.2})
TANH_BESIDE_LINE = replace(DIRECTION, arm="tanh", against="line")
OTHERS = {**three(one(2), one(1), one(4)), "ratio tanh line": one(0.5), "ratio": one(2)}
SEEDS = as_plain(summarise([1.0, 1.0, 4.0]))
PLATEAU = {"word": "plateau", "share": 1.0}
HALF_OR_DOUBLE = Option("half", value=(0.4, 0.6)), Option("double", value=(1.9, 2.1))
HALVED = pair(one(4), one(2), ratio=one(0.5))
TRUTHS: list[tuple[Question, Mapping[str, Summaries], str | None]] = [
    # a direction: the median ratio, or the difference, and the margin
    (DIRECTION, ratio_of(1.10), "same"),
    (DIRECTION, ratio_of(0.90), "same"),
    (DIRECTION, ratio_of(1.11), "more"),
    (DIRECTION, ratio_of(0.5), "fewer"),
    (DIFFERENCE, difference_of(0.05), "same"),
    (DIFFERENCE, difference_of(-0.05), "same"),
    (DIFFERENCE, difference_of(0.06), "more"),
    (replace(DIFFERENCE, summary="mean"), MEANS, "more"),  # a lesson that tells means
    (DIFFERENCE, MEANS, "same"),
    (DIRECTION, pair(one(80), {}, ratio={}), "more"),  # never reaching it is more steps
    (DIRECTION, pair({}, one(80), ratio=one(0)), "fewer"),
    (DIRECTION, pair({}, {}, ratio=one(1)), "same"),
    (DIRECTION, pair(one(1), NAN, ratio=NAN), None),
    (TANH_BESIDE_LINE, OTHERS, "fewer"),  # other arms have a comparison of their own
    # a number: the median, another summary, or a comparison
    (NUMBER, {"broken": NEVER}, None),
    (NUMBER, {"broken": NAN}, None),
    (NUMBER, {"broken": PLATEAU}, None),
    (replace(NUMBER, summary="mean"), {"broken": SEEDS}, "2.0"),
    (replace(NUMBER, against="healthy"), pair(one(1), SEEDS, ratio=one(1.5)), "1.5"),
    # a choice: the first option whose regions hold every arm, or what is asked for in itself
    (CHOICE, pair(one(7), one(1)), "low"),
    (CHOICE, pair(one(7), one(5)), "high"),
    (CHOICE, pair(one(2), one(5)), None),
    (CHOICE, pair(one(7), NEVER), None),
    (Question("q", "choice", "e", "m", **SIDES, options=HALF_OR_DOUBLE), HALVED, "half"),
    (replace(CHOICE, options=HALF_OR_DOUBLE), HALVED, "double"),
    (SHAPE, {"broken": one(5)}, None),
    # which: a tie at the end that is asked for decides nothing
    (WHICH, three(one(1), one(2), one(3)), "relu"),
    (LEAST, three(one(1), one(2), one(3)), "line"),
    (WHICH, three(one(1), one(3), one(3.05)), None),
    (WHICH, three(NEVER, one(2), one(3)), "line"),  # an arm that never came there has the most steps
    (LEAST, three(NEVER, one(2), one(3)), "tanh"),
    (WHICH, three(NEVER, {}, one(3)), None),
    (LEAST, three(NEVER, {}, one(3)), "relu"),
    # an order: the least first, and none where two are within the margin
    (ORDER, three(one(3), one(1), one(2)), "tanh < relu < line"),
    (ORDER, three(one(3), one(1), one(1.1)), None),
    (ORDER, three(one(3), one(1), NEVER), "tanh < line < relu"),
    (ORDER, three(one(3), NEVER, NEVER), None),
    # a trend: the last arm beside the first
    (TREND, three(one(1), one(9), one(2)), "rises"),
    (TREND, three(one(1), one(9), one(1.05)), "flat"),
    (TREND, three(one(0), one(9), one(3)), "rises"),
    (TREND, three(one(0), one(9), one(0)), "flat"),
    (TREND, three(one(-1), one(9), one(-2)), "falls"),
    (TREND, three(one(1), one(2), NEVER), "rises"),  # to where it is never reached
    (TREND, three(NEVER, one(2), one(1)), "falls"),
    (TREND, three(NEVER, one(2), NEVER), "flat"),
    # an arm that is NaN or was not measured
    *((question, three(NAN, one(2), one(3)), None) for question in (WHICH, LEAST, ORDER, TREND)),
    *((question, {"tanh": one(2), "relu": one(3)}, None) for question in (WHICH, LEAST, ORDER, TREND)),
]


@pytest.mark.parametrize(("question", "arms", "truth"), TRUTHS)
def test_the_runs_decide(question, arms, truth):
    at = PAIR if "broken" in arms else THREE
    assert judged(question, "?", at, **arms).truth == truth
    assert truth is None or judged(question, truth, at, **arms).right


SHAPE_WORDS = as_plain(summarise(["(5, 23)", "(5, 23)", "(5, 8)"]))
MOSTLY_PLATEAU = as_plain(summarise(["plateau", "flat", "plateau"]))


@pytest.mark.parametrize(
    ("question", "answer", "arms", "right"),
    [
        (SHARE, "77 %", {"broken": one(0.77)}, True),
        (SHARE, "0.80", {"broken": one(0.77)}, True),
        (SHARE, "0,73", {"broken": one(0.77)}, True),
        (SHARE, "90%", {"broken": one(0.77)}, False),
        (NUMBER, "75", {"broken": one(75)}, True),
        (NUMBER, "0.75", {"broken": one(75)}, False),  # no percentage
        (SHAPE, "5x23", {"broken": SHAPE_WORDS}, True),
        (SHAPE, "23x5", {"broken": SHAPE_WORDS}, False),
        (CURVE, "plateau", {"broken": MOSTLY_PLATEAU}, True),
        (CURVE, "flat", {"broken": MOSTLY_PLATEAU}, False),
    ],
)
def test_an_answer_is_right_within_its_margin_however_it_is_typed(question, answer, arms, right):
    assert judged(question, answer, PAIR if "broken" in arms else THREE, **arms).right is right


@pytest.mark.parametrize(
    ("arms", "answer", "meant"),
    [
        (("2", "4", "8"), "3 2 1", ("8", "4", "2")),  # as the question numbers them
        (("2", "4", "8"), "321", ("8", "4", "2")),
        (("2", "4", "8"), "8 < 4 < 2", ("8", "4", "2")),
        (("2", "1", "3"), "2 1 3", ("2", "1", "3")),  # what can be names is names
        (("a wide one", "b"), "2 1", ("b", "a wide one")),
        (("a", "b", "c"), "1 b 3", ("a", "b", "c")),
        (("a", "b", "c"), "1 1 3", None),
        (("a", "b"), "", None),
    ],
)
def test_an_order_is_given_by_names_or_by_numbers(arms, answer, meant):
    order = replace(ORDER, arms=arms)
    assert kind_of(order).understood(order, answer) == meant


def worked(question: Question, answer: str, value: Summaries) -> Verdict:
    return verdict(question, Answer(answer, 0.8), {"worked": {"q": {"value": value}}}, experiment())


def test_a_calculation_decides_its_entries_within_their_margin_and_its_shapes():
    assert worked(ENTRY, "0,25", one(0.2541)).right
    assert not worked(ENTRY, "0.27", one(0.2541)).right
    assert worked(ENTRY, "0.25", NAN).truth is None
    assert worked(WORKED_SHAPE, "4x2", {"word": "(4, 2)", "share": 1.0}).right


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
def test_an_answer_is_said_back_in_words(question, answer, words, text):
    named = Prose("Title", {**PAGE.sections, "arm line": "line", "arm tanh": "tanh"})
    assert kind_of(question).words(question, answer, named, text) == words


def test_only_questions_with_a_few_answers_have_them_on_offer(text):
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
def test_confidence_begins_at_a_pure_guess(question, chance, text):
    assert chance_of(question) == chance
    levels = levels_of(replace(question, experiment="main"), text)
    assert list(levels.values()) == [chance, 0.75, 0.95]
    assert levels_of(replace(question, experiment=WORKED), text) == {}


@pytest.mark.parametrize(("within", "chance"), [(0.0, 0.01), (0.4, 0.5), (0.08, 0.16)])
def test_a_guess_is_worth_as_much_as_the_margin_is_wide_and_no_more_than_a_coin(within, chance):
    assert chance_of(Question("q", "number", "e", "m", within=within, percent=True)) == chance
