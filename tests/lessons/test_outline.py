"""Places in the source: outlines, names that are searched for, and what a page is about."""

import pytest

from lessons.lesson import Edit
from lessons.load import load_course
from lessons.outline import TRAINING, Place, about, all_places, outline, parts, search
from lessons.page import Block, Code, Onward, Page, Words
from lessons.recipes import steps_of
from lessons.runs.edits import edited_lines, healthy_text
from lessons.source import function_at, source_files
from lessons.state import State
from tutor.words.text import Text

ACTIVATIONS = "minimodel/nn/activations.py"
EDITS = load_course().lessons["break-gelu-identity"].edits


def page_of(*blocks: Block) -> Page:
    return Page("read", "read", "Read", blocks, Onward("on"))


def place_named(page: Page, edits: tuple[Edit, ...] = (), hides: bool = False) -> tuple[str, str]:
    place = about(page, edits, hides)
    return place.file, place.name


def test_a_file_has_its_classes_and_functions_in_the_order_in_which_they_stand() -> None:
    text = "class A:\n    def f(self): ...\n\ndef g():\n    def inner(): ...\n"
    assert outline("a.py", text) == (Place("a.py", 1, "A"), Place("a.py", 2, "A.f"), Place("a.py", 4, "g"))
    assert [place.depth for place in outline("a.py", text)] == [1, 2, 1]


def test_the_parts_hold_every_file_once_and_the_core_first() -> None:
    assert tuple(file for files in parts().values() for file in files) == source_files()


def test_every_place_is_where_it_says() -> None:
    for place in all_places(healthy_text):
        if place.name:
            assert function_at(healthy_text(place.file), place.line) == place.name


@pytest.mark.parametrize(
    ("letters", "first"),
    [
        ("gelu", "minimodel/operations.py"),
        ("GELU", ACTIVATIONS),
        ("zero_grad", "minimodel/tensor.py"),
        ("optim", "minimodel/optim.py"),
        ("nn/li", "minimodel/nn/linear.py"),
        ("GELU.forw", ACTIVATIONS),
    ],
)
def test_what_is_called_so_comes_first(letters: str, first: str) -> None:
    assert search(letters, healthy_text)[0].file == first


def test_nothing_is_found_of_letters_that_no_name_has() -> None:
    assert search("qqq", healthy_text) == ()


def test_a_page_is_about_the_edited_line_where_it_is_shown() -> None:
    place = about(page_of(Words("`Linear`")), EDITS, hides_edit=False)
    assert place == Place(ACTIVATIONS, edited_lines(EDITS, ACTIVATIONS)[0])


def test_a_page_says_nothing_of_an_edit_that_is_looked_for() -> None:
    assert place_named(page_of(Words("`GELU.forward`")), EDITS, hides=True) == (TRAINING, "")


@pytest.mark.parametrize(
    ("block", "name"),
    [
        (Words("Before a `Linear` and a `GELU.forward`."), "Linear"),
        (Words("```\nGELU\n```\nLook at `GELU.forward`."), "GELU.forward"),
        (Words("`optimizer.zero_grad()` each step"), "Tensor.zero_grad"),
        (Words("```\nLinear(23 -> 16)\n```"), "Linear"),
        (Code(("loss = nn.CrossEntropyLoss()",), "python"), "CrossEntropyLoss"),
        (Words("The verb `write`, `x` and `0.5`."), ""),
        (Words("No code."), ""),
    ],
)
def test_a_page_is_about_the_first_class_or_function_that_it_names(block: Block, name: str) -> None:
    assert place_named(page_of(block))[1] == name


@pytest.mark.parametrize(
    "place", load_course().places()[::13], ids=lambda place: f"{place.lesson.id}-{place.mode}"
)
def test_every_page_is_about_a_line_that_there_is(place) -> None:  # type: ignore[no-untyped-def]
    steps = steps_of(place)
    for step in steps.all:
        spot = about(step.page(steps, State(), Text("en")), place.lesson.edits, place.mode == "blind")
        assert 0 < spot.line <= len(healthy_text(spot.file).splitlines())
