"""A number in the prose is computed again: one that is not measured, or cannot be, is caught with the reason."""

from dataclasses import replace
from typing import Any

import pytest

from lessons.check.claims import judged, other_digits
from lessons.check.printed_claims import use_of
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import Lesson
from lessons.runs.experiment import Measured
from tests.lessons.check.known import METRIC, Known, a_lesson
from tests.lessons.check.known import measured as seeds_of

Sweeps = dict[str, Measured]


def problem(claim: Claim, lesson: Lesson, sweeps: Sweeps) -> str:
    return judged(claim, lesson, Known(sweeps))[0]  # type: ignore[arg-type]


def checked(lesson: Lesson, sweeps: Sweeps, measure: str, **given: Any) -> str:
    """Return the problem with a claim that measures this; what it says is in `equals`, `within` or `between`."""
    says = {key: given.pop(key) for key in ("equals", "within", "between") if key in given}
    return problem(Claim("c", measure, given, **says), lesson, sweeps)


def test_a_false_number_is_caught(lesson, sweeps):
    assert checked(lesson, sweeps, "gelu", at=1.2, equals=1.0617, within=5e-5) == ""
    said = checked(lesson, sweeps, "gelu", at=1.2, equals=1.0627, within=5e-5)
    assert said == "says 1.0627 ± 5e-05; measured 1.0617."
    popular = replace(lesson.claims["steps_ratio"], between=(1.5, 2.0))
    assert "says 1.5 to 2; measured 0.9" in problem(popular, lesson, sweeps)


ADDITIVE = {"experiment": "additive", "metric": "interaction_gap"}
NEVER = {"experiment": "agreement", "metric": "steps_to_loss_0.1"}
TRUE: list[tuple[str, dict[str, Any]]] = [
    ("gelu_slope", {"at": 0.0, "equals": 0.5}),
    ("largest_exponent", {"dtype": "float32", "equals": 88}),
    ("parameters", {"equals": 469}),
    ("parameters", {"experiment": "additive", "arm": "broken", "equals": 469}),
    ("setting", {"name": "predict.steps.same_within", "equals": 0.1}),
    ("setting", {"name": "predict.steps.same_within", "times": 100, "equals": 10}),
    ("setting", {"name": "experiment.eight-wide.arm.broken.model.hidden", "equals": 8}),
    ("median", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("median", {**ADDITIVE, "arm": "ratio", "of": "broken", "against": "healthy", "between": (0, 1e-9)}),
    ("mean", {**ADDITIVE, "arm": "healthy", "between": (4, 5)}),
    ("least", {**ADDITIVE, "arm": "difference", "between": (-8, -6)}),
    ("greatest", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [0.5, 100], "equals": 1}),
    ("share", {**NEVER, "arm": "broken", "where": [0, 299], "equals": 0}),
]
FALSE: list[tuple[str, dict[str, Any], str]] = [
    ("gelu", {"where": 1, "equals": 1}, "gelu does not take where = 1: there is no at."),
    ("gelu", {"at": "here", "equals": 1}, "gelu does not take"),
    ("largest_exponent", {"dtype": "float", "equals": 1}, "should be float32 or float64"),
    ("parameters", {"experiment": "additive", "arm": "ratio", "equals": 1}, "'ratio' is no arm."),
    ("parameters", {"experiment": "nowhere", "equals": 1}, "there is no nowhere."),
    ("setting", {"name": "predict.stpes.same_within", "equals": 1}, "Did you mean predict.steps.same_within"),
    ("setting", {"name": "predict.steps.same_within", "times": 7.7, "equals": 0.77}, "would make any number of it"),
    ("setting", {"name": "steps", "equals": 1}, "'steps' is no number of the lesson."),
    ("median", {"experiment": "additive", "arm": "broken", "equals": 1}, "there is no metric."),
    ("median", {**ADDITIVE, "arm": "worse", "equals": 1}, "'worse' is no arm."),
    ("median", {"experiment": "additive", "metric": "curve", "arm": "broken", "equals": 1}, "gives words."),
    ("median", {"experiment": "additive", "metric": "solved", "arm": "broken", "equals": 1}, "not measured"),
    ("median", {**ADDITIVE, "arm": "ratio", "of": "broken", "equals": 1}, "of and against belong together."),
    ("median", {**ADDITIVE, "of": "broken", "against": "healthy", "equals": 1}, "are compared by arm = "),
    ("least", {**NEVER, "arm": "broken", "equals": 1}, "has no value."),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [1], "equals": 1}, "does not take"),
    ("entry", {"of": "W", "at": [0], "equals": 1}, "the lesson has no [worked] calculation."),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "given", "said"), [*((*each, "") for each in TRUE), *FALSE])
