"""The calibration plot in cells, and the bars."""

import pytest

from progress.calibration import Bin
from tutor.calibration_plot import draw_calibration, share_bar

BINS = (Bin(0.5, 0.6, 2, 0.55, 1.0), Bin(0.7, 0.8, 4, 0.7, 0.5), Bin(0.9, 1.0, 17, 0.99, 1.0))
WHISKERS = ((0.4, 1.0), (0.2, 0.8), (0.9, 1.0))
SIZES = [(30, 11), (46, 15), (66, 40), (12, 4)]


def test_each_dot_stands_where_it_was_said_and_came_true() -> None:
    rows = draw_calibration(BINS, WHISKERS, 62, 23).rows
    top, middle = rows[0], rows[10]
    assert [column for column, cell in enumerate(top) if cell == ("●", "mark")] == [7 + 5, 7 + 49]
    assert [column for column, cell in enumerate(middle) if cell == ("●", "mark")] == [7 + 20]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_number_of_predictions_stands_beside_each_dot(width: int, height: int) -> None:
    words = draw_calibration(BINS, WHISKERS, width, height).text()
    assert words.count("●") == 3
    assert "●2" in words
    assert "●4" in words
    assert "17" in words


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_rows_are_of_one_width(width: int, height: int) -> None:
    rows = draw_calibration(BINS, WHISKERS, width, height).rows
    assert len({len(row) for row in rows}) == 1
    assert len(rows[0]) == max(width, 7 + 11 + 4)


def test_without_unicode_every_mark_is_ascii() -> None:
    words = draw_calibration(BINS, WHISKERS, 46, 15, unicode=False).text()
    assert words.isascii()
    assert words.count("o") == 3
    assert "|" in words


def test_whiskers_reach_as_far_as_the_share_may_lie() -> None:
    rows = draw_calibration(BINS[1:2], WHISKERS[1:2], 62, 23).rows
    assert [number for number, row in enumerate(rows) if row[7 + 20][1] in ("band", "mark")] == list(
        range(4, 17)
    )


def test_dots_side_by_side_keep_their_numbers() -> None:
    near = (Bin(0.5, 0.6, 12, 0.59, 0.5), Bin(0.6, 0.7, 34, 0.61, 0.5))
    words = draw_calibration(near, ((0.5, 0.5), (0.5, 0.5)), 46, 15).text()
    assert "12" in words
    assert "34" in words


def test_nothing_to_draw_is_an_empty_plot() -> None:
    assert "100 %" in draw_calibration((), (), 46, 15).text()


@pytest.mark.parametrize(
    ("came_true", "said", "bar"),
    [(0.5, 0.8, "━━━━━···│·"), (1.0, 0.99, "━━━━━━━━━│"), (0.0, 0.5, "·····│····")],
)
def test_a_bar_says_what_came_true_and_marks_what_was_said(came_true: float, said: float, bar: str) -> None:
    assert share_bar(came_true, said, 10) == bar


def test_a_bar_without_unicode_is_ascii() -> None:
    assert share_bar(0.5, 0.8, 10, unicode=False) == "=====...|."
