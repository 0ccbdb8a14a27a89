"""A number in the prose is computed again: one that is not measured, or cannot be, is caught with the reason."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lessons.check.claims.measures import EXACT, OVER_SEEDS, comes_from
from lessons.check.claims.proofs import judged
from lessons.check.evidence import measured, swept
from lessons.lesson import Claim, Lesson
from lessons.runs.measured import Measured
from lessons.vocabulary import MEASURES
from tests.lessons.check.known import Known

Sweeps = dict[str, Measured]


def problem(claim: Claim, lesson: Lesson, sweeps: Sweeps) -> str:
    return judged(claim, lesson, Known(sweeps)).problem  # type: ignore[arg-type]


def checked(lesson: Lesson, sweeps: Sweeps, measure: str, **given: Any) -> str:
    """What is wrong with a claim that measures this; what it says is in `equals`, `within` or `between`."""
    says = {key: given.pop(key) for key in ("equals", "within", "between") if key in given}
    return problem(Claim("c", measure, given, **says), lesson, sweeps)


def test_every_claim_about_the_lessons_own_runs_holds(lesson: Lesson, sweeps: Sweeps) -> None:
    own = [
        claim for claim in lesson.claims.values() if claim.arguments.get("experiment", "additive") in sweeps
    ]
    assert len(own) > 10
    assert [claim.name for claim in own if problem(claim, lesson, sweeps)] == []


def test_a_false_number_is_caught(lesson: Lesson, sweeps: Sweeps) -> None:
    assert checked(lesson, sweeps, "gelu", at=1.2, equals=1.0617, within=5e-5) == ""
    said = checked(lesson, sweeps, "gelu", at=1.2, equals=1.0627, within=5e-5)
    assert said == "says 1.0627 ± 5e-05; measured 1.0617."


def test_the_sources_own_claim_about_steps_is_caught(lesson: Lesson, sweeps: Sweeps) -> None:
    popular = replace(lesson.claims["steps_ratio"], between=(1.5, 2.0))
    assert "says 1.5 to 2; measured 0.9" in problem(popular, lesson, sweeps)


ADDITIVE = {"experiment": "additive", "metric": "interaction_gap"}
NEVER = {"experiment": "agreement", "metric": "steps_to_loss_0.1"}
TRUE: list[tuple[str, dict[str, Any]]] = [
    ("gelu_slope", {"at": 0.0, "equals": 0.5}),
    ("largest_exponent", {"dtype": "float64", "equals": 709}),
    ("largest_exponent", {"dtype": "float32", "equals": 88}),
    ("parameters", {"equals": 469}),
    ("parameters", {"experiment": "additive", "arm": "broken", "equals": 469}),
    ("constant", {"value": 300, "equals": 300}),
    ("constant", {"value": 25, "equals": 25}),
    ("setting", {"name": "predict.steps.same_within", "equals": 0.1}),
    ("setting", {"name": "predict.steps.same_within", "times": 100, "equals": 10}),
    ("setting", {"name": "experiment.additive.seeds", "equals": 32}),
    ("setting", {"name": "experiment.additive.optimizer.lr", "equals": 0.01}),
    ("setting", {"name": "experiment.eight-wide.arm.broken.model.hidden", "equals": 8}),
    ("setting", {"name": "review.folded.within", "equals": 0}),
    ("median", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("median", {**ADDITIVE, "arm": "ratio", "of": "broken", "against": "healthy", "between": (0, 1e-9)}),
    ("mean", {**ADDITIVE, "arm": "healthy", "between": (4, 5)}),
    ("least", {**ADDITIVE, "arm": "difference", "between": (-8, -6)}),
    ("greatest", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [0.5, 100], "equals": 1}),
    ("share", {**NEVER, "arm": "broken", "where": [0, 299], "equals": 0}),
]
FALSE: list[tuple[str, dict[str, Any], str]] = [
    ("gelu", {"where": 1, "equals": 1}, "gelu does not take {'where': 1}: 'at'."),
    ("gelu", {"at": "here", "equals": 1}, "gelu does not take"),
    ("largest_exponent", {"dtype": "float", "equals": 1}, "should be float32 or float64"),
    ("parameters", {"experiment": "additive", "arm": "ratio", "equals": 1}, "'ratio' is no arm."),
    ("parameters", {"experiment": "nowhere", "equals": 1}, "'nowhere'."),
    ("constant", {"value": 7, "equals": 7}, "7 is no number that the lesson sets or measures"),
    ("constant", {"value": 0, "equals": 0}, "0 is no number that the lesson sets or measures"),
    ("setting", {"name": "predict.stpes.same_within", "equals": 1}, "Did you mean predict.steps.same_within"),
    ("setting", {"name": "experiment.additive.names", "equals": 1}, "is no number of the lesson."),
    ("setting", {"name": "predict.steps.same_within", "times": 7.7, "equals": 0.77}, "would make any number of it"),
    ("setting", {"name": "steps", "equals": 1}, "'steps' is no number of the lesson."),
    ("median", {"experiment": "additive", "arm": "broken", "equals": 1}, "'metric'."),
    ("median", {**ADDITIVE, "arm": "worse", "equals": 1}, "'worse' is no arm."),
    ("median", {"experiment": "additive", "metric": "curve", "arm": "broken", "equals": 1}, "gives words."),
    ("median", {"experiment": "additive", "metric": "solved", "arm": "broken", "equals": 1}, "not measured"),
    ("median", {**ADDITIVE, "arm": "ratio", "of": "broken", "equals": 1}, "of and against belong together."),
    ("median", {**ADDITIVE, "of": "broken", "against": "healthy", "equals": 1}, "are compared by arm = "),
    ("least", {**NEVER, "arm": "broken", "equals": 1}, "has no value."),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [1], "equals": 1}, "does not take"),
    ("slope", {**ADDITIVE, "equals": 1}, "does not take"),
    ("entry", {"of": "W", "at": [0], "equals": 1}, "the lesson has no [worked] calculation."),
]  # fmt: skip


def test_every_measure_of_the_vocabulary_has_its_function() -> None:
    assert {*EXACT, *OVER_SEEDS} == set(MEASURES)


@pytest.mark.parametrize(("expression", "comes"), [("x", True), ("np.exp(1)", True), ("2 + 1", False)])
def test_a_value_is_of_the_calculation_or_of_a_function_and_no_number_written_down(
    expression: str, comes: bool
) -> None:
    assert comes_from(expression, {"x"}) is comes


@pytest.mark.parametrize(("measure", "given"), TRUE)
def test_a_claim_that_is_true_holds(
    lesson: Lesson, sweeps: Sweeps, measure: str, given: dict[str, Any]
) -> None:
    assert checked(lesson, sweeps, measure, **given) == ""


@pytest.mark.parametrize(("measure", "given", "said"), FALSE)
def test_a_claim_that_cannot_be_measured_is_told_why(
    lesson: Lesson, sweeps: Sweeps, measure: str, given: dict[str, Any], said: str
) -> None:
    assert said in checked(lesson, sweeps, measure, **given)


def test_a_constant_that_repeats_a_setting_is_told_which(lesson: Lesson, sweeps: Sweeps) -> None:
    claim = Claim("c", "constant", {"value": 10.0}, equals=10.0)
    found = judged(claim, lesson, Known(sweeps))  # type: ignore[arg-type]
    assert "10 repeats predict.steps.same_within without naming it" in found.advice


def test_what_was_measured_stands_beside_what_holds(lesson: Lesson, sweeps: Sweeps) -> None:
    found = judged(lesson.claims["steps_ratio"], lesson, Known(sweeps))  # type: ignore[arg-type]
    assert found.shown == "0.925 in [0.9083, 0.9551] over resamples; held back 0.925"


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


def test_a_slope_is_taken_over_what_is_varied(loaded: Callable[..., Lesson]) -> None:
    varied = loaded(WIDTHS)
    sweeps = {name: measured(each, (0, 1), swept(each, (0, 1))) for name, each in varied.experiments.items()}
    given = {"experiment": "widths", "metric": "weight_norm:fc1.weight"}
    assert checked(varied, sweeps, "slope", **given, between=(0.45, 0.52)) == ""
    assert "says 1 to 2; measured 0." in checked(varied, sweeps, "slope", **given, between=(1, 2))


CLAIM = '[claims]\nnorm = { measure = "median", experiment = "widths", metric = "weight_norm:fc1.weight", '


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ('amr = "4", between = [1, 2] }', "unknown key 'amr'. Did you mean arm"),
        ('where = [0, 1], between = [1, 2] }', "unknown key 'where'"),
        ("arm = 4, between = [1, 2] }", "arm = 4 should be text"),
    ],
)  # fmt: skip
def test_an_argument_that_a_measure_does_not_take_does_not_load(
    loaded: Callable[..., Lesson], rest: str, said: str
) -> None:
    with pytest.raises(Exception, match=r"\[claims\].*norm") as caught:
        loaded(WIDTHS + CLAIM + rest)
    assert said in str(caught.value)
