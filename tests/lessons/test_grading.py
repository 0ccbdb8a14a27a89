"""The runs decide who was right."""

import pytest

from lessons.grading import Record, as_number, as_shape, grade, why_unusable
from lessons.schema import Choice, Question


def record(**sides: dict[str, object]) -> Record:
    return {"e": {"m": sides}}


def band(median: float) -> dict[str, object]:
    return {"median": median, "p5": median, "p95": median}


DIRECTION = Question("q", "direction", "e", "m", same_within=0.10)
NUMBER = Question("q", "number", "e", "m", within=0.05, percent=True)
CHOICE = Question(
    "q",
    "choice",
    "e",
    "m",
    options=(Choice("low", broken=(0, 1)), Choice("high", healthy=(5, 9), broken=(1, 9))),
)


@pytest.mark.parametrize(
    ("ratio", "truth"), [(0.93, "same"), (1.10, "same"), (0.90, "same"), (1.11, "more"), (0.5, "fewer")]
)
def test_a_direction_is_decided_by_the_median_ratio_and_the_margin(ratio: float, truth: str) -> None:
    found = record(healthy=band(100), broken=band(100 * ratio), ratio=band(ratio))
    assert grade(DIRECTION, truth, found).right
    assert grade(DIRECTION, "more", found).truth == truth


def test_never_reaching_it_is_more_steps() -> None:
    found = record(healthy=band(80), broken={}, ratio={})
    assert grade(DIRECTION, "more", found).right


def test_what_no_run_decided_makes_nobody_right() -> None:
    assert grade(DIRECTION, "same", {}).truth is None
    assert not grade(DIRECTION, "same", {}).right
    assert grade(NUMBER, "0.5", {}).truth is None


@pytest.mark.parametrize(("said", "right"), [("77 %", True), ("0.80", True), ("0,73", True), ("90%", False)])
def test_a_number_is_right_within_its_margin(said: str, right: bool) -> None:
    assert grade(NUMBER, said, record(broken=band(0.77))).right is right


def test_a_choice_is_the_option_whose_regions_hold_both_medians() -> None:
    assert grade(CHOICE, "low", record(healthy=band(7), broken=band(0.5))).right
    assert grade(CHOICE, "high", record(healthy=band(7), broken=band(5))).right
    assert grade(CHOICE, "high", record(healthy=band(2), broken=band(5))).truth is None


def test_a_shape_is_right_however_it_is_written() -> None:
    question = Question("q", "shape", "e", "m")
    found = record(broken={"word": "(5, 23)", "share": 1.0})
    for said in ("(5, 23)", "5x23", "5 × 23", "5,23"):
        assert grade(question, said, found).right
    assert not grade(question, "23x5", found).right


@pytest.mark.parametrize("text", ["", "abc", "1e999", "nan", "5 6", "--3"])
def test_nonsense_is_not_a_number(text: str) -> None:
    assert as_number(text) is None


@pytest.mark.parametrize("text", ["", "x", "5xx", "0x3", "-1x2", "a,b"])
def test_nonsense_is_not_a_shape(text: str) -> None:
    assert as_shape(text) in (None, (5,))
    assert as_shape(text) is None or text == "5xx"


def test_an_answer_that_does_not_answer_is_said_to_be_so() -> None:
    assert why_unusable(DIRECTION, "sideways") == "direction"
    assert why_unusable(NUMBER, "300 %") == "percent"
    assert why_unusable(CHOICE, "middle") == "choice"
    assert why_unusable(NUMBER, "30 %") is None
