"""Sums on a clock: the rows, their loss, the waves in a unit's weights, and the table of all sums."""

import numpy as np
import pytest

from lessons.course.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Curves, Grid
from lessons.course.values import LessonError
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure_one
from lessons.runs.optimization import mean_squares
from lessons.runs.pictures import picture_of
from lessons.runs.tasks import draw_rows
from tests.lessons.runs.drawing import PAGE, TEXT, alone, drawn, watched
from tests.lessons.runs.test_metrics import arm, begin, with_weights

CLOCK = {"name": "modular", "modulus": 5, "rows": 15}
SQUARES = {"name": "MLP", "sizes": [10, 4, 5], "activation": "square", "bias": False}


def test_every_sum_stands_once_in_the_rows() -> None:
    rows = draw_rows(healthy_library(), CLOCK, 0)
    x, y = np.concatenate([rows.x, rows.x_out]), np.concatenate([rows.y, rows.y_out])
    first, second = x[:, :5].argmax(1), x[:, 5:].argmax(1)
    assert len(rows.x) == 15
    assert len(set(zip(first.tolist(), second.tolist(), strict=True))) == 25
    assert (y == (first + second) % 5).all()


@pytest.mark.parametrize("options", [{"modulus": 1}, {"rows": 26}, {"rows": 0}])
def test_a_clock_that_there_cannot_be_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(LessonError, match="modular takes"):
        draw_rows(healthy_library(), {**CLOCK, **options}, 0)


def test_class_numbers_stand_for_a_one_at_their_place() -> None:
    library = healthy_library()
    outputs = library.Tensor(np.array([[0.5, 0.0], [1.0, 2.0]]))
    for labels in (np.eye(2), np.array([0, 1])):
        assert float(mean_squares(outputs, labels).data) == pytest.approx(2.25 / 4)


def test_a_pure_wave_has_all_its_power_in_one() -> None:
    run = begin(arm(CLOCK, SQUARES, loss="mean_squares"), 0)
    for weights, power in ((np.cos(2 * np.pi * np.arange(5) / 5), 1), (np.eye(5)[0], 1 / 2)):
        with_weights(run, fc1_weight=np.tile(weights, (4, 2)))
        assert measure_one(run, "strongest_wave") == pytest.approx(power)


def test_the_table_shows_each_sum_right_or_wrong() -> None:
    chosen = alone(CLOCK, SQUARES, picture="table", loss="mean_squares")
    runs = watched(chosen)
    (table,) = picture_of(chosen, runs, PAGE, TEXT)
    (wave,) = drawn(alone(CLOCK, SQUARES, picture="wave", loss="mean_squares"))
    assert isinstance(table, Grid)
    assert isinstance(wave, Curves)
    states = [cell for row in table.cells for cell in row]
    run = runs["only"]
    assert sum(state in (RIGHT, WRONG) for state in states) == 15
    assert sum(state in (HELD_OUT_RIGHT, HELD_OUT_WRONG) for state in states) == 10
    assert states.count(RIGHT) == (run.outputs(run.rows.x).argmax(-1) == run.rows.y).sum()
    assert len(wave.curves[0].y) == 5
