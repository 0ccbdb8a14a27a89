"""A claim says no less than was measured: how wide it may be, and what is suggested in its place."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.check.claims.bounds import too_exact, too_wide_for_exact, unit_of
from lessons.check.claims.proofs import Finding, judged
from lessons.check.claims.suggestions import down
from lessons.lesson import Claim
from lessons.summaries import Value
from tests.lessons.check.known import METRIC, Known, a_lesson, measured

SHARES = [0.71, 0.73, 0.73, 0.75, 0.75, 0.75, 0.77, 0.77, 0.79, 0.79, 0.81, 0.81]
STEPS: list[Value] = [48, 49, 49, 50, 50, 51, 52, 55]


def finding(
    values: Sequence[Value],
    claim: Claim,
    others: Sequence[Value] = (),
    metric: str = METRIC,
) -> Finding:
    """What there is to say about a claim, where its seeds gave these values, and other seeds those."""
    own, other = (measured({"a": each}, metric) for each in (values, others or values))
    about = {"experiment": "e", "metric": metric, "arm": "a", **claim.arguments}
    return judged(replace(claim, arguments=about), a_lesson(), Known({"e": own}, {"e": other}))  # type: ignore[arg-type]


def claim(measure: str = "median", **says: Any) -> Claim:
    return Claim("c", measure, says.pop("arguments", {}), **says)


@pytest.mark.parametrize(
    ("measure", "between"),
    [
        ("median", (0.73, 0.79)),
        ("median", (0.7, 0.84)),
        ("mean", (0.72, 0.8)),
        ("least", (0.7, 0.72)),
        ("least", (0.6, 0.75)),
        ("greatest", (0.75, 0.85)),
    ],
)
def test_a_claim_may_be_as_wide_as_its_seeds_let_it(measure: str, between: tuple[float, float]) -> None:
    assert finding(SHARES, claim(measure, between=between), metric="train_accuracy").problem == ""


@pytest.mark.parametrize("measure", ["median", "mean", "least", "greatest"])
@pytest.mark.parametrize("between", [(0.3, 0.95), (0.0, 0.9), (0.2, 1.0)])
def test_a_claim_that_is_wider_is_told_how_wide_it_may_be(measure: str, between: tuple[float, float]) -> None:
    found = finding(SHARES, claim(measure, between=between), metric="train_accuracy")
    assert re.search(
        r"wide; measured 0\.\d+, and .* over resamples .* expected no wider than 0\.", found.problem
    )
    assert found.mend.startswith("between = [0.")


def test_what_is_all_there_is_says_nothing() -> None:
    share = {"metric": "train_accuracy"}
    assert "cannot be anything but" in finding(SHARES, claim(between=(0, 1)), **share).problem
    assert "cannot be anything but" in finding(SHARES, claim(equals=0.75, within=0.75), **share).problem
    assert "cannot be anything but" in finding([0.0, 1.0], claim(between=(0, 1)), **share).problem


def test_a_thousand_million_is_too_wide_whatever_was_measured() -> None:
    for values in ([0.1, 0.2, 0.3], [0.0, 0.0], [1e-9, 2e-9], [5.0], [1e3, 1e6]):
        for measure in ("median", "mean", "least", "greatest"):
            assert finding(values, claim(measure, between=(0, 1e9))).problem


def test_zero_but_for_rounding_may_be_said_so() -> None:
    tiny = [3e-15, 5e-15, 7e-15]
    assert finding(tiny, claim("greatest", between=(0, 1e-12))).problem == ""
    assert finding(tiny, claim("greatest", between=(0, 1e-6))).problem == ""
    assert finding(tiny, claim("greatest", between=(0, 0.5))).problem != ""


def test_beside_the_end_of_what_it_can_be_there_is_a_little_room() -> None:
    right = [1.0] * 8
    for between in ((0.99, 1), (0.9, 1)):
        assert finding(right, claim("least", between=between), metric="train_accuracy").problem == ""
    assert finding(right, claim("least", between=(0.8, 1)), metric="train_accuracy").problem == ""  # ± 10 %
    assert finding(right, claim("least", between=(0.5, 1)), metric="train_accuracy").problem != ""
    assert finding([0.02] * 8, claim("greatest", between=(0, 0.1))).problem == ""
    assert finding([0.02] * 8, claim("greatest", between=(0, 0.5))).problem != ""


def test_one_row_or_one_step_more_is_no_lie() -> None:
    assert finding(STEPS, claim(equals=50, within=2), metric="steps_to_loss_0.1").problem == ""
    assert finding([3.0] * 5, claim(between=(2, 4)), metric="rank_w2w1").problem == ""
    assert finding([0.25, 0.25, 0.5], claim(between=(0.1, 0.3)), metric="val_accuracy").problem == ""


def test_a_last_digit_may_be_off_by_one_where_there_are_two() -> None:
    assert finding([0.0115] * 4, claim(equals=0.012, within=0.001)).problem == ""
    assert finding([0.5] * 4, claim(equals=1, within=1)).problem != ""


def test_one_seed_is_measured_by_what_others_spread_over() -> None:
    others = [0.5, 0.6, 0.7, 0.8]
    assert finding([0.65], claim(between=(0.6, 0.7)), others).problem == ""
    assert finding([5.0], claim(between=(4.9, 5.1)), others).problem.startswith(
        "says 4.9 to 5.1, and holds on its own"
    )


def test_a_claim_that_is_true_of_its_own_seeds_only_is_found() -> None:
    others = [0.5 + 0.01 * number for number in range(32)]
    lucky = [0.9, 0.91, 0.92, 0.9, 0.91, 0.92, 0.9, 0.91]
    assert (
        "holds on its own seeds only: 0.91 there, 0.655 on others"
        in finding(lucky, claim(between=(0.88, 0.93)), others).problem
    )
    said = finding(lucky, claim("least", between=(0.88, 0.93)), others).problem
    assert said == "holds on its own seeds only: of 32 others, 32 are below 0.88."


def test_an_extreme_may_be_passed_by_a_few_other_seeds() -> None:
    own = [0.02 * number for number in range(32)]
    beyond = [*own[:28], 0.9, 0.9, 0.9, 0.9]
    assert finding(own, claim("greatest", between=(0.6, 0.65)), beyond).problem == ""
    assert (
        "of 32 others, 12 are above"
        in finding(own, claim("greatest", between=(0.6, 0.65)), own[:20] + [0.9] * 12).problem
    )


def test_digits_that_a_margin_does_not_keep_to_are_a_pretence() -> None:
    assert too_exact(claim(equals=0.7719, within=0.03)) == (
        "prints 0.7719, but holds for anything within 0.03: too many digits."
    )
    assert too_exact(claim(equals=0.77, within=0.03)) == ""
    assert too_exact(claim(equals=0.995, within=0.01)) == ""


def test_what_is_known_exactly_is_said_exactly() -> None:
    assert too_wide_for_exact(claim("gelu", equals=1.0617, within=5e-5), 1.06170277) == ""
    assert too_wide_for_exact(claim("gelu", equals=1.06, within=0.01), 1.0617) == ""
    assert too_wide_for_exact(claim("gelu", equals=1.0617, within=0.1), 1.0617) != ""
    assert too_wide_for_exact(claim("parameters", equals=469, within=50), 469) != ""
    assert too_wide_for_exact(claim("gelu_slope", between=(0, 0.01)), 0.001) == ""
    assert too_wide_for_exact(claim("entry", between=(0.1, 1)), 0.196) != ""
    assert too_wide_for_exact(claim("entry", between=(0, 1e-9)), 2e-17) == ""


def test_the_last_digit_is_the_authors() -> None:
    assert [unit_of(each) for each in (0.913, 0.75, 49.0, 1e-3, 100.0)] == [0.001, 0.01, 1, 0.001, 1]
    assert [down(each, 2) for each in (0.7291, 90.2, -0.0815, 0.0)] == [0.72, 90, -0.082, 0]


# ---- what is suggested -----------------------------------------------------

NUMBERS = st.floats(-1e4, 1e4).filter(lambda value: value == 0 or abs(value) > 1e-5)
SAYS = st.sampled_from([{"between": (-1e6, 1e6)}, {"equals": 1.0, "within": 1e6}])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(NUMBERS, min_size=1, max_size=12),
    st.sampled_from(["median", "mean", "least", "greatest"]),
    SAYS,
)
def test_what_is_suggested_holds(values: list[float], measure: str, says: dict[str, Any]) -> None:
    said = finding(values, claim(measure, **says), metric="layer_mean")
    if not said.problem:
        return
    mended: dict[str, Any] = {}
    exec(said.mend.replace(", within", "; within"), {}, mended)
    if "between" in mended:
        mended["between"] = tuple(mended["between"])
    assert finding(values, claim(measure, **mended), metric="layer_mean").problem == "", said.mend


def test_what_is_suggested_is_the_line_to_paste(tmp_path: Path) -> None:
    line = 'c = { measure = "median", experiment = "e", equals = 3, within = 3, show = "percent" }'
    (tmp_path / "lesson.toml").write_text(f"[claims]\n{line}  # why\n", encoding="utf-8")
    own = measured({"a": np.linspace(2.9, 3.1, 9).tolist()})
    wide = Claim("c", "median", {"experiment": "e", "metric": METRIC}, equals=3.0, within=3.0, percent=True)
    found = judged(wide, replace(a_lesson(), folder=tmp_path), Known({"e": own}))  # type: ignore[arg-type]
    assert found.mend == line.replace("equals = 3, within = 3,", "equals = 3, within = 0.08,")
