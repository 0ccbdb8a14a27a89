"""Numbers, shares and shapes are read as people type them; nonsense is not."""

import pytest

from lessons.questions.typed import as_number, as_shape, as_share


@pytest.mark.parametrize(
    ("typed", "value"),
    [("75", 75), ("75 %", 0.75), ("75%", 0.75), ("0.75", 0.75), ("0,75", 0.75), (".75", 0.75), (" 3 ", 3),
     ("-2", -2), ("−2", -2), ("1e-3", 0.001), ("1 000", 1000), ("12 345 678", 12345678), ("+4", 4)],
)  # fmt: skip
def test_a_number_is_read_as_people_write_it(typed: str, value: float) -> None:
    assert as_number(typed) == pytest.approx(value)


@pytest.mark.parametrize(
    "typed", ["", " ", "abc", "1e999", "nan", "inf", "5 6", "--3", "%", "1.2.3", "1,000.5", "3 x"]
)
def test_nonsense_is_not_a_number(typed: str) -> None:
    assert as_number(typed) is None


@pytest.mark.parametrize("typed", ["75", "75 %", "75%", "0.75", "0,75", "75,0", "7.5e-1"])
def test_a_share_is_the_same_with_and_without_its_percent_sign(typed: str) -> None:
    assert as_share(typed) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("typed", "value"), [("1", 1), ("1 %", 0.01), ("100", 1), ("0", 0), ("2", 0.02), ("0.5 %", 0.005)]
)
def test_one_is_all_of_it_and_one_percent_is_not(typed: str, value: float) -> None:
    assert as_share(typed) == pytest.approx(value)


@pytest.mark.parametrize("typed", ["300 %", "101", "-1", "-5 %", "half", ""])
def test_what_is_no_part_of_a_whole_is_no_share(typed: str) -> None:
    assert as_share(typed) is None


@pytest.mark.parametrize(
    "typed", ["(5, 23)", "[5, 23]", "5x23", "5X23", "5 × 23", "5*23", "5 23", "5,23", "5 by 23", "5 por 23"]
)
def test_a_shape_is_the_same_however_it_is_written(typed: str) -> None:
    assert as_shape(typed) == (5, 23)


@pytest.mark.parametrize(("typed", "shape"), [("60", (60,)), ("(60,)", (60,)), ("2 3 4", (2, 3, 4))])
def test_a_shape_may_have_any_number_of_axes(typed: str, shape: tuple[int, ...]) -> None:
    assert as_shape(typed) == shape


@pytest.mark.parametrize("typed", ["", "()", "x", "0x3", "-1x2", "a,b", "5.5x2", "5 rows", "1e3"])
def test_nonsense_is_not_a_shape(typed: str) -> None:
    assert as_shape(typed) is None
