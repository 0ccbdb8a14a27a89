"""What is handed in as a repair or a lab: the attempts that a lesson lists, and those that only look like one."""

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.check.repairs.attempts import Unjudged, files_of
from lessons.check.repairs.proofs import RIGHT, WRONG, wrong_bound
from lessons.check.repairs.stubs import stubs_of_lab, stubs_of_repair
from lessons.exercise import Attempt, Bound, Lab, LabCheck
from lessons.format import LessonError
from lessons.lesson import Edit, Lesson
from lessons.load import load_course

Failures = Callable[..., list[tuple[str, str]]]


def test_every_lesson_of_the_course_lists_a_right_way_and_two_wrong_ones() -> None:
    handed_in = [each.repair or each.lab for each in load_course().lessons.values()]
    lists = [each for each in handed_in if each is not None]
    assert lists
    for each in lists:
        assert len(each.right) >= RIGHT
        assert len(each.wrong) >= WRONG


# ---- where an attempt stands ---------------------------------------------------


def test_an_attempt_stands_where_the_edit_stands(lesson: Lesson) -> None:
    ((file, text),) = files_of(lesson, Attempt("a", "return x.relu()")).items()
    assert file == lesson.edits[0].file
    assert text.count("return x.relu()") == 2  # ReLU's own, and this one
    assert "return x.gelu()\n" not in text


def test_or_elsewhere_in_the_broken_library(lesson: Lesson) -> None:
    place = Attempt(
        "a",
        "return self.activation(self.fc1(x)).gelu()",
        "minimodel/lab/tense.py",
        "return self.activation(self.fc1(x))",
    )
    files = files_of(lesson, place)
    assert "# tried" in files[lesson.edits[0].file]
    assert ".gelu()" in files["minimodel/lab/tense.py"]


def test_or_in_the_solution_of_a_lab() -> None:
    lesson = Lesson("lab", Path(), lab=Lab("gate.py", "", (), "def gate(x): return x.gelu()"))
    assert files_of(lesson, Attempt("a", "relu", before="gelu")) == {
        "gate.py": "def gate(x): return x.relu()"
    }
    assert files_of(lesson, Attempt("a", "pass")) == {"gate.py": "pass"}


@pytest.mark.parametrize(
    ("attempt", "said"),
    [
        (Attempt("a", "x", "minimodel/gelu.py", "y"), "is not a file of minimodel"),
        (Attempt("a", "x", "minimodel/tensor.py", "nowhere"), "it stands 0 times"),
        (
            Attempt("a", "x", "minimodel/tensor.py", "self"),
            "should stand once in the broken minimodel/tensor.py",
        ),
    ],
)
def test_an_attempt_that_stands_nowhere_is_told_so(attempt: Attempt, said: str, lesson: Lesson) -> None:
    with pytest.raises(Unjudged, match=said):
        files_of(lesson, attempt)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('[[repair.right]]\nid = "a"', "after is missing"),
        (
            '[[repair.right]]\nid = "a"\nafter = "x"\nfile = "minimodel/optim.py"',
            "file and before belong together",
        ),
        ('[[repair.wrong]]\nid = "a"\nafter = "x"\ncode = "x"', "unknown key 'code'"),
        ('[[repair.wrong]]\nid = "another-bend"\nafter = "x"', "'another-bend' stands twice"),
    ],
)
def test_an_attempt_that_cannot_be_read_is_told_why(
    written: str, said: str, spoiled: Callable[[str, str, str], Path]
) -> None:
    from lessons.load import load_lesson

    folder = spoiled("lesson.toml", "# Reviews: the ideas", f"{written}\n\n# Reviews: the ideas")
    with pytest.raises(LessonError, match=said):
        load_lesson(folder)


# ---- stubs ---------------------------------------------------------------------


def names(lesson: Lesson) -> list[str]:
    return [what for what, _ in stubs_of_repair(lesson)]


def test_the_function_that_holds_the_edit_is_emptied_and_made_constant(lesson: Lesson) -> None:
    of = [f"{what} for GELU.forward" for what in ("an empty body", "a constant", "what it was given")]
    assert names(lesson) == of
    for _, files in stubs_of_repair(lesson):
        assert all(ast.parse(text) for text in files.values())


def test_what_is_healthy_is_no_stub(lesson: Lesson) -> None:
    identity = Edit(
        "minimodel/nn/activations.py",
        '"""x, unchanged."""\n\n    def forward(self, x: Tensor) -> Tensor:\n        return x',
        '"""x."""\n\n    def forward(self, x: Tensor) -> Tensor:\n        return 2 * x',
    )
    assert "what it was given for Identity.forward" not in names(replace(lesson, edits=(identity,)))


def test_what_makes_an_object_may_only_be_empty(lesson: Lesson) -> None:
    bound = Edit("minimodel/nn/linear.py", "bound = 1 / math.sqrt(in_features)", "bound = 1")
    assert names(replace(lesson, edits=(bound,))) == ["an empty body for Linear.__init__"]


def test_an_edit_outside_of_every_function_has_no_stub(lesson: Lesson) -> None:
    bend = Edit("minimodel/operations.py", "BEND = 0.044715 * C", "BEND = 0.04 * C")
    assert names(replace(lesson, edits=(bend,))) == []


BEGIN = "def gate(x):\n    raise NotImplementedError\n\ndef given(x):\n    return x\n"
SOLUTION = (
    "def helps(x):\n    return x\n\ndef gate(x):\n    return helps(x).gelu()\n\ndef given(x):\n    return x\n"
)


def test_of_a_lab_only_what_the_learner_writes_is_emptied() -> None:
    lab = Lab("gate.py", BEGIN, (LabCheck("equals"),), SOLUTION)
    assert [what for what, _ in stubs_of_lab(lab)] == ["an empty body for gate", "a constant for gate"]


# ---- bounds --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.9, None, ""),
        (None, 0.1, ""),
        (0.2, 0.4, ""),
        (0.0, None, "every library reaches it"),
        (None, 1.0, "every library reaches it"),
        (90, None, "no library reaches it"),
        (None, -1.0, "no library reaches it"),
        (0.6, 0.4, "least is above most"),
    ],
)
def test_a_bound_parts_what_is_right_from_what_is_not(least: float, most: float, said: str) -> None:
    found = wrong_bound(Bound("agreement", "train_accuracy", least, most))
    assert (said in found) if said else found == ""
