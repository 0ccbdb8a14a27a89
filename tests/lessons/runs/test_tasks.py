"""Tasks: what each hands out, what its options change, and what it says to options that cannot be."""

import inspect
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import ANY_TASK
from lessons.course.lesson.vocabulary import TASKS as NAMES
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure_one
from lessons.runs.optimization import mean_squares
from lessons.runs.tasks import TASKS, draw_rows
from lessons.runs.trained_model import Rows
from tests.lessons.runs.test_metrics import arm, begin, with_weights

LIBRARY = healthy_library()
TENSE = LIBRARY.lab.tense
LABELS = {"shuffled": "labels"}


def drawn(name: str, seed: int = 0, library: ModuleType = LIBRARY, **options: Any) -> Rows:
    return draw_rows(library, {"name": name, **options}, seed)


def as_set(x: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(row) for row in x.tolist()}


def test_every_name_of_the_vocabulary_has_its_function_with_just_these_options():
    assert list(TASKS) == list(NAMES)
    for name, task in TASKS.items():
        own = set(inspect.signature(task).parameters) - {"library", "seed"}
        assert own == set(NAMES[name].options) - set(ANY_TASK), name


@pytest.mark.parametrize("name", TASKS)
def test_a_seed_gives_the_same_rows_again_with_answers_that_fit(name):
    rows, again = drawn(name, 3), drawn(name, 3)
    for part in ("x", "y", "x_out", "y_out"):
        assert getattr(rows, part).tobytes() == getattr(again, part).tobytes()
    assert len(rows.x) == len(rows.y) > 0
    assert len(rows.x_out) == len(rows.y_out)
    assert rows.x_out.shape[1] == rows.inputs
    if rows.classes:
        assert rows.y.dtype.kind == rows.y_out.dtype.kind == "i"
        assert rows.outputs == rows.classes > max(rows.y.max(), *rows.y_out.ravel(), 0)
    else:
        assert rows.y.shape == (len(rows.x), rows.outputs)


@pytest.mark.parametrize("name", ["additive", "agreement", "triples"])
def test_the_grammar_is_split_as_the_library_splits_it(name):
    rows, split = drawn(name, 5), TENSE.split(name, 5)
    assert rows.x.tobytes() == split.x_train.tobytes()
    assert rows.y.tobytes() == split.y_train.tobytes()
    assert rows.x_out.tobytes() == split.x_held_out.tobytes()
    assert rows.cells_out == split.held_out_rows


def test_a_held_out_row_is_said_as_people_say_it_in_every_tense():
    rows = drawn("agreement", 1)
    for row, ((verb, person), label) in enumerate(zip(rows.cells_out, rows.y_out, strict=True)):
        assert rows.names[row] == TENSE.english(verb, person, label)
        assert rows.answers[row] == tuple(TENSE.english(verb, person, tense) for tense in range(5))


@pytest.mark.parametrize(("name", "all_rows"), [("additive", 60), ("agreement", 60), ("triples", 300)])
def test_so_many_rows_train_and_all_others_are_held_out(name, all_rows):
    rows = drawn(name, 2, rows=36)
    assert len(rows.x) == len(rows.cells) == 36
    assert len(rows.x_out) == len(rows.names) == all_rows - 36
    assert not set(rows.cells) & set(rows.cells_out) or name == "triples"
    assert drawn(name, 2, rows=all_rows).x_out.shape == (0, 23)
    assert drawn(name, 3, rows=36).cells != rows.cells
    assert drawn("triples", 3, rows=250).x.tobytes() == drawn("triples", 3).x.tobytes()


def test_what_is_shuffled_is_the_same_at_other_rows():
    plain, labels, rows = (drawn("agreement", **each) for each in ({}, LABELS, {"shuffled": "rows"}))
    assert [np.array_equal(plain.x, labels.x), np.array_equal(plain.y, labels.y)] == [True, False]
    assert sorted(plain.y) == sorted(labels.y)
    assert np.array_equal(plain.y_out, labels.y_out)
    assert [np.array_equal(plain.x, rows.x), np.array_equal(plain.y, rows.y)] == [False, True]
    assert sorted(plain.cells) == sorted(rows.cells)
    assert np.array_equal(TENSE.encode(rows.cells), rows.x)


def test_leaked_rows_stand_on_both_sides():
    plain, leaky = drawn("additive", 0, rows=20), drawn("additive", 0, rows=20, leak=10)
    assert len(leaky.x) == 30
    assert np.array_equal(leaky.x_out, plain.x_out)
    assert len(as_set(leaky.x) & as_set(leaky.x_out)) == 10


def test_xor_has_four_corners_and_lifted_their_product():
    assert drawn("xor").x.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert drawn("xor").y.tolist() == [0, 1, 1, 0]
    assert drawn("xor", lifted=True).x[:, 2].tolist() == [0, 0, 0, 1]


