"""A number in the prose is computed again: one that is not measured, or cannot be, is caught with the reason."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lessons.check.claims import MEASURES as FUNCTIONS
from lessons.check.claims import check_claim
from lessons.check.evidence import measured, swept
from lessons.lesson import Claim, Lesson
from lessons.runs.measured import Measured
from lessons.vocabulary import MEASURES

Sweeps = dict[str, Measured]


def checked(lesson: Lesson, sweeps: Sweeps, measure: str, **given: Any) -> str:
    """What is wrong with a claim that measures this; what it says is in `equals`, `within` or `between`."""
    says = {key: given.pop(key) for key in ("equals", "within", "between") if key in given}
    return check_claim(Claim("c", measure, given, **says), lesson, sweeps)


def test_every_claim_about_the_lessons_own_runs_holds(lesson: Lesson, sweeps: Sweeps) -> None:
    own = [
        claim for claim in lesson.claims.values() if claim.arguments.get("experiment", "additive") in sweeps
    ]
    assert len(own) > 10
    assert [claim.name for claim in own if check_claim(claim, lesson, sweeps)] == []


def test_a_false_number_is_caught(lesson: Lesson, sweeps: Sweeps) -> None:
    assert checked(lesson, sweeps, "gelu", at=1.2, equals=1.0617, within=5e-5) == ""
    problem = checked(lesson, sweeps, "gelu", at=1.2, equals=1.0627, within=5e-5)
    assert problem == "says 1.0627 ± 5e-05; measured 1.0617."


def test_the_sources_own_claim_about_steps_is_caught(lesson: Lesson, sweeps: Sweeps) -> None:
    popular = replace(lesson.claims["steps_ratio"], between=(1.5, 2.0))
    assert "says 1.5 to 2; measured 0.9" in check_claim(popular, lesson, sweeps)


ADDITIVE = {"experiment": "additive", "metric": "interaction_gap"}
NEVER = {"experiment": "agreement", "metric": "steps_to_loss_0.1"}
TRUE: list[tuple[str, dict[str, Any]]] = [
    ("gelu_slope", {"at": 0.0, "equals": 0.5}),
    ("parameters", {"equals": 469}),
    ("parameters", {"experiment": "additive", "arm": "broken", "equals": 469}),
    ("constant", {"value": 3, "equals": 3}),
    ("setting", {"name": "predict.steps.same_within", "equals": 0.1}),
    ("setting", {"name": "experiment.additive.seeds", "equals": 32}),
    ("setting", {"name": "review.folded.within", "equals": 0}),
    ("median", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("median", {**ADDITIVE, "arm": "ratio", "of": "broken", "against": "healthy", "between": (0, 1e-9)}),
    ("mean", {**ADDITIVE, "arm": "healthy", "between": (0.5, 100)}),
    ("least", {**ADDITIVE, "arm": "difference", "between": (-100, -0.5)}),
    ("greatest", {**ADDITIVE, "arm": "broken", "between": (0, 1e-12)}),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [0.5, 100], "equals": 1}),
]
FALSE: list[tuple[str, dict[str, Any], str]] = [
    ("gelu", {"where": 1, "equals": 1}, "gelu does not take {'where': 1}: 'at'."),
    ("gelu", {"at": "here", "equals": 1}, "gelu does not take"),
    ("parameters", {"experiment": "additive", "arm": "ratio", "equals": 1}, "'ratio' is no arm."),
    ("parameters", {"experiment": "nowhere", "equals": 1}, "'nowhere'."),
    ("setting", {"name": "predict.stpes.same_within", "equals": 1}, "is no number of the lesson."),
    ("setting", {"name": "experiment.additive.names", "equals": 1}, "is no number of the lesson."),
    ("setting", {"name": "steps", "equals": 1}, "'steps' is no number of the lesson."),
    ("median", {"experiment": "additive", "arm": "broken", "equals": 1}, "'metric'."),
    ("median", {**ADDITIVE, "arm": "worse", "equals": 1}, "'worse' is no arm."),
    ("median", {"experiment": "additive", "metric": "curve", "arm": "broken", "equals": 1}, "gives words."),
    ("least", {**NEVER, "arm": "broken", "equals": 1}, "has no value."),
    ("share", {**ADDITIVE, "arm": "healthy", "where": [1], "equals": 1}, "does not take"),
    ("slope", {**ADDITIVE, "equals": 1}, "does not take"),
    ("entry", {"of": "W", "at": [0], "equals": 1}, "the lesson has no [worked] calculation."),
]  # fmt: skip


def test_every_measure_of_the_vocabulary_has_its_function() -> None:
    assert set(FUNCTIONS) == set(MEASURES)


@pytest.mark.parametrize(("measure", "given"), TRUE)
def test_a_claim_that_is_true_holds(
    lesson: Lesson, sweeps: Sweeps, measure: str, given: dict[str, Any]
) -> None:
    assert checked(lesson, sweeps, measure, **given) == ""


@pytest.mark.parametrize(("measure", "given", "problem"), FALSE)
def test_a_claim_that_cannot_be_measured_is_told_why(
    lesson: Lesson, sweeps: Sweeps, measure: str, given: dict[str, Any], problem: str
) -> None:
    assert problem in checked(lesson, sweeps, measure, **given)


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
    assert checked(varied, sweeps, "slope", **given, between=(0.4, 0.6)) == ""
    assert "says 1 to 2; measured 0." in checked(varied, sweeps, "slope", **given, between=(1, 2))
