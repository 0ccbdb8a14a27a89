"""Columns of noise, of which some lean with the label: who chooses and scales them decides what they are worth."""

from typing import Any

import numpy as np
import pytest

from lessons.runs.edits import healthy_library
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Rows

LIBRARY = healthy_library()


def drawn(name: str, seed: int = 0, **options: Any) -> Rows:
    return draw_rows(LIBRARY, {"name": name, **options}, seed)


def test_columns_tell_their_class_or_nothing_and_are_scaled_by_the_rows_that_are_named():
    rows = drawn("columns", telling=1)
    assert rows.x.shape == rows.x_out.shape == (40, 8)
    assert np.allclose(rows.x.mean(axis=0), 0)
    assert np.allclose(rows.x.std(axis=0), 1)
    lean = rows.x[rows.y == 1].mean(axis=0) - rows.x[rows.y == 0].mean(axis=0)
    assert np.argmax(np.abs(lean)) == 0
    both = drawn("columns", telling=1, scaled="all")
    assert np.allclose(np.concatenate([both.x, both.x_out]).mean(axis=0), 0)


def test_a_slip_is_one_held_out_row_and_only_who_scales_by_all_rows_sees_it():
    plain, slipped = (drawn("columns", slip=slip) for slip in (1.0, 1000.0))
    assert np.array_equal(plain.x, slipped.x)
    assert np.array_equal(plain.x_out[1:], slipped.x_out[1:])
    assert np.abs(slipped.x_out[0]).min() > 100 * np.abs(plain.x_out[0]).min()
    squeezed = drawn("columns", slip=1000.0, scaled="all").x
    assert np.median(squeezed.std(axis=0)) < 0.05


@pytest.mark.parametrize("chosen", ["train", "held-out", "all"])
def test_the_kept_columns_lean_most_in_the_rows_that_choose(chosen):
    every, kept = (drawn("columns", columns=60, kept=count, chosen=chosen) for count in (60, 5))
    sides = {"train": slice(40), "held-out": slice(40, None), "all": slice(None)}[chosen]

    def leaning(rows: Rows) -> Any:
        x, y = (np.concatenate(each)[sides] for each in ((rows.x, rows.x_out), (rows.y, rows.y_out)))
        return np.sort(np.abs(x[y == 1].mean(axis=0) - x[y == 0].mean(axis=0)) / x.std(axis=0))

    assert kept.x.shape == (40, 5)
    assert np.allclose(leaning(kept), leaning(every)[-5:])


def test_columns_kept_by_their_spread_need_no_labels():
    assert not np.array_equal(drawn("columns", kept=2, by="spread").x, drawn("columns", kept=2).x)
