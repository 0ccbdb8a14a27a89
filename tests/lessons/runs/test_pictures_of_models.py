"""Pictures of what a model is: its hidden numbers, its matrices, what it says over its inputs, the grammar grid."""

from collections.abc import Mapping

import numpy as np
import pytest

from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Histogram
from lessons.runs.pictures import bars, picture_of
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained_model import Trained
from tests.lessons.runs.drawing import PAGE, TENSE, TEXT, alone, drawn, pair, watched


def histogram_of(chosen: Experiment, runs: Mapping[str, Trained]) -> Histogram:
    (histogram,) = bars.histogram(Labels(chosen, PAGE, TEXT), runs)
    return histogram


def test_exact_zeros_have_a_bin_of_their_own():
    chosen = alone("additive", {**TENSE, "activation": "relu"})
    runs = watched(chosen)
    histogram = histogram_of(chosen, runs)
    place = histogram.edges.index(0.0)
    assert histogram.edges[place + 1] == 0.0
    (counts,) = histogram.counts.values()
    entries = runs["only"].hidden(runs["only"].rows.x)
    assert counts[place] == (entries == 0).sum() > 0
    assert sum(counts) == entries.size
    assert f"zeros={counts[place]}" in histogram.says


def test_of_a_wide_layer_only_the_first_rows_are_drawn():
    deep = {"name": "MLP", "sizes": [2, 64, 64, 2]}
    (matrix,) = drawn(alone("xor", deep, picture="weights"))
    assert len(matrix.values) == len(matrix.rows) == 32
    assert "rows=64" in matrix.says


@pytest.mark.parametrize("task", [{"name": "xor"}, {"name": "xor", "lifted": True, "scale": 2.0}])
def test_a_square_has_its_top_row_first(task):
    width = 3 if task.get("lifted") else 2
    chosen = alone(task, {"name": "MLP", "sizes": [width, 2]}, picture="boundary", steps=0)
    runs = watched(chosen)
    weights = np.zeros((2, width))
    weights[1, 1] = 50.0  # class 1 is what lies high
    runs["only"].model.load_state_dict({"fc1.weight": weights, "fc1.bias": np.array([0.0, -25.0])})
    (square,) = picture_of(Labels(chosen, PAGE, TEXT), runs)
    assert min(square.shades[0]) > 0.9 > 0.1 > max(square.shades[-1])
    assert square.x.low < 0 < square.x.high
    assert sorted(digit for *_, digit in square.points) == ["0", "0", "1", "1"]


def test_every_cell_of_the_grid_is_right_or_wrong_trained_on_or_held_out():
    chosen = pair(picture="grid")
    runs = watched(chosen)
    for grid, run in zip(picture_of(Labels(chosen, PAGE, TEXT), runs), runs.values(), strict=True):
        cells = [cell for row in grid.cells for cell in row]
        assert len(cells) == 60
        assert cells.count(RIGHT) + cells.count(WRONG) == 48
        assert cells.count(HELD_OUT_RIGHT) + cells.count(HELD_OUT_WRONG) == 12
        assert cells.count(RIGHT) == (run.outputs(run.rows.x).argmax(-1) == run.rows.y).sum()
        wrong = [divmod(place, 3) for place, cell in enumerate(cells) if cell in (WRONG, HELD_OUT_WRONG)]
        assert not wrong or f"{grid.columns[wrong[0][1]]} + {grid.rows[wrong[0][0]]}" in grid.says
    first, second = picture_of(Labels(chosen, PAGE, TEXT), runs)
    assert first.held_out
    assert second.held_out == ""  # one key for both


def test_a_task_with_several_rows_a_cell_is_no_grid_and_without_activation_there_is_no_bend():
    line = {"name": "MLP", "sizes": [2, 2]}
    for chosen in (alone("triples", picture="grid"), alone("xor", line, picture="bend")):
        (curves,) = drawn(chosen)
        assert "loss" in curves.title


def test_of_a_product_the_function_is_drawn_where_both_numbers_are_the_same():
    model = {"name": "MLP", "sizes": [2, 4, 1]}
    (curves,) = drawn(alone("multiply", model, loss="mean_squares", picture="function"))
    target = curves.curves[-1]
    assert np.allclose(np.square(target.x), target.y)
    assert 2.5 < curves.x.high < 3
    assert curves.x.low == -curves.x.high


def test_a_bend_is_drawn_as_it_has_become():
    model = {"name": "MLP", "sizes": [2, 4, 2], "activation": "prelu -1"}
    (curves,) = drawn(alone("xor", model, steps=0, picture="bend"))
    (line,) = curves.curves
    assert np.allclose(line.y, np.abs(line.x))
