"""Ticks are round, few and on their axis; places follow the axis, linear or logarithmic."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.pictures import Axis
from tutor.plots.scale import Scale, sound, ticks
from tutor.plots.values import label


@pytest.mark.parametrize(
    ("low", "high", "most", "names"),
    [
        (0, 400, 5, ["0", "100", "200", "300", "400"]),
        (0, 1, 6, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (-3, 3, 7, ["-3", "-2", "-1", "0", "1", "2", "3"]),
        (-1.35, 2.54, 5, ["-1", "0", "1", "2"]),
        (0.9991, 0.9999, 4, ["0.9995"]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, most: int, names: list[str]) -> None:
    assert [label(tick) for tick in ticks(Axis("", low, high), most)] == names


def test_a_log_axis_names_powers_of_ten_and_leaves_out_some_where_there_are_many() -> None:
    assert [label(tick) for tick in ticks(Axis("loss", 5e-4, 3, log=True), 5)] == [
        "0.001",
        "0.01",
        "0.1",
        "1",
    ]
    assert [label(tick) for tick in ticks(Axis("", 1e-8, 1e15, log=True), 4)] == ["1e-6", "1", "1e6", "1e12"]


def test_a_short_log_axis_names_values_between_powers_of_ten() -> None:
    assert [label(tick) for tick in ticks(Axis("width", 16, 80, log=True), 5)] == ["20", "50"]


def test_equal_ratios_are_equally_far_apart_on_a_log_axis() -> None:
    scale = Scale(Axis("", 0.01, 100, log=True), 0, 40)
    assert [round(scale.place(value)) for value in (0.01, 0.1, 1, 10, 100)] == [0, 10, 20, 30, 40]


def test_what_has_no_logarithm_lies_below_a_log_axis() -> None:
    scale = Scale(Axis("", 0.01, 1, log=True), 40, 0)
    assert scale.place(0) > 40
    assert scale.place(-1) > 40
    assert scale.held(-1) == 40


@given(some.floats(allow_nan=True), some.floats(allow_nan=True), some.booleans(), some.integers(1, 20))
def test_any_axis_has_ticks_on_it_and_not_too_many(low: float, high: float, log: bool, most: int) -> None:
    axis = sound(Axis("", low, high, log))
    values = ticks(Axis("", low, high, log), most)
    room = 1e-9 * max(abs(axis.low), abs(axis.high))
    assert 1 <= len(values) <= 2 * most + 6
    assert all(axis.low - room <= value <= axis.high + room for value in values)


@given(some.floats(), some.floats(), some.booleans(), some.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_value_has_a_finite_place(low: float, high: float, log: bool, value: float) -> None:
    assert math.isfinite(Scale(Axis("", low, high, log), 0, 100).place(value))
