"""A lesson that claims what its own experiment does not show cannot ship."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.load import load_lesson
from lessons.measured import Measured
from lessons.schema import Claim, Lesson
from lessons.verify import check_claim, check_sibling, prove, sweeps_of


@pytest.fixture(scope="module")
def sweeps(lesson: Lesson) -> dict[str, Measured]:
    return sweeps_of(lesson)


def test_break_00_proves_everything_it_says(lesson: Lesson, sweeps: dict[str, Measured]) -> None:
    assert [proof for proof in prove(lesson, sweeps) if not proof.holds] == []


def test_a_false_number_is_caught(
    spoiled: Callable[[str, str, str], Path], sweeps: dict[str, Measured]
) -> None:
    lying = load_lesson(spoiled("lesson.toml", "equals = 1.0617", "equals = 1.0627"))
    failed = [proof for proof in prove(lying, sweeps) if not proof.holds]
    assert [proof.what for proof in failed] == ["claim gelu_at_1_2"]
    assert "measured 1.0617" in failed[0].problem


def test_the_sources_own_claim_about_steps_is_caught(lesson: Lesson, sweeps: dict[str, Measured]) -> None:
    popular = replace(lesson.claims["steps_ratio"], between=(1.5, 2.0))
    assert "measured 0.9" in check_claim(popular, sweeps)


def test_an_unknown_measure_is_named(sweeps: dict[str, Measured]) -> None:
    assert "no measure called 'os.system'" in check_claim(Claim("c", "os.system", {}, equals=1), sweeps)


def test_wrong_arguments_are_named(sweeps: dict[str, Measured]) -> None:
    assert "does not take" in check_claim(Claim("c", "gelu", {"where": 1}, equals=1), sweeps)


def test_a_break_that_changes_nothing_is_caught(lesson: Lesson, sweeps: dict[str, Measured]) -> None:
    harmless = replace(lesson, broken=replace(lesson.broken, after="return (x.gelu())"))
    failed = [proof.what for proof in prove(harmless, sweeps) if not proof.holds]
    assert failed == ["the break fails"]


def test_a_review_whose_truth_depends_on_the_seeds_is_caught(lesson: Lesson) -> None:
    sibling = lesson.sibling("straight-tanh")
    assert sibling is not None
    picky = replace(sibling, question=replace(sibling.question, within=1e-6))
    assert "depends on the seeds" in check_sibling(picky, sweeps_of(lesson)[sibling.id])