def test_the_moons_lie_on_two_half_circles_that_interlock():
    rows = drawn("two-moons", rows=200, noise=0.0)
    upper, lower = rows.x[rows.y == 0], rows.x[rows.y == 1]
    assert np.allclose(np.linalg.norm(upper, axis=1), 1)
    assert np.allclose(np.linalg.norm(lower - [1, 0.5], axis=1), 1)
    assert upper[:, 1].min() >= 0
    assert lower[:, 1].max() <= 0.5


def test_digits_are_64_numbers_each_of_their_shape_moved_by_a_point_at_most():
    rows = drawn("digits", rows=20, noise=0.0)
    assert rows.x.shape == rows.x_out.shape == (20, 64)
    assert rows.y.tolist() == 2 * list(range(10))
    still = drawn("digits", rows=10, noise=0.0, moved=0).x.reshape(10, 8, 8) > 0
    finer = drawn("digits", rows=10, noise=0.0, moved=0, finer=2).x.reshape(10, 8, 2, 8, 2) > 0
    assert (finer == still[:, :, None, :, None]).all()
    moves = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    for picture, label in zip(rows.x.reshape(20, 8, 8) > 0, rows.y, strict=True):
        assert any((np.roll(still[label], move, (0, 1)) == picture).all() for move in moves)


def test_dichotomies_toss_a_coin_for_each_point_on_a_circle_if_asked():
    rows = drawn("dichotomies", points=400, dimensions=3)
    assert rows.x.shape == (400, 3)
    assert 150 < rows.y.sum() < 250
    assert drawn("dichotomies", points=1, dimensions=1).x.shape == (1, 1)
    assert np.allclose(np.linalg.norm(drawn("dichotomies", points=9, dimensions=3, circle=True).x, axis=1), 1)


