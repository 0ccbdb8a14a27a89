"""The judge says "repaired" of what is right, however it is written, and of nothing else."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest

from lessons.course.edits import edited_files, edited_text, healthy_text
from lessons.course.hints import judged_words
from lessons.course.lesson import Lesson
from lessons.course.state import Judged
from lessons.format.course import load_course, load_lesson
from lessons.format.files import CONTENT
from lessons.runs.judge import judge_text
from lessons.runs.judgement import Judgement, unequal
from lessons.runs.repair_checks import contract_of
from tests.lessons.runs.repairs import RIGHT, WRONG, Code
from tutor.words.text import Text

QUICK_WRONG = ("contract_raises", "contract", "value", "forbidden")  # one of each is judged among the quick tests


@cache
def lesson_of(name: str) -> Lesson:
    return load_lesson(CONTENT / name)


def files(lesson: Lesson, code: Code) -> dict[str, str]:
    if lesson.lab:
        assert isinstance(code, list)
        return {lesson.lab.file: changed(lesson.lab.solution, code)}
    if isinstance(code, str):
        (edit,) = lesson.edits
        return {edit.file: healthy_text(edit.file).replace(edit.before, code)}
    (file,) = edited_files(lesson.edits)
    return {file: changed(edited_text(lesson.edits, file), code)}


def changed(text: str, pairs: list[tuple[str, str]]) -> str:
    for before, after in pairs:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def judged(name: str, code: Code) -> Judgement:
    return judge_text(lesson_of(name), files(lesson_of(name), code))


def some_quick(cases: list[tuple[Any, ...]], quick: list[Any]) -> list[Any]:
    """The cases, of which only these are judged among the quick tests."""
    return [each if each in quick else pytest.param(*each, marks=pytest.mark.slow) for each in cases]


FIRST_WRONG = [next(each for each in WRONG if each[2].endswith(reason)) for reason in QUICK_WRONG]


@pytest.mark.parametrize(("name", "code", "reasons"), some_quick(WRONG, FIRST_WRONG))
def test_a_wrong_repair_is_refused_with_a_reason_that_fits(name: str, code: Code, reasons: str) -> None:
    found = judged(name, code)
    assert found.reason in reasons.split(), found
    for language in ("en", "es"):
        words = judged_words(Judged(False, found.reason, found.detail), False, Text(language)).markdown
        assert "≠" not in words or not found.reason.startswith("contract"), words


@pytest.mark.parametrize(("name", "code"), some_quick(RIGHT, [RIGHT[place] for place in (0, 7, 12, 40)]))
def test_a_right_repair_passes_however_it_is_written(name: str, code: Code) -> None:
    assert judged(name, code) == Judgement("passed")


@pytest.mark.slow
def test_a_verdict_does_not_depend_on_how_busy_the_machine_is() -> None:
    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda each: judged(*each), RIGHT[:16]))
    assert found == [Judgement("passed")] * 16


def test_every_break_has_a_contract_and_is_among_them_twice_as_every_lab_is() -> None:
    count = Counter(name for name, *_ in WRONG)
    lessons = load_course().lessons
    assert [name for name, each in lessons.items() if (each.repair or each.lab) and count[name] < 2] == []
    breaks = [each for each in lessons.values() if each.repair]
    assert [each.id for each in breaks if not contract_of(each.edits)] == []


@pytest.mark.parametrize(
    ("mine", "right", "said"),
    [
        (0.70578, 0.70579, "0.70578 ≠ 0.70579"),
        (1, 2, "1 ≠ 2"),
        (-0.0, 0.5, "0 ≠ 0.5"),
        (1 / 3, 1e300, "0.3333 ≠ 1e+300"),
    ],
)
def test_two_numbers_that_differ_are_never_shown_as_equal(mine: float, right: float, said: str) -> None:
    assert unequal(mine, right) == said


SAID = [
    (
        "TenseMLP: differences[0, 0] -0.25 ≠ 0.0625",
        "`TenseMLP` with other inputs: a logit's distance from its row's mean (the largest counts as 1) "
        "is -0.25, and the healthy one gives 0.0625.",
    ),
    (
        "SGD; lr=0.1; momentum=0.9: weight[0, 1] 1.05 ≠ 0.95",
        "`SGD` with a learning rate of 0.1, momentum 0.9: weight[0, 1] is 1.05, and the healthy one gives 0.95.",
    ),
    (
        "zero_grad; set_to_none=False: p.grad None ≠ array(2, 3)",
        "`zero_grad` with `set_to_none=False`: p.grad is None, and the healthy one gives array(2, 3).",
    ),
    ("Linear(5, 2); dtype=float32: TypeError: no (a.py:3)", "`Linear(5, 2)` with float32: TypeError: no (a.py:3)."),
    ("something else", "something else"),
]


@pytest.mark.parametrize(("detail", "words"), SAID)
def test_a_broken_contract_is_told_in_a_sentence(detail: str, words: str) -> None:
    said = judged_words(Judged(False, "contract", detail), False, Text("en")).markdown
    assert said == f"It does what it should in this experiment, and not yet everywhere. {words}"


def test_a_repair_in_another_file_is_said_to_be_elsewhere() -> None:
    loop, call = "minimodel/training.py", "optimizer.zero_grad()"
    mended = changed(healthy_text(loop), [(call, f"{call}; model.zero_grad()")])
    assert judge_text(lesson_of("zero-grad"), {loop: mended}) == Judgement("elsewhere", "training.py")
