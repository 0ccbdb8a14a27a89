"""A repair is judged by what it does, in a process that cannot hurt the tutor, and that does not judge itself."""

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.exercise import Bound, Repair
from lessons.course.lesson.lesson import Edit, Lesson
from lessons.course.lesson.source import edited_text, healthy_text
from lessons.course.lesson.values import LessonError
from lessons.engine import process as limited_process
from lessons.engine.process import CodeEnded, Process, what_is_not_limited
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT
from lessons.judge.calls import Judgement, Reason
from lessons.judge.judge import ending, judge, judge_text, problem_of
from lessons.judge.lab_checks import asks_by_check
from lessons.judge.repair_checks import asks_of_repair
from lessons.judge.workspace import read_own, write_own
from tutor.words.text import Text

BY_HAND = "x * (1 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh()) * 0.5"
RIGHT = [
    "return x.gelu()",
    f"return {BY_HAND}",
    "import warnings; warnings.warn('a warning is no output of mine'); return x.gelu()",
    "np.ones(1) / 0; return x.gelu()",
    "import decimal, fractions, random, statistics, dataclasses, numpy.testing; return x.gelu()",
]
WRONG = [
    ("return x.relu()", "trajectory", "additive, 1001, 1: "),
    ("return x.gelu() if x.shape[0] != 12 else x", "trajectory", "±"),
    ("return x.gelu(", "import", "SyntaxError"),
    ("return undefined", "raises", "NameError: name 'undefined' is not defined"),
    ("return x.gelu() * float('nan')", "gradient", "GELU: x.grad[0, 0] nan"),
    ("raise SystemExit(0)", "raises", "SystemExit"),
    ("raise type('Mute', (Exception,), {'__str__': lambda error: 1})", "raises", "Mute"),
    ("return [0] * 10**11", "memory", ""),
    ("input(); return x.gelu()", "raises", "EOFError"),
]


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return load_lesson(CONTENT / "break-gelu-identity")


def code_with(line: str, lesson: Lesson) -> str:
    edit = lesson.edits[0]
    return healthy_text(edit.file).replace(edit.before, line)


def copy_with(lesson: Lesson, folder: Path, line: str) -> Path:
    return write_own(folder, lesson, code_with(line, lesson))


def text_with(lesson: Lesson, line: str, **limits: Any) -> Judgement:
    return judge_text(lesson, {lesson.edits[0].file: code_with(line, lesson)}, **limits)


@pytest.mark.parametrize(("wrong", "right"), list(zip(WRONG, cycle(RIGHT))))
def test_a_line_that_does_not_behave_is_told_how_and_one_that_does_passes_after_it(lesson, bench, wrong, right):
    line, reason, detail = wrong
    found = text_with(lesson, line, process=bench)
    assert found.reason == reason
    assert detail in found.detail
    assert "\n" not in found.detail
    assert text_with(lesson, right, process=bench).passed


def test_a_loop_that_never_ends_costs_one_message(lesson, monkeypatch):
    monkeypatch.setattr("lessons.engine.process.slowness", lambda: 1.0)  # else a busy machine gives it longer
    assert text_with(lesson, "while True: pass", seconds=1) == Judgement("time", "1")


def test_what_came_before_the_time_was_up_is_judged(lesson, tmp_path):
    line = "return x.relu() if len(x) < 12 else [0 for _ in iter(int, 1)]"
    sooner = replace(lesson, repair=Repair((1001,), ("GELU",)))
    nan = line.replace("x.relu()", "x * float('nan')")
    assert judge(copy_with(lesson, tmp_path, nan), sooner, seconds=3).reason == "gradient"


def test_what_was_not_changed_is_said_to_be_so_at_once(lesson):
    assert text_with(lesson, lesson.edits[0].after, seconds=0).reason == "unchanged"
    assert judge_text(lesson, {}).reason == "unchanged"