@pytest.mark.parametrize("function", ["sine", "step", "abs", "square"])
def test_a_line_holds_out_the_middles(function):
    rows = drawn("line", function=function, rows=9, low=-2.0, high=2.0)
    assert rows.x[:, 0].tolist() == [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
    assert rows.x_out[0, 0] == -1.75
    values = {"sine": np.sin(-1.75), "step": 0, "abs": 1.75, "square": 1.75**2}
    assert rows.y_out[0, 0] == values[function]


def test_a_line_and_products_may_be_held_out_beyond_their_rows():
    square = drawn("line", function="square", low=-1.0, high=1.0, beyond=[2, 3])
    assert (square.x.min(), square.x.max(), square.x_out.min(), square.x_out.max()) == (-1, 1, 2, 3)
    assert np.allclose(square.y_out, square.x_out**2)
    product = drawn("multiply", high=1.0, beyond=[2, 3])
    assert np.abs(product.x).max() <= 1
    assert 2 <= product.x_out.min() <= product.x_out.max() <= 3
    assert np.array_equal(product.y[:, 0], product.x[:, 0] * product.x[:, 1])


@pytest.mark.parametrize(
    ("question", "truth"),
    [
        ("majority", lambda bits: sum(bits) > 3.5),
        ("parity", lambda bits: sum(bits) % 2),
        ("ends", lambda bits: bits[0] == bits[-1]),
        ("rare", lambda bits: sum(bits) >= 5.25),
    ],
)
def test_a_string_is_asked_one_question(question, truth):
    rows = drawn("sequence", question=question, length=7, rows=60)
    assert rows.y.tolist() == [int(truth(bits)) for bits in rows.x.tolist()]


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ({"name": "xorr"}, "Did you mean xor"),
        ({"name": "additive", "rows": 61}, "additive has 60 rows"),
        ({"name": "additive", "leak": 13}, "12 rows are held out"),
        ({"name": "xor", "leak": 1}, "0 rows are held out"),
        ({"name": "additive", "shuffled": "both"}, "labels or rows"),
        ({"name": "two-moons", "rows": 1}, "2 or more"),
        ({"name": "motifs", "length": 7}, "rows of 8 numbers"),
        ({"name": "spot", "length": 1}, "a length of 2"),
        ({"name": "dichotomies", "points": 0}, "1 or more"),
        ({"name": "columns", "kept": 9}, "at most its columns"),
        ({"name": "columns", "rows": 2}, "4 rows or more"),
        ({"name": "digits", "moved": 8}, "from 0 to 7"),
        ({"name": "line", "function": "sinus"}, "Did you mean sine"),
        ({"name": "line", "low": 2.0, "high": 1.0}, "low below high"),
        ({"name": "line", "beyond": [3, 2]}, "beyond"),
        ({"name": "multiply", "beyond": [3]}, "two numbers as beyond"),
        ({"name": "multiply", "high": 0.0}, "high above 0"),
        ({"name": "multiply", "beyond": ["2", "3"]}, "two numbers as beyond"),
        ({"name": "knobs", "strengths": []}, "other than 0"),
        ({"name": "knobs", "strengths": [3, 0]}, "other than 0"),
        ({"name": "knobs", "strengths": [3, "1"]}, "other than 0"),
        ({"name": "sequence", "question": "majorty"}, "Did you mean majority"),
        ({"name": "sequence", "length": 3, "rows": 9}, "at most all"),
        *(({"name": "modular", "modulus": 5, "rows": rows}, "modular takes") for rows in (0, 26)),
        ({"name": "modular", "modulus": 1}, "modular takes"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(task, words):
    with pytest.raises(LessonError, match=words):
        draw_rows(LIBRARY, task, 0)


def test_each_knob_moves_its_own_needle_and_no_other():
    rows = drawn("knobs", strengths=[3, -1])
    assert rows.x.tolist() == [[1, 0], [0, 1]]
    assert rows.y.tolist() == [[3, 0], [0, -1]]
    assert not len(rows.x_out)


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_a_share_of_the_training_labels_is_wrong_and_nothing_else(share):
    plain, noisy = (draw_rows(LIBRARY, {"name": "agreement", **more}, 3) for more in ({}, {"label_noise": share}))
    assert (plain.y != noisy.y).sum() == round(share * len(plain.y))
    assert (plain.y_out == noisy.y_out).all()
    assert (plain.x == noisy.x).all()
    with pytest.raises(LessonError, match="label_noise"):
        draw_rows(LIBRARY, {"name": "agreement", "label_noise": 2.0}, 3)


def test_wrong_labels_in_one_place_lie_within_a_circle_that_holds_no_right_one():
    plain, noisy = drawn("two-moons"), drawn("two-moons", label_noise=0.3, in_one_place=True)
    wrong = plain.y != noisy.y
    assert wrong.sum() == 30
    apart = np.linalg.norm(plain.x[:, None] - plain.x, axis=2)
    assert any(row[wrong].max() < row[~wrong].min() for row in apart[wrong])


def test_rows_apart_share_no_input_and_are_as_long_as_they_were():
    plain, apart = drawn("additive"), drawn("additive", apart=True)
    rows, together = np.concatenate([apart.x, apart.x_out]), np.concatenate([plain.x, plain.x_out])
    assert np.allclose(rows @ rows.T, np.diag(np.square(together).sum(axis=1)))
    assert (apart.y == plain.y).all()


def test_held_out_strings_may_be_longer_and_the_training_rows_stay_what_they_were():
    rows, longer = drawn("sequence", rows=40), drawn("sequence", rows=40, longer=12)
    assert longer.x_out.shape == (80, 12)
    assert np.array_equal(longer.y_out, longer.x_out.sum(axis=1) % 2)
    assert np.array_equal(longer.x, rows.x)
    assert np.array_equal(longer.y, rows.y)


def test_no_string_is_on_both_sides():
    rows = drawn("sequence", length=7, rows=96)
    assert len(rows.x_out) == 2**7 - 96
    assert not as_set(rows.x) & as_set(rows.x_out)
    assert drawn("sequence", length=100, rows=10).x_out.shape == (10, 100)


CLOCK = {"name": "modular", "modulus": 5, "rows": 15}
SQUARES = {"name": "MLP", "sizes": [10, 4, 5], "activation": "square", "bias": False}


def test_every_sum_stands_once_in_the_rows():
    rows = draw_rows(healthy_library(), CLOCK, 0)
    x, y = np.concatenate([rows.x, rows.x_out]), np.concatenate([rows.y, rows.y_out])
    first, second = x[:, :5].argmax(1), x[:, 5:].argmax(1)
    assert len(rows.x) == 15
    assert len(set(zip(first.tolist(), second.tolist(), strict=True))) == 25
    assert (y == (first + second) % 5).all()


def test_class_numbers_stand_for_a_one_at_their_place():
    library = healthy_library()
    outputs = library.Tensor(np.array([[0.5, 0.0], [1.0, 2.0]]))
    for labels in (np.eye(2), np.array([0, 1])):
        assert float(mean_squares(outputs, labels).data) == pytest.approx(2.25 / 4)


def test_a_pure_wave_has_all_its_power_in_one():
    run = begin(arm(CLOCK, SQUARES, loss="mean_squares"), 0)
    for weights, power in ((np.cos(2 * np.pi * np.arange(5) / 5), 1), (np.eye(5)[0], 1 / 2)):
        with_weights(run, fc1_weight=np.tile(weights, (4, 2)))
        assert measure_one(run, "strongest_wave") == pytest.approx(power)


def test_a_motif_begins_where_it_is_trained_and_where_it_is_asked():
    begins = {"left": range(6), "right": range(8, 14), "even": range(0, 14, 2), "odd": range(1, 14, 2)}
    for trained, asked in (("left", "right"), ("even", "odd")):
        rows = drawn("motifs", 2, noise=0.0, trained=trained, asked=asked)
        for x, y, at in ((rows.x, rows.y, trained), (rows.x_out, rows.y_out, asked)):
            assert set((x != 0).argmax(axis=1)) == set(begins[at])
            assert len({(row[row != 0].tobytes(), label) for row, label in zip(x, y, strict=True)}) == 4


def test_a_spot_is_at_each_place_once():
    rows = drawn("spot", length=6)
    assert rows.x.argmax(axis=1).tolist() == [0, 1, 2, 3, 4, 5]
    assert rows.y.tolist() == [0, 0, 0, 1, 1, 1]
