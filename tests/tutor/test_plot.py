"""Plots as cells: marks of their own, fixed axes, and only what changed is sent."""

import math

from hypothesis import given
from hypothesis import strategies as some

from tutor.plot import Curve, Picture, changed_spans, draw_curves, loss_axes, share_axes

STEPS = tuple(range(300))
FALLING = Curve("healthy", STEPS, tuple(1.6 * math.exp(-step / 60) for step in STEPS))
FLAT = Curve("broken", STEPS, tuple(0.5 for _ in STEPS))


def test_each_curve_has_a_mark_of_its_own() -> None:
    picture = draw_curves([FALLING, FLAT], loss_axes(300), 60, 14)
    cells = [cell for row in picture.rows for cell in row]
    marks = {role: {mark for mark, drawn_by in cells if drawn_by == role} for role in ("healthy", "broken")}
    assert marks["broken"] == {"×"}
    assert marks["healthy"]
    assert all("\u2800" < mark <= "\u28ff" for mark in marks["healthy"])


def test_the_axes_do_not_move_with_the_curve() -> None:
    first = draw_curves([Curve("healthy", (0,), (1.6,))], loss_axes(300), 60, 14).text().splitlines()
    last = draw_curves([FALLING], loss_axes(300), 60, 14).text().splitlines()
    assert first[-1] == last[-1]
    assert [line[:5] for line in first] == [line[:5] for line in last]


def test_where_the_locale_is_not_unicode_the_plot_is_ascii() -> None:
    assert draw_curves([FALLING, FLAT], loss_axes(300), 60, 14, unicode=False).text().isascii()


def test_a_value_that_is_no_number_is_said_in_words() -> None:
    gone = Curve("broken", (0, 1, 2), (1.6, 3.0, math.nan))
    assert "NaN" in draw_curves([gone], loss_axes(3), 60, 14).text()
    beyond = Curve("broken", (0, 1, 2), (1.6, math.inf, math.inf))
    assert "inf" in draw_curves([beyond], loss_axes(3), 60, 14).text()


@given(
    some.lists(some.floats(allow_nan=True, allow_infinity=True), max_size=30),
    some.integers(16, 90),
    some.integers(5, 30),
)
def test_any_curve_fills_exactly_the_space_there_is(values: list[float], width: int, height: int) -> None:
    curve = Curve("healthy", tuple(range(len(values))), tuple(values))
    for axes in (loss_axes(30), share_axes(30)):
        picture = draw_curves([curve], axes, width, height)
        assert len(picture.rows) == height
        assert {len(row) for row in picture.rows} == {width}


def test_a_step_further_changes_only_a_few_cells() -> None:
    before = draw_curves([Curve("healthy", STEPS[:150], FALLING.y[:150])], loss_axes(300), 60, 14)
    after = draw_curves([Curve("healthy", STEPS[:155], FALLING.y[:155])], loss_axes(300), 60, 14)
    assert 0 < sum(length for _, _, length in changed_spans(before, after)) <= 4
    assert changed_spans(after, after) == []


def test_changed_spans_cover_every_cell_that_differs() -> None:
    old = Picture(((("a", ""), ("b", ""), ("c", "")),))
    new = Picture(((("a", ""), ("x", ""), ("y", "")),))
    assert changed_spans(old, new) == [(0, 1, 2)]
