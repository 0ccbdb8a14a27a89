"""Numbers, shares and shapes are read as people type them; nonsense is not."""

from collections.abc import Callable

import pytest

from lessons.course.questions.typed import as_number, as_shape, as_share

NUMBERS = {
    "75": 75, "75 %": 0.75, "75%": 0.75, "0.75": 0.75, "0,75": 0.75, ".75": 0.75, " 3 ": 3, "-2": -2, "−2": -2,
    "1e-3": 0.001, "1 000": 1000, "12 345 678": 12345678, "+4": 4,
}  # fmt: skip
SHARES = {
    **dict.fromkeys(["75", "75 %", "75%", "0.75", "0,75", "75,0", "7.5e-1"], 0.75),
    "1": 1,
    "1 %": 0.01,
    "100": 1,
    "0": 0,
    "2": 0.02,
    "0.5 %": 0.005,
}
FIVE_BY_23 = ["(5, 23)", "[5, 23]", "5x23", "5X23", "5 × 23", "5*23", "5 23", "5,23", "5 by 23", "5 por 23"]
SHAPES = {**dict.fromkeys(FIVE_BY_23, (5, 23)), "60": (60,), "(60,)": (60,), "2 3 4": (2, 3, 4)}
NONSENSE = {
    as_number: ["", " ", "abc", "1e999", "nan", "inf", "5 6", "--3", "%", "1.2.3", "1,000.5", "3 x"],
    as_share: ["300 %", "101", "-1", "-5 %", "half", ""],
    as_shape: ["", "()", "x", "0x3", "-1x2", "a,b", "5.5x2", "5 rows", "1e3"],
}


@pytest.mark.parametrize(("read", "meant"), [(as_number, NUMBERS), (as_share, SHARES), (as_shape, SHAPES)])
def test_it_is_read_as_people_write_it_and_nonsense_is_not(
    read: Callable[[str], object], meant: dict[str, object]
) -> None:
    assert {typed: read(typed) for typed in meant} == meant
    assert [typed for typed in NONSENSE[read] if read(typed) is not None] == []
