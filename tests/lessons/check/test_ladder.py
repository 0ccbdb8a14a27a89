"""The ladder tells by name no more than it says, no answer comes before its run, and each drawing has its page."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.check.drawings import prove_drawings
from lessons.check.ladder import prove_blind_pages, prove_hints, prove_misses
from lessons.check.leaks import sections_before_run, told
from lessons.check.pages import Proof, pages_of
from lessons.check.words import prove_words
from lessons.course.lesson.lesson import Lesson
from lessons.format.course import load_lesson
from tests.lessons.check.lying import write
from tests.lessons.course.lesson.test_drawings import PLANE, READ, ROW

EN, S = "en.md", "lesson.toml"
SECOND = "What is supposed to bend a number lives in `minimodel/nn/activations.py`."
FOURTH = "The only line of `Tanh.forward` gives back what came in."
SLOPE = 'id = "slope"\nfile = "minimodel/operations.py"\nfunction = "tanh"'


def failing(prove: object, folder: Path) -> list[str]:
    proofs: list[Proof] = list(prove(load_lesson(folder), None))  # type: ignore[operator]
    return [f"{proof.what}: {proof.problem}" for proof in proofs if not proof.holds]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ((EN, SECOND, "Read `Tanh.forward`."), "hint 2 reveals the module: ## hint 2 names the function Tanh.forward"),
        ((EN, SECOND, "Is `return x` right?"), "hint 2 reveals the module: ## hint 2 names the edited line, `return x`"),
        ((EN, FOURTH, "Write `return x.tanh()`."), "hint 4 reveals the line: ## hint 4 names what has to stand there"),
    ],
)  # fmt: skip
def test_a_hint_that_tells_more_than_it_declares_is_refused(changed, said, tmp_path):
    assert [each for each in failing(prove_hints, write("bend-lost", (changed,), tmp_path)) if each.startswith(said)]


def test_an_honest_ladder_holds(tmp_path):
    folder = write("bend-lost", (), tmp_path)
    for prove in (prove_hints, prove_misses, prove_blind_pages):
        assert failing(prove, folder) == []


def test_a_ladder_that_begins_with_the_fix_is_refused_and_one_that_goes_to_it_at_once_is_not(tmp_path):
    lesson = load_lesson(write("bend-lost", (), tmp_path))
    first, fix = lesson.hints[0], lesson.hints[-1]
    said = [
        [proof.problem for proof in prove_hints(replace(lesson, hints=hints), None) if proof.what == "the ladder"]  # type: ignore[arg-type]
        for hints in ((fix, fix), (first, fix))
    ]
    assert said == [["its first hint reveals the fix, so the others reveal nothing. Begin with the symptom."], [""]]


@pytest.mark.parametrize(
    "words",
    ["It is in `minimodel/nn/activations.py`.", "Look at Tanh.forward.", "See `return x.tanh()`.", "Tanh is odd."],
)
def test_a_blind_page_that_names_file_class_function_or_cure_is_refused(words, tmp_path):
    folder = write("bend-lost", (), tmp_path)
    page = (folder / EN).read_text(encoding="utf-8")
    (folder / EN).write_text(page.replace("## symptom\n", f"## symptom\n{words} "), encoding="utf-8")
    assert any("## symptom names" in each for each in failing(prove_blind_pages, folder))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ('function = "Tanh.forward"', "Tanh.forward of minimodel/nn/activations.py holds the edit itself."),
        ('function = "Identity.forward"', "no line of minimodel/nn/activations.py is it"),  # as another one
        (
            'function = "GELU_"',
            "no line of minimodel/nn/activations.py is it: 'GELU_' stands nowhere, holds the edit, or is another's. Did you mean GELU",
        ),
    ],
)
def test_a_near_miss_that_nobody_comes_upon_is_refused(place, said, tmp_path):
    miss = f'id = "slope"\nfile = "minimodel/nn/activations.py"\n{place}'
    (found,) = failing(prove_misses, write("bend-lost", ((S, SLOPE, miss),), tmp_path))
    assert found.startswith(f"near miss slope: {said}")


def test_a_claim_that_answers_a_question_is_not_shown_before_its_run(tmp_path):
    early = (EN, "## name rows", "## know\nIt ends at {loss_broken}, and gets {rows_broken}.\n\n## name rows")
    twin = ("es.md", "## name rows", "## know\nAcaba en {loss_broken}, y acierta {rows_broken}.\n\n## name rows")
    found = list(told(load_lesson(write("break", (early, twin), tmp_path))))
    assert found[0].problem == (
        "## know shows {loss_broken} before the run, and that answers ## predict loss. Say it in ## because loss."
    )


def test_what_is_shown_before_a_run_are_the_sections_of_its_own_question(tmp_path):
    lesson = load_lesson(write("break", (), tmp_path))
    (page, _), (question, *others) = pages_of(lesson), lesson.questions
    before = sections_before_run(page, question)
    assert {"summary", "read", f"predict {question.id}"} <= set(before)
    assert not {"why", "remember", *(f"because {each.id}" for each in lesson.questions)} & set(before)
    assert not {f"predict {each.id}" for each in others} & set(before)
    assert "edit" in before


Loaded = Callable[..., Lesson]
WIDE = '[drawing.row]\nkind = "product"\nleft = [[1234567.5, 1234567.5, 1234567.5]]\nright = [[1234567.5], [1], [1]]\n'
WIDE += f'names = ["{"a" * 70}", "b", "c"]\n'


ASKING = '[## predict right]\nof = "plane.train_accuracy"\noptions = { few = [0, 0.5], most = [0.6, 1] }\n'
CORNERS = {"read": "{draw it}", "drawing it": "- upp-left: start"}
ASKED = "\n\n".join(["{draw tall}", *["A short paragraph."] * 8, "- few: few\n- most: most"])


def problems(lesson: Lesson) -> list[str]:
    return [proof.problem for proof in prove_drawings(lesson, None) if not proof.holds]


def test_a_lesson_without_drawings_has_nothing_to_prove(loaded):
    assert list(prove_drawings(loaded(PLANE), None)) == []


@pytest.mark.parametrize(
    ("drawings", "sections", "expected"),
    [
        (ROW, {}, "is in no page"),
        (ROW.replace("row", "raw"), READ, "Did you mean raw?"),
        ("", READ, r"has no \[drawing.NAME\]"),
        (ROW, {"read": "Before {draw row} after."}, "a line of its own"),
        (ROW, {**READ, "summary": "Short.\n\n{draw row}"}, "is shown without any"),
        (ROW.replace("write", "wriet"), READ, "Did you mean write"),
        (WIDE, READ, "columns and 4 rows"),
        ('[drawing.it]\nkind = "corners"\ntask = "two-moons"\n', {"read": "{draw it}"}, "other rows than four corners"),
        ('[drawing.it]\nkind = "corners"\ntask = "xor"\n', CORNERS, "Did you mean up-left"),
        (ASKING + ROW.replace("row", "tall", 1), {"predict right": ASKED}, "at 80×24 there are 20"),
    ],
)
def test_a_drawing_that_cannot_be_shown_does_not_hold(loaded, drawings, sections, expected):
    assert any(re.search(expected, problem) for problem in problems(loaded(PLANE + drawings, sections)))


def test_both_languages_draw_the_same(loaded):
    lesson = loaded(PLANE + ROW, READ)
    page = lesson.folder / "es.md"
    page.write_text(page.read_text(encoding="utf-8").replace("{draw row}", ""), encoding="utf-8")
    assert problems(load_lesson(lesson.folder)) == ["## read draws nothing; in en.md it draws row."]


def test_a_page_is_as_long_as_its_words_and_its_drawings(loaded):
    functions = '[drawing.row]\nkind = "functions"\nof = ["gelu"]\nlow = -1.0\nhigh = 1.0\nrows = 14\n'
    long = loaded(PLANE + functions, {"read": "\n\n".join(["{draw row}"] * 5)})
    found = [proof.problem for proof in prove_words(long, None) if "three screens" in proof.problem]
    assert len(found) == 2
    assert all("takes 75 rows" in problem for problem in found)
