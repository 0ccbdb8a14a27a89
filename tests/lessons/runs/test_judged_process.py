"""The process of judged code is started, listened to, and ended whatever it does; the system's walls are around it."""

import os
import sys

import pytest

from lessons.load import CONTENT, load_lesson
from lessons.runs import judged_process, reasons
from lessons.runs.edits import healthy_text
from lessons.runs.judge import judge_text, what_is_not_limited
from lessons.runs.judged_process import JudgedProcess, ending, environment
from lessons.runs.judgement import Judgement
from lessons.runs.judging import Request
from lessons.runs.limits import LIMITED
from tutor.words.text import Text

BREAK = load_lesson(CONTENT / "break-gelu-identity")
REACHING = {
    "a file, written": "open('array.txt', 'w')",
    "a file, read": "open('/etc/passwd')",
    "a process": "import os; os.fork()",
    "a program": "import subprocess; subprocess.run(['true'])",
    "the network": "import socket; socket.socket()",
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux's own means")
@pytest.mark.parametrize("line", REACHING.values(), ids=REACHING)
def test_code_that_reaches_outside_is_refused_and_told(line: str) -> None:
    if what_is_not_limited():
        pytest.skip("this system has not all of the means")
    edit = BREAK.edits[0]
    code = healthy_text(edit.file).replace(edit.before, f"{line}; return x.gelu()")
    assert judge_text(BREAK, {edit.file: code}).reason == "outside"


def test_what_is_not_limited_has_words_in_both_languages() -> None:
    assert set(what_is_not_limited()) <= set(LIMITED)
    for language in ("en", "es"):
        assert [name for name in LIMITED if not Text(language).has(f"limits.{name}")] == []


def test_every_reason_has_words_in_both_languages() -> None:
    every = {value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)}
    for language in ("en", "es"):
        assert [reason for reason in every if not Text(language).has(f"repair.{reason}")] == []


def silence_of(monkeypatch: pytest.MonkeyPatch, start: str, seconds: float = 60) -> Judgement:
    """What is said of a process of these lines that answers nothing."""
    monkeypatch.setattr(judged_process, "START", start)
    with JudgedProcess(seconds) as process:
        process.ask(Request({}))
        assert list(process.answers()) == []
        return process.silence()


def test_a_process_that_cannot_be_asked_is_not_limited_in_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged_process, "START", "raise SystemExit(3)")
    assert what_is_not_limited() == LIMITED


def test_a_process_that_ends_without_an_answer_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    assert silence_of(monkeypatch, "raise SystemExit(7)") == Judgement("died", "7")


def test_one_that_waits_for_ever_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    assert silence_of(monkeypatch, "import time; time.sleep(600)", 0.1).reason == "time"


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [
        (0, "died", "0"),
        (-9, "killed", "SIGKILL"),
        (-11, "crashed", "SIGSEGV"),
        (-24, "time", "20"),
    ],
)
def test_every_end_has_its_reason(code: int, reason: str, detail: str) -> None:
    assert ending(code, 20) == Judgement(reason, detail)


def test_nothing_that_is_set_for_python_changes_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    found = {name for name in environment() if name.startswith("PYTHON")}
    assert found == {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}


def test_a_process_is_ended_when_it_is_left() -> None:
    with JudgedProcess(60) as process:
        pass
    assert process.process.poll() is not None
    assert not os.path.exists(process.folder.name)
