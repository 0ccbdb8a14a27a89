"""A text is read as a reader would: without marks, with plain digits; and everything knows what its author wrote."""

import pytest

from lessons.check.numbers.figures import figures
from lessons.check.numbers.quantities import quantities
from lessons.check.numbers.spelling import spelled

READ = [
    ("0.**77** and 0.`77`", "0.77 and 0.77"), ("０．７７％", "0.77%"), ("⁰·⁷⁷", "0·77"),
    ("10⁻³, x², {a}²", "10^-3, x^2, \ue000^2"), ("1½, ¾", "1.5, 0.75"), ("W₁ and log₁₀", "W1 and log10"),
    ("0.\u200b7\u00ad7", "0.77"), ("&frac34; &#55;", "0.75 7"), ("0.<b>7</b>7<!-- 8 -->", "0.77"),
    ("`2 * 3` and 2*3*4", "2 * 3 and 234"), ("`a_1` _a_ 1_000", "a_1 a 1000"), ("[7](https://8)", "[7]"),
    ("\\*7\\*", "*7*"), ("О.77", "O.77"), ("−1 − 2", "-1 - 2"), ("{share:three quarters}", "\ue000"),
    ("7️⃣", "7"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "read"), READ)
def test_a_text_is_read_as_it_is_shown(written: str, read: str) -> None:
    assert spelled(written).text == read


def test_what_was_written_is_shown_and_the_line_where_it_stands() -> None:
    page = spelled("One.\nIt is 0.**７７** now.")
    (figure,) = figures(page.text)
    assert (figure.text, figure.values) == ("0.77", (0.77,))
    assert page.written(figure.start, figure.end) == "0.**７７"
    assert page.line(figure.start) == "It is 0.**７７** now."


VALUES = [
    ("1,000", (1.0, 1000.0)), ("1.000,5", (1000.5,)), ("12 000", (12000.0,)), ("0,77", (0.77,)),
    (".77", (0.77,)), ("3/4", (0.75,)), ("7e-3", (0.007,)), ("3·10^-4", (3e-4,)), ("10^-3", (0.001,)),
    ("12k", (12000.0,)), ("3 million", (3e6,)), ("9e999", (float("inf"),)), ("10^999999999", (float("inf"),)),
    ("1/0", (1.0,)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "values"), VALUES)
def test_a_number_may_mean_more_than_one(text: str, values: tuple[float, ...]) -> None:
    (figure,) = figures(text)
    assert figure.values == pytest.approx(values)


def test_names_with_digits_are_no_numbers() -> None:
    assert list(figures("W1 fc2.weight float64 x2 L2 b_1")) == []


SAID = [
    ("en", "a hundred and five steps", 105), ("en", "twenty-one of forty-eight", 21 / 48),
    ("en", "tenfold", 10), ("en", "one-third", 1 / 3), ("en", "ten\ntimes as many", 10), ("en", "3:1", 3),
    ("es", "treinta y dos pasos", 32), ("es", "tres cuartas partes", 0.75), ("es", "ciento veinte pasos", 120),
    ("es", "una fila de cada tres", 1 / 3), ("es", "veintiuna veces mas", 21),
    ("en", "seventy-seven per cent", 0.77),
]  # fmt: skip


@pytest.mark.parametrize(("language", "words", "value"), SAID)
def test_a_quantity_has_a_value(language: str, words: str, value: float) -> None:
    (found,) = quantities(words, language)
    assert found.value == pytest.approx(value)
    assert words[found.start : found.end] in words
