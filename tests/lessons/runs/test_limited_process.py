"""Foreign code gives an answer, or ends in a sentence: its process reaches no file, no program and no network."""

import os
import resource
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.course.values import LessonError
from lessons.runs import limited_process
from lessons.runs.experiment import Measured
from lessons.runs.limited_process import UNTIMED_S, CodeEnded, LimitedProcess, end_all, what_is_not_limited
from lessons.runs.limits import LIMITED
from tutor.words.text import Text

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")


class Thing:
    def __init__(self, start: int) -> None:
        self.start = start

    def __iter__(self) -> Iterator[int]:
        yield from range(self.start)

    def added(self, more: int) -> int:
        return self.start + more


def test_what_is_apart_answers_as_it_would_here():
    thing = LimitedProcess(Thing, 3)
    assert (thing.call("start"), thing.call("added", 4), list(thing)) == (3, 7, [0, 1, 2])


def starts_program() -> None:
    os.system("true")  # nothing else would be as plain
    os.execv(sys.executable, [sys.executable, "-c", ""])


def reaches_its_parent(how: str) -> None:
    parent = os.getppid()
    {
        "limits": lambda: resource.prlimit(parent, resource.RLIMIT_FSIZE),
        "slows": lambda: os.setpriority(os.PRIO_PROCESS, parent, os.getpriority(os.PRIO_PROCESS, parent)),
        "moves": lambda: os.sched_setaffinity(parent, os.sched_getaffinity(parent)),
        "reschedules": lambda: os.sched_setscheduler(parent, os.SCHED_OTHER, os.sched_param(0)),
    }[how]()


@LINUX
@pytest.mark.parametrize(
    ("reach", "given"),
    [
        (Path.write_text, (Path("written-by-a-pack"), "x")),
        (os.listdir, (Path.home(),)),
        (starts_program, ()),
        (socket.socket, ()),
        (bytearray, (10**11,)),
        *((reaches_its_parent, (how,)) for how in ("limits", "slows", "moves", "reschedules")),
    ],
)
def test_what_reaches_further_is_refused_in_a_sentence(reach, given):
    with pytest.raises(LessonError, match=r"PermissionError|MemoryError"):
        LimitedProcess(reach, *given).call("")


class Hostile:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("true",)


def leaves() -> None:
    os._exit(3)


@pytest.mark.parametrize("ends", [Hostile, leaves])
def test_an_answer_that_is_no_plain_data_and_an_end_are_told_alike(ends):
    with pytest.raises(CodeEnded, match="ended the process"):
        LimitedProcess(ends).call("")


def surroundings() -> tuple[str, tuple[str, ...]]:
    return os.getcwd(), tuple(os.environ)


@LINUX
def test_the_folder_and_the_environment_one_stands_in_are_kept_from_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("A_SECRET", "of mine")
    for path in ("", str(tmp_path), "."):
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join((path, str(limited_process.ROOT))))
        with pytest.raises(LessonError, match="PermissionError"):
            LimitedProcess(os.listdir, str(tmp_path)).call("")
    folder, names = LimitedProcess(surroundings).call("")
    assert folder != str(tmp_path)
    assert "A_SECRET" not in names


def never_ends() -> int:
    return 9**9**9 % 10


def test_what_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(limited_process, "CLOCK_FACTOR", 0)
    run = LimitedProcess(never_ends)
    with pytest.raises(CodeEnded, match="does not come to an end"):
        run.call("")
    assert run.process.returncode is not None


def processor_limit_s() -> int:
    return resource.getrlimit(resource.RLIMIT_CPU)[0]


def test_a_slower_machine_has_more_time(monkeypatch):
    here = LimitedProcess(processor_limit_s).call("")
    monkeypatch.setattr(limited_process, "slowness", lambda: 100.0)
    assert LimitedProcess(processor_limit_s).call("") > here + 90 * limited_process.ANSWER_S


def test_what_is_ours_takes_as_long_as_it_takes():
    assert LimitedProcess(processor_limit_s, answer_s=UNTIMED_S).call("") > UNTIMED_S


def test_every_process_ends_with_the_tutor():
    run = LimitedProcess(Thing, 1)
    run.call("start")
    end_all()
    with pytest.raises(CodeEnded):
        run.call("start")


def test_a_process_that_cannot_be_asked_is_not_limited_in_anything(monkeypatch):
    monkeypatch.setattr(limited_process, "START", "raise SystemExit(3)")
    assert what_is_not_limited() == LIMITED


def numbers() -> Any:
    return {"a": np.arange(3.0), "b": np.float64(2)}


def test_arrays_and_our_own_dataclasses_come_back():
    found = LimitedProcess(numbers).call("")
    assert (found["a"].tolist(), float(found["b"])) == ([0.0, 1.0, 2.0], 2.0)
    measured = LimitedProcess(Measured, None, (1,), {"arm": {"loss": (0.5,)}}).call("")
    assert measured.of("loss", "arm") == (0.5,)


def test_what_is_not_limited_has_words_in_both_languages():
    assert set(what_is_not_limited()) <= set(LIMITED)
    for language in ("en", "es"):
        assert [name for name in LIMITED if not Text(language).has(f"limits.{name}")] == []