def test_a_claim_that_is_true_holds_and_one_that_cannot_be_measured_is_told_why(lesson, sweeps, measure, given, said):
    found = checked(lesson, sweeps, measure, **given)
    assert (said in found) if said else found == ""


WIDTHS = """
[experiment.widths]
task = "xor"
model = { name = "MLP", sizes = [2, 4, 2] }
steps = 0
seeds = 2
metrics = ["weight_norm:fc1.weight"]
[experiment.widths.vary]
"model.hidden" = [4, 16, 64]
"""


CLAIM = '[## why]\nnorm = { measure = "median", experiment = "widths", metric = "weight_norm:fc1.weight", '


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ('amr = "4", between = [1, 2] }', "unknown key 'amr'. Did you mean arm"),
        ('where = [0, 1], between = [1, 2] }', "unknown key 'where'"),
        ("arm = 4, between = [1, 2] }", "arm = 4 should be text"),
    ],
)  # fmt: skip
def test_an_argument_that_a_measure_does_not_take_does_not_load(loaded, rest, said):
    with pytest.raises(Exception, match=r"norm") as caught:
        loaded(WIDTHS + CLAIM + rest)
    assert said in str(caught.value)


EVEN = [1.0, 1.1] * 8


@pytest.mark.parametrize(
    ("measure", "says", "held_back", "said"),
    [
        ("median", {"equals": 1.05, "within": 0.05}, EVEN, ""),
        ("median", {"equals": 1.05, "within": 0.05}, [1.6, 1.7] * 8, "holds on its own seeds only: 1.05 there, 1.65 on others."),
        ("median", {"equals": 1.05, "within": 0.05}, [1.0, float("inf"), float("inf")] * 5 + [1.1], "and no number on others"),
        ("mean", {"equals": 1.05, "within": 0.02}, EVEN, ""),
        ("mean", {"equals": 1.05, "within": 0.01}, EVEN, "says 1.04 to 1.06, which holds on 57% of the resamples of its seeds"),
        ("median", {"between": (0, 5)}, EVEN, "is 5 wide; measured 1.05"),
        ("least", {"between": (0.95, 1.0)}, EVEN, ""),
        ("least", {"between": (0.95, 1.0)}, [0.5, 1.0] * 8, "of 16 others, 8 are below 0.95."),
        ("greatest", {"between": (1.1, 1.2)}, [1.0, 1.3] * 8, "of 16 others, 8 are above 1.2."),
        ("greatest", {"equals": 1.1}, [1.0, 1.1 + 1e-9] * 8, ""),
    ],
)  # fmt: skip
def test_a_claim_holds_on_other_seeds_too_and_is_as_wide_as_chance_makes_it(measure, says, held_back, said):
    claim = Claim("c", measure, {"experiment": "e", "metric": METRIC, "arm": "broken"}, **says)
    sweeps = ({"e": seeds_of({"broken": values})} for values in (EVEN, held_back))
    problem = judged(claim, a_lesson(), Known(*sweeps))[0]
    assert (said in problem) if said else problem == ""


def test_a_page_that_prints_other_digits_than_its_runs_give_is_told():
    claim = Claim("c", "median", {}, equals=0.59, within=0.1, percent=True)
    assert not other_digits(claim, 0.594)
    assert "where the runs give 60.4" in other_digits(claim, 0.604)


@pytest.mark.parametrize(
    ("printed", "unused", "advice"), [(True, "", False), (False, "of the drawing", False), (False, "", True)]
)
def test_a_claim_that_no_page_prints_is_told_unless_it_says_why(printed, unused, advice):
    proof = use_of(a_lesson(), Claim("c", "median", {}, equals=1.0, unused=unused), printed)
    assert (proof.holds, bool(proof.advice)) == (True, advice)
