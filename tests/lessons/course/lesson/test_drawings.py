"""Drawings in a page: `{draw NAME}` stands for what the healthy library computes, and is never printed as it is."""

from collections.abc import Callable

import pytest

from lessons.course.asking.question_words import question_words
from lessons.course.course import LessonMode
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Block, Strings, Table, Words
from lessons.course.lesson.prose import section_blocks
from lessons.course.lesson.state import State
from lessons.course.steps.recipes import steps_of
from lessons.runs.figures import drawn_blocks
from tests.lessons.conftest import PLANE
from tests.lessons.showing import figured

Loaded = Callable[..., Lesson]
ROW = '[drawing.row]\nkind = "input"\nverb = "write"\nperson = "she"\n'
ASKING = PLANE + '[## predict right]\nof = "plane.train_accuracy"\noptions = { few = [0, 0.5], most = [0.6, 1] }\n'
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


def test_a_question_shows_its_drawing_where_its_author_put_it_and_asks_without_it_elsewhere(loaded, text):
    words = "Above it.\n\n{draw row}\n\nHow much is right?\n\n- few: few\n- most: most"
    lesson = figured(loaded(ASKING + ROW, {"predict right": words}), text)
    (question,) = lesson.questions
    above, row, asked, *_ = steps_of(LessonMode(lesson)).asking(question, text)
    assert (above, asked) == (Words("Above it."), Words("How much is right?"))
    assert isinstance(row, Table)
    assert question_words(question, lesson.prose["en"], text) == "Above it.\n\nHow much is right?"


def test_corners_have_the_signs_of_maps_and_a_sentence(loaded, text):
    settings = '[drawing.it]\nkind = "corners"\ntask = "xor"'
    lesson = loaded(PLANE + settings, {"read": "{draw it}", "drawing it": "- up-left: a + b"})
    (table,) = figured(lesson, text).prose["en"].drawn["it"]
    edges = [row[1].split() for row in (table.rows[0], table.rows[3])]
    assert [(edge[0], edge[-2:]) for edge in edges] == [("●", ["○", "class.0"]), ("○", ["●", "class.1"])]
    assert "● a + b ─" in table.rows[0][1]
    assert "x=x = 0 y=y = 1 words=a + b" in table.lines[0]


def test_a_table_of_a_page_is_a_table_and_its_cells_are_words(lesson, text):
    words = "Before.\n\n| | list | rule |\n|---|---:|---|\n| **steps** | 78 | 46 |\n| short |\n\nAfter."
    table = Table(("", "list", "rule"), (("steps", "78", "46"), ("short", "", "")))
    assert blocks(lesson, words, text) == (Words("Before."), table, Words("After."))


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
