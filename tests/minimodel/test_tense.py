"""The grammar grid, its labellings and its splits."""

import numpy as np
import pytest

from minimodel.lab import tense
from minimodel.lab.tense import PERSONS, TENSES, VERBS, english, grid, split


def test_the_grid_has_twenty_verbs_three_persons_and_five_tenses():
    assert [len(VERBS), len(PERSONS), len(TENSES)] == [20, 3, 5]
    assert sum(verb.regular for verb in VERBS) == 12
    assert grid().shape == (60, 23)
    assert (grid().sum(1) == 2).all()
    assert grid(np.float32).dtype == np.float32


@pytest.mark.parametrize(
    ("verb", "person", "tense", "form"),
    [
        ("write", 2, 1, "she writes"),
        ("write", 2, 3, "she has written"),
        ("write", 2, 4, "she will write"),
        ("write", 2, 0, "to write"),
        ("be", 0, 1, "I am"),
        ("be", 1, 1, "you are"),
        ("be", 2, 1, "she is"),
        ("be", 1, 2, "you were"),
        ("have", 2, 3, "she has had"),
        ("study", 1, 2, "you studied"),
    ],
)
def test_every_row_is_a_real_english_form(verb, person, tense, form):
    index = next(i for i, v in enumerate(VERBS) if v.name == verb)
    assert english(index, person, tense) == form


def test_the_labels_are_those_of_the_two_rules():
    additive = {(v, p): t for v, p, t in tense.cells("additive")}
    agreement = {(v, p): t for v, p, t in tense.cells("agreement")}
    assert [additive[v, 0] for v in range(5)] == [0, 2, 3, 4, 0]
    assert all(additive[v, 2] == 1 for v in range(20))
    regular = [v for v in range(20) if VERBS[v].regular]
    irregular = [v for v in range(20) if not VERBS[v].regular]
    assert all(additive[v, p] == agreement[v, p] for v in regular for p in range(3))
    assert all(agreement[v, p] == 1 for v in irregular for p in (0, 1))
    assert all(agreement[v, 2] == additive[v, 0] for v in irregular)


@pytest.mark.parametrize("task", ["additive", "agreement"])
def test_a_split_holds_out_one_cell_of_each_of_twelve_verbs(task):
    held = split(task, 3)
    assert held.x_train.shape == (48, 23)
    assert held.x_held_out.shape == (12, 23)
    assert len({verb for verb, _ in held.held_out_rows}) == 12
    assert set(held.train_rows) | set(held.held_out_rows) == {(v, p) for v in range(20) for p in range(3)}
    labels = {(v, p): t for v, p, t in tense.cells(task)}
    assert [labels[row] for row in held.train_rows] == held.y_train.tolist()
    assert [labels[row] for row in held.held_out_rows] == held.y_held_out.tolist()
    assert np.array_equal(tense.encode(held.held_out_rows), held.x_held_out)


def test_triples_ask_for_what_the_input_does_not_contain():
    held = split("triples", 0)
    assert len(held.x_train) == 250
    assert len(held.x_held_out) == 50
    assert len(set(zip(held.train_rows, held.y_train.tolist(), strict=True))) == 250
