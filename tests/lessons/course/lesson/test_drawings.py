"""Drawings in a page: `{draw NAME}` stands for what the healthy library computes, and is never printed as it is."""

from collections.abc import Callable

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Drawing, Lesson
from lessons.course.lesson.page import Block, Strings, Table, Words
from lessons.course.lesson.prose import section_blocks
from lessons.course.lesson.state import State
from lessons.course.steps.recipes import steps_of
from lessons.runs.figures import drawn_blocks
from tests.lessons.conftest import PLANE
from tests.lessons.showing import figured

Loaded = Callable[..., Lesson]
ROW = '[drawing.row]\nkind = "input"\nverb = "write"\nperson = "she"\n'
READ = {"read": "Before it.\n\n{draw row}\n\nAfter it."}


def blocks(lesson: Lesson, words: str, text: Strings) -> tuple[Block, ...]:
    return section_blocks(words, figured(lesson, text).prose["en"])


def drawing(loaded: Loaded, settings: str, text: Strings) -> tuple[Block, ...]:
    lesson = loaded(PLANE + f"[drawing.it]\n{settings}", {"read": "{draw it}"})
    return figured(lesson, text).prose["en"].drawn["it"]


def test_a_drawing_stands_between_the_words_around_it(loaded, text):
    lesson = figured(loaded(PLANE + ROW, READ), text)
    steps = steps_of(LessonMode(lesson))
    before, row, after = steps.all[0].page(steps, State(), text).blocks
    assert (before, after) == (Words("Before it."), Words("After it."))
    assert isinstance(row, Table)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ('kind = "fonctions"', "functions"),
        ('kind = "input"\nverb = "write"', "person is missing"),
        ('kind = "input"\nverb = "write"\nperson = "she"\ncolour = "red"', "unknown key 'colour'"),
        ('kind = "product"\nleft = [[1], [2, 3]]\nright = [[1]]', "all of one length"),
        ('kind = "labels"\ntasks = [1]\nverbs = ["play"]', "tasks has 1, which should be text"),
    ],
)
def test_a_drawing_that_cannot_be_read_is_told_what_would_do(refused, settings, expected):
    assert expected in refused(PLANE + f"[drawing.it]\n{settings}\n")


def test_an_input_row_has_two_ones(loaded, text):
    (table,) = drawing(loaded, ROW.split("\n", 1)[1], text)
    verb, person = (row[1] for row in table.rows)
    assert (verb, person) == ("00000 00000 00000 00001", "001")


def test_labellings_stand_beside_each_other_and_what_differs_is_marked(loaded, text):
    tasks = 'kind = "labels"\ntasks = ["additive", "agreement"]\nverbs = ["play", "write"]\npersons = ["you", "she"]'
    (table,) = drawing(loaded, tasks, text)
    assert [row[2:] for row in table.rows] == [
        ("you played", "she plays"),
        ("you will write", "she writes"),
        ("you played", "she plays"),
        ("you write ←", "she will write ←"),
    ]


def test_two_matrices_become_one(loaded, text):
    (table,) = drawing(loaded, 'kind = "product"\nleft = [[1, 2], [0, 1]]\nright = [[3], [-1]]', text)
    assert [row[-1] for row in table.rows] == ["[ 1]", "[−1]"]


@pytest.mark.parametrize(("more", "words"), [("", "3 − 1 − 4 + 2 = 0"), ("more = 5", "8 − 1 − 4 + 2 = 5")])
def test_scores_that_add_up_leave_no_gap(loaded, text, more, words):
    parts = 'kind = "gap"\nverbs = { play = 2, write = 4 }\npersons = { I = 0, she = -1 }\n'
    table, sums = drawing(loaded, parts + more, text)
    assert isinstance(table, Table)
    assert sums == Words(f"she writes − she plays − I write + I play: **{words}**")


def test_functions_are_curves_of_the_library_with_the_axes_through_zero(loaded, text):
    settings = 'kind = "functions"\nof = ["gelu", "identity"]\nlow = -3.0\nhigh = 3.0'
    (picture,) = drawing(loaded, settings, text)
    axes, gelu, identity = picture.curves
    assert axes.name == ""
    assert gelu.y[0] == pytest.approx(-0.00364, abs=1e-3)
    assert identity.x == identity.y


def test_a_mark_of_nothing_and_what_cannot_be_drawn_leave_the_words_alone(lesson, text):
    assert blocks(lesson, "One.\n\nTwo.", text) == (Words("One.\n\nTwo."),)
    assert blocks(lesson, "One.\n\n{draw nothing}", text) == (Words("One."),)
    settings = {"of": ["gleu"], "low": -1.0, "high": 1.0}
    assert drawn_blocks(Drawing("it", "functions", settings), lesson.prose["en"], text) == ()
