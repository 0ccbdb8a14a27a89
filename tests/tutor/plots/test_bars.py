"""Bars and histograms as cells: names, values in words, whiskers; shared bins, and nothing is seen as nothing."""

import math
from dataclasses import replace

from lessons.course.pictures import Axis, Bar, Bars, Histogram
from tutor.plots import ascii, draw

SHARE = Axis("held-out accuracy", 0, 1)


def bars(*given: Bar, axis: Axis = SHARE) -> Bars:
    return Bars("", given, axis, "One is longer.")


def test_a_bar_has_its_name_its_value_in_words_and_its_length() -> None:
    both = bars(Bar("all", "healthy", 1, words="100 %"), Bar("half", "broken", 0.5))
    drawn = ascii(both, 40, 2).splitlines()
    assert drawn[0].startswith("all  100 % |###")
    assert drawn[1].startswith("half   0.5 |###")
    assert drawn[0].count("#") == 27
    assert drawn[1].count("#") == 13


def test_whiskers_reach_from_low_to_high() -> None:
    drawn = ascii(bars(Bar("she", "broken", 0.5, 0.25, 0.75)), 40, 2).splitlines()[0]
    assert drawn.index("[") < drawn.index("+") < drawn.index("]")
    assert "├" in draw(bars(Bar("she", "broken", 0.5, 0.25, 0.75)), 40, 2).text()


def test_the_yardstick_is_a_line_through_the_bars_with_its_words_below() -> None:
    both = bars(Bar("all", "healthy", 1, words="100 %"), Bar("half", "broken", 0.5, words="50 %"))
    both = replace(both, yardstick=Bar("always the commonest", "axis", 0.47, words="47 %"))
    first, second, *_, last = ascii(both, 40, 5).splitlines()
    assert first.index(":") == second.index(":")
    assert last == ": always the commonest: 47 %"
    assert draw(both, 40, 5).text().count("┊") == 3
    assert draw(both, 40, 2).text().count("┊") == 2


def test_a_negative_bar_ends_at_zero() -> None:
    both = bars(Bar("a", "healthy", -1), Bar("b", "broken", 1), axis=Axis("", -1, 1))
    low, high = ascii(both, 41, 2).splitlines()
    assert abs(low.rindex("#") - high.index("#")) <= 1


def test_a_bar_beyond_its_axis_ends_in_an_arrow() -> None:
    assert draw(bars(Bar("off", "healthy", 9)), 40, 2).text().endswith("▶")
    assert ascii(bars(Bar("off", "healthy", 9)), 40, 2).endswith(">")


def test_a_value_that_is_no_number_has_no_bar_and_is_said() -> None:
    drawn = ascii(bars(Bar("lost", "broken", math.nan)), 40, 1)
    assert "NaN" in drawn
    assert "#" not in drawn


def test_zero_has_no_bar_and_the_least_bit_has_one() -> None:
    zero, little = draw(bars(Bar("a", "healthy", 0), Bar("b", "healthy", 1e-9)), 40, 2).text().splitlines()
    assert zero.endswith("│")
    assert little.endswith("▏")


def test_what_the_learner_said_is_a_line_through_the_bars() -> None:
    said = Bar("you said", "ideal", 0.5)
    first, second = draw(bars(Bar("all", "healthy", 1), said), 40, 2).rows
    at = [column for column, cell in enumerate(first) if cell == ("│", "ideal")]
    assert len(at) == 1
    assert second[at[0]] == ("│", "ideal")
    assert {sign for sign, _ in second[at[0] + 1 :]} == {" "}


EDGES = (-1.0, -0.5, 0.0, 0.0, 0.5, 1.0)
HIDDEN = Histogram(
    "Hidden numbers",
    EDGES,
    {"GELU": (30, 80, 0, 60, 30), "ReLU": (0, 0, 120, 50, 30)},
    {"GELU": "healthy", "ReLU": "broken"},
    "ReLU has no negative numbers.",
)


def test_each_bin_is_named_by_its_edges_and_each_series_has_a_column() -> None:
    lines = draw(HIDDEN, 76, 12).text().splitlines()
    assert lines[0] == "Hidden numbers"
    assert lines[1].split() == ["GELU", "ReLU"]
    assert lines[2].startswith("  -1 … -0.5  █")
    assert [line.split()[-1] for line in lines[2:]] == ["·", "·", "120", "50", "30"]


def test_exact_zeros_have_a_bin_of_their_own() -> None:
    for height in (12, 6):
        assert any(line.strip().startswith("= 0") for line in ascii(HIDDEN, 76, height).splitlines())


def test_all_series_share_one_scale() -> None:
    rows = draw(HIDDEN, 76, 12).rows
    healthy, broken = ([row.count(("█", role)) for row in rows] for role in ("healthy", "broken"))
    assert max(broken) == round(max(healthy) * 120 / 80)
    assert healthy[-1] == broken[-1]


def test_more_bins_than_rows_are_counted_together() -> None:
    many = Histogram("", tuple(range(31)), {"all": (1,) * 30}, {}, "Even.")
    counts = [int(line.split()[-1]) for line in ascii(many, 60, 11).splitlines()[1:]]
    assert len(counts) == 10
    assert sum(counts) == 30
