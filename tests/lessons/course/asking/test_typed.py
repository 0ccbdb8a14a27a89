"""Answers are read as people type them, in both languages, and what is kept means the same to whoever reads it."""

import pytest

from lessons.course.asking.questions import kind_of
from lessons.course.asking.typed_numbers import may_become_number, typed_number, typed_share
from lessons.course.lesson.lesson import Question
from lessons.course.lesson.value_words import as_number, as_shape, as_share

NUMBER = Question("q", "number", "e", "m", arm="broken", within=0.05)
SHARE = Question("q", "number", "e", "m", arm="broken", within=0.05, percent=True)
ENTRY = Question("q", "entry", "worked", of="W", at=(0, 1), within=0.01)


NUMBERS = {
    "75": 75, "75 %": 0.75, "75%": 0.75, "0.75": 0.75, "0,75": 0.75, ".75": 0.75, " 3 ": 3, "-2": -2, "−2": -2,
    "1e-3": 0.001, "1 000": 1000, "12 345 678": 12345678, "+4": 4,
}  # fmt: skip
SHARES = dict.fromkeys(["75", "75 %", "75%", "0.75", "0,75", "75,0", "7.5e-1"], 0.75)
SHARES |= {"1": 1, "1 %": 0.01, "100": 1, "0": 0, "2": 0.02, "0.5 %": 0.005}
FIVE_BY_23 = ["(5, 23)", "[5, 23]", "5x23", "5X23", "5 × 23", "5*23", "5 23", "5,23", "5 by 23", "5 por 23"]
SHAPES = {**dict.fromkeys(FIVE_BY_23, (5, 23)), "60": (60,), "(60,)": (60,), "2 3 4": (2, 3, 4)}
NONSENSE = {
    as_number: ["", " ", "abc", "1e999", "nan", "inf", "5 6", "--3", "%", "1.2.3", "1,000.5", "3 x"],
    as_share: ["300 %", "101", "-1", "-5 %", "half", ""],
    as_shape: ["", "()", "x", "0x3", "-1x2", "a,b", "5.5x2", "5 rows", "1e3"],
}


@pytest.mark.parametrize(("read", "meant"), [(as_number, NUMBERS), (as_share, SHARES), (as_shape, SHAPES)])
def test_it_is_read_as_people_write_it_and_nonsense_is_not(read, meant):
    assert {typed: read(typed) for typed in meant} == meant
    assert [typed for typed in NONSENSE[read] if read(typed) is not None] == []


TYPED = {
    "16,000": 16000, "1,023": 1023, "1,000.5": 1000.5, "1,000,000": 1e6, "0,125": 0.125, "1,5": 1.5, "- 3": -3,
    "½": 0.5, "3/4": 0.75, "-3/4": -0.75, "٠٫٣٥": 0.35, "٣٣": 33, "５０": 50, "1'023": 1023, "50 percent": 0.5,
    "50 por ciento": 0.5, "５０％": 0.5, "50 ٪": 0.5, "16,000 %": 160, **{each: NUMBERS[each] for each in NUMBERS},
}  # fmt: skip
TYPED_IN_SPANISH = {"16,000": 16, "1,023": 1.023, "1,000,000": 1e6, "1,000.5": 1000.5, "0,5": 0.5}
TYPED_SHARES = {
    "1": 0.01, "0.5": 0.005, "0,4": 0.004, "100": 1, "0": 0, "1 %": 0.01, "50 percent": 0.5, "50 per cent": 0.5,
    "50 por ciento": 0.5, "５０％": 0.5, "５０": 0.5, "½": 0.5, "3/4": 0.75, "٣٥": 0.35, "٠٫٥ ٪": 0.005, "7": 0.07,
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "read", "meant"),
    [("en", typed_number, TYPED), ("es", typed_number, TYPED_IN_SPANISH), ("en", typed_share, TYPED_SHARES),
     ("es", typed_share, TYPED_SHARES)],
)  # fmt: skip
def test_what_is_typed_now_is_read_as_people_write_it(language, read, meant):
    assert {typed: read(typed, language) for typed in meant} == pytest.approx(meant, rel=1e-15)


@pytest.mark.parametrize("typed", ["", "/", "3/", "/4", "1/0", "1½", "nan", "1e999", "half", "40-50", "5 6", "%"])
def test_what_is_no_number_is_none_in_any_language(typed):
    for language in ("en", "es"):
        assert typed_number(typed, language) is typed_share(typed, language) is None


@pytest.mark.parametrize("typed", ["300 %", "101", "-1", "3/2", "1,023", "16,000"])
def test_more_than_all_is_no_share_and_is_not_kept(typed):
    """Nor as former versions read it: `16,000` was 16 for them."""
    assert typed_share(typed, "en") is None
    assert not kind_of(SHARE).is_kept(SHARE, kind_of(SHARE).kept(SHARE, typed, "en"))


@pytest.mark.parametrize(("question", "typed"), [(SHARE, TYPED_SHARES), (NUMBER, TYPED), (ENTRY, TYPED)])
def test_what_is_kept_means_the_same_to_whoever_reads_the_journal(question, typed):
    """Also to former versions, which took a bare `1` for all of it: `understood` reads as they did."""
    kind = kind_of(question)
    kept = {each: kind.kept(question, each, "en") for each in typed}
    assert {each: kind.understood(question, kept[each]) for each in typed} == pytest.approx(typed, rel=1e-12)
    assert [kind.kept(question, each, language) for each in kept.values() for language in ("en", "es")] == [
        each for each in kept.values() for _ in range(2)
    ]


@pytest.mark.parametrize(
    ("answer", "typed"), [("1", "100 %"), ("0.77", "77 %"), ("7", "7 %"), ("1 %", "1 %"), ("", "")]
)
def test_a_share_of_a_former_journal_stands_in_the_box_as_it_was_meant(answer, typed):
    assert kind_of(SHARE).typed(SHARE, answer) == typed


@pytest.mark.parametrize("typed", ["5", "-", "1e", "1e-3", "50 p", "50 percent", "50 por c", "½", "３", "٠٫"])
def test_what_may_still_become_a_number_may_be_typed(typed):
    assert may_become_number(typed)


@pytest.mark.parametrize("typed", ["a", "half", "5 rows", "50 pct", "1ee", "x5"])
def test_and_what_cannot_may_not(typed):
    assert not may_become_number(typed)