def test_files_here_or_beside_the_judged_one_are_not_taken_for_pythons(lesson, tmp_path, monkeypatch):
    package = copy_with(lesson, tmp_path / "workspace", "import random, json; return x.gelu()")
    for folder in (tmp_path, package):
        for name in ("random.py", "json.py", "numpy.py"):
            (folder / name).write_text("raise SystemExit('mine')", encoding="utf-8")
    (package / "nn" / "random.py").write_text("raise SystemExit('mine')", encoding="utf-8")
    (package / "random.py").write_text(healthy_text("minimodel/random.py"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert judge(package, lesson).passed


@pytest.mark.parametrize("name", ["activations.py", "spare.py"])
def test_a_file_that_is_none_costs_a_sentence(lesson, tmp_path, name):
    package = copy_with(lesson, tmp_path, "return x.gelu()")
    (package / "nn" / name).unlink(missing_ok=True)
    os.mkfifo(package / "nn" / name)
    found = judge(package, lesson)
    assert (found.reason, found.detail) == ("import", f"nn/{name}: no file of at most 1 MB")
    (package / "nn" / name).unlink()
    (package / "nn" / name).write_bytes(b"\xff\xfe\x00")  # no text either
    assert judge(package, lesson).reason == "import"


def test_every_place_of_a_break_has_to_be_repaired(lesson, tmp_path):
    tanh = Edit("minimodel/nn/activations.py", "return x.tanh()", "return x")
    loop = Edit("minimodel/training.py", "            optimizer.step()\n", "")
    broken = replace(lesson, edits=(lesson.edits[0], tanh, loop), repair=Repair((1,), ("GELU", "Tanh")))
    code = edited_text(broken.edits, tanh.file)
    package = write_own(tmp_path, broken, code.replace("return x.relu()", "return x.relu() "))
    assert judge(package, broken).reason == "trajectory"
    write_own(tmp_path, broken, healthy_text(tanh.file))
    assert judge(package, broken).passed
    (package / "training.py").write_text(edited_text(broken.edits, loop.file), encoding="utf-8")
    assert judge(package, broken).reason == "trajectory"


def test_a_layers_own_parameters_are_checked_too(lesson, tmp_path):
    edit = Edit("minimodel/operations.py", "lambda g: dot(g.mT, x),", "lambda g: dot(x.mT, g).mT * 0.5,")
    broken = replace(lesson, edits=(edit,), repair=Repair((1,), ("Linear 5 3",)))
    package = write_own(tmp_path, broken, edited_text(broken.edits, edit.file) + "\n# tried")
    found = judge(package, broken)
    assert found.reason == "gradient"
    assert found.detail.startswith("Linear 5 3: weight.grad[0, 0] ")
    write_own(tmp_path, broken, healthy_text(edit.file).replace(edit.before, "lambda g: dot(x.mT, g).mT,"))
    assert judge(package, broken).passed


def test_where_several_cures_are_right_what_they_reach_counts(lesson, tmp_path):
    accept = (Bound("agreement", "train_accuracy", least=0.99), Bound("agreement", "final_loss", most=0.1))
    tolerant = replace(lesson, repair=Repair((1001, 1002), (), accept))
    assert judge(copy_with(lesson, tmp_path, "return x.relu()"), tolerant).passed
    found = judge(copy_with(lesson, tmp_path, "return 2 * x"), tolerant)
    assert found.reason == "bound"
    assert found.detail.startswith("agreement, 1001: train_accuracy 0.")
    assert found.detail.endswith(" < 0.99")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's own means")
@pytest.mark.parametrize(
    "line",
    [
        "open('array.txt', 'w')",
        "open('/etc/passwd')",
        "import os; os.fork()",
        "import subprocess; subprocess.run(['true'])",
        "import socket; socket.socket()",
    ],
)
def test_code_that_reaches_outside_is_refused_and_told(lesson, bench, line):
    if what_is_not_limited():
        pytest.skip("this system has not all of the means")
    assert text_with(lesson, f"{line}; return x.gelu()", process=bench).reason == "outside"


@pytest.mark.parametrize(
    ("start", "seconds", "found"),
    [
        ("raise SystemExit(7)", 20, Judgement("died", "7")),
        ("import sys; sys.stdin.read()", 0.01, Judgement("time", "0")),
    ],
)
def test_a_process_that_dies_or_waits_for_ever_is_told(lesson, monkeypatch, start, seconds, found):
    monkeypatch.setattr(limited_process, "START", start)
    assert text_with(lesson, "return x.gelu()", seconds=seconds) == found


def fails(*given: object) -> Iterator[object]:
    raise LessonError("it is so")
    yield


@pytest.mark.parametrize(
    ("came", "found"),
    [(fails, Judgement("raises", "it is so")), (lambda *_: iter(()), Judgement("died", "0"))],
    ids=["fails", "ends early"],
)
def test_a_stream_of_answers_that_fails_is_judged(lesson, monkeypatch, came, found):
    monkeypatch.setattr(Process, "items", came)
    edit = lesson.edits[0]
    assert judge_text(lesson, {edit.file: healthy_text(edit.file)}) == found


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [(0, "died", "0"), (-9, "killed", "SIGKILL"), (-11, "crashed", "SIGSEGV"), (-40, "crashed", "40")],
)
def test_every_end_has_its_reason(code, reason, detail):
    assert ending(CodeEnded("ended", code), 20) == Judgement(reason, detail)


@pytest.mark.parametrize(("reason", "detail"), [("time", "20"), ("no_answer", ""), ("not_started", "")])
def test_what_has_no_end_has_a_reason_too(reason, detail):
    assert ending(CodeEnded(reason), 20) == Judgement(reason, detail)


# ---- forged answers --------------------------------------------------------

FORGE = """
import os
for descriptor in range(3, 64):
    try:
        os.write(descriptor, {message!r})
    except OSError:
        pass
"""
OF_ALL = b'{"tuple":["value",[{"dict":[["error","reason","at_import"],["","passed",false]]}]]}'
JUDGEMENT = b"\x80\x04clessons.judge.calls\nJudgement\nN}\x8c\x06passed\x88s\x86b0\x8c\x05valueN\x86."


@pytest.mark.parametrize("message", [OF_ALL, JUDGEMENT, b'{"tuple":["value",[{"dict":[[],[]]}]]}'])
@pytest.mark.parametrize("then", ["os._exit(0)", "pass"])
def test_a_forged_answer_passes_nothing_and_the_next_judgement_is_right(lesson, bench, message, then):
    framed = len(message).to_bytes(limited_process.SIZE_BYTES, "big") + message
    wrong = code_with(f"{lesson.edits[0].after}  # as it was", lesson).replace(" as it was", "")
    code = f"{wrong}\n{FORGE.format(message=framed)}\n{then}\n"
    forged = judge_text(lesson, {lesson.edits[0].file: code})
    assert forged.reason in ("no_answer", "died", "raises")
    assert text_with(lesson, RIGHT[0], process=bench).passed
    assert text_with(lesson, WRONG[0][0], process=bench).reason == "trajectory"


ODD = [
    {},
    {"error": 1},
    {"x": (None, np.zeros(1))},
    {"error": "", "reason": "passed", "at_import": False},
    {"losses": [], "outputs": [], "shares": []},
    {"losses": [0.1] * 60, "outputs": [np.zeros((1, 1))], "shares": []},
    {"losses": [0.1] * 60, "outputs": [np.zeros((1, 1))] * 2, "shares": ["all"]},
    {"losses": [], "metrics": {}, "grid": [""]},
    {"parameters": {}, "outputs": None},
    {"parameters": {"0": [1]}, "outputs": np.zeros(10**6)},
    {"losses": [], "outputs": np.zeros((1, 1))},
    {"losses": [], "outputs": np.zeros((48, 1))},
]


@pytest.mark.parametrize("name", ["break-gelu-identity", "softmax-twice", "build-sequential", "build-backward"])
def test_an_answer_of_any_form_is_a_judgement_and_never_right(name):
    lesson = load_lesson(CONTENT / name)
    asks = [ask for asks in asks_by_check(lesson.lab) for ask in asks] if lesson.lab else [*asks_of_repair(lesson)]
    for ask in asks:
        for odd in ODD:
            found = problem_of(ask, odd)
            assert found or (ask.may_raise and odd.get("error") == ""), (ask, odd)


def test_the_learners_copy_is_their_own(lesson, tmp_path):
    edit = lesson.edits[0]
    assert read_own(tmp_path, edit.file) is None
    package = write_own(tmp_path, lesson, "mine")
    (package / "extra.py").write_text("", encoding="utf-8")  # beside the library, and no other version of it
    assert read_own(tmp_path, edit.file) == "mine"
    assert healthy_text(edit.file) != "mine"
    assert (tmp_path / edit.file).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.rglob("*.new"))


def test_a_copy_of_an_earlier_library_is_set_aside_and_kept(lesson, tmp_path):
    edit, package = lesson.edits[0], tmp_path / "minimodel"
    write_own(tmp_path, lesson, "mine, of last year")
    (package / "training.py").rename(package / "loop.py")
    assert read_own(tmp_path, edit.file) is None
    write_own(tmp_path, lesson, healthy_text(edit.file))
    assert judge(package, lesson).passed
    kept = tmp_path / "minimodel-before-1" / edit.file.removeprefix("minimodel/")
    assert kept.read_text(encoding="utf-8") == "mine, of last year"


def test_every_reason_has_words_in_both_languages():
    every = {value for name, value in vars(Reason).items() if name.isupper()}
    for language in ("en", "es"):
        assert [reason for reason in every if not Text(language).has(f"repair.{reason}")] == []
