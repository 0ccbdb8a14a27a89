"""Foreign code gives an answer, or ends in a sentence: its process reaches no file, no program and no network."""

import os
import pickle
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.film import Frame, Pace
from lessons.course.lesson.values import LessonError
from lessons.engine import limits
from lessons.engine import process as limited_process
from lessons.engine.job import Job, last_item
from lessons.engine.limits import LIMITED
from lessons.engine.process import UNTIMED_S, CodeEnded, Process, end_all, what_is_not_limited
from lessons.engine.server import SIZE_BYTES
from lessons.runs.trained_model import Rows
from tutor.words.text import Text

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")


def counts(end: int) -> Iterator[int]:
    yield from range(end)


def value(function: Any, *arguments: Any, process: Process | None = None) -> Any:
    return last_item((process or Process()).items(Job.of(function, *arguments)))


def test_one_process_does_job_after_job_as_they_would_be_done_here(bench):
    assert [*bench.items(Job.of(counts, 3))] == [0, 1, 2]
    assert value(abs, -4, process=bench) == 4
    assert [next(bench.items(Job.of(counts, 3))), *bench.items(Job.of(counts, 2))] == [0, 0, 1]  # one was left


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
def test_what_reaches_further_is_refused_in_a_sentence(bench, reach, given):
    with pytest.raises(LessonError, match=r"PermissionError|MemoryError"):
        value(reach, *given, process=bench)


class Hostile:
    """Nothing that anybody asked for."""


def leaves() -> None:
    os._exit(3)


def test_an_answer_that_is_no_plain_data_is_told(bench):
    with pytest.raises(LessonError, match="Hostile is no plain data"):
        value(Hostile, process=bench)


def surroundings() -> tuple[str, tuple[str, ...]]:
    return os.getcwd(), tuple(os.environ)


@LINUX
def test_the_folder_and_the_environment_one_stands_in_are_kept_from_it(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("A_SECRET", "of mine")
    for path in ("", str(tmp_path), "."):
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join((path, str(limited_process.ROOT))))
        with pytest.raises(LessonError, match="PermissionError"):
            value(os.listdir, str(tmp_path))
    folder, names = value(surroundings)
    assert folder != str(tmp_path)
    assert "A_SECRET" not in names


def never_ends() -> int:
    return 9**9**9 % 10


def test_what_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(limited_process, "CLOCK_FACTOR", 0)
    process = Process()
    with pytest.raises(CodeEnded, match="does not come to an end"):
        value(never_ends, process=process)
    assert not process.is_living


def processor_limit_s() -> int:
    return resource.getrlimit(resource.RLIMIT_CPU)[0]


def test_a_slower_machine_has_more_time(monkeypatch):
    here = value(processor_limit_s)
    monkeypatch.setattr(limited_process, "slowness", lambda: 100.0)
    assert value(processor_limit_s) > here + 90 * limited_process.ANSWER_S


def test_what_is_ours_takes_as_long_as_it_takes():
    assert value(processor_limit_s, process=Process(UNTIMED_S)) > UNTIMED_S


def test_every_process_ends_with_the_tutor():
    process = Process()
    process.begin()
    assert process.is_living
    end_all()
    assert not process.is_living


def test_a_process_that_cannot_be_asked_is_not_limited_in_anything(monkeypatch):
    monkeypatch.setattr(limited_process, "START", "raise SystemExit(3)")
    assert what_is_not_limited() == LIMITED


def rows() -> Rows:
    return Rows(np.ones((2, 3)), np.arange(2), np.ones((0, 3)), np.arange(0), 2)


def test_arrays_and_our_own_dataclasses_come_back(bench):
    found = value(rows, process=bench)
    assert isinstance(found, Rows)
    assert (found.x.tolist(), found.x_out.shape) == ([[1.0] * 3] * 2, (0, 3))


def says_frames(count: int) -> Iterator[Frame]:
    yield from range(count)  # type: ignore[misc]


def says_words() -> str:
    return 3  # type: ignore[return-value]


def test_what_is_of_another_type_than_was_promised_is_no_answer():
    with pytest.raises(CodeEnded, match="no answer"):
        value(says_words)
    with pytest.raises(CodeEnded, match="no answer"):
        value(says_frames, 2)


def test_after_one_that_has_ended_another_does_the_next_job_unless_it_was_ended_for_good():
    process = Process()
    with pytest.raises(CodeEnded, match="ended the process"):
        value(leaves, process=process)
    assert value(abs, -3, process=process) == 3
    process.end()
    with pytest.raises(CodeEnded, match="ended the process"):
        value(abs, -3, process=process)


@pytest.mark.parametrize("missing", ["process", "thread"])
def test_a_process_that_cannot_be_started_is_told(monkeypatch, missing):
    def none_left(*arguments: Any, **options: Any) -> Any:
        raise {"process": BlockingIOError, "thread": RuntimeError}[missing]

    owner = limited_process.threading.Thread if missing == "thread" else limited_process.subprocess
    monkeypatch.setattr(owner, "start" if missing == "thread" else "Popen", none_left)
    process = Process()
    process.begin()  # which says nothing: whoever asks is told
    with pytest.raises(CodeEnded, match="starts no further process"):
        value(abs, -3, process=process)
    monkeypatch.undo()
    assert value(abs, -3, process=process) == 3


# ---- forged answers --------------------------------------------------------


def forge(message: bytes, then: str) -> int:
    """Write a message wherever it may be read, and end, wait for ever, or go on."""
    for descriptor in range(1, limits.DESCRIPTORS):
        with suppress(OSError):
            os.write(descriptor, message)
    if then == "ends":
        os._exit(0)
    return signal.pause() if then == "waits" else 3


def framed(line: bytes) -> bytes:
    return len(line).to_bytes(SIZE_BYTES, "big") + line


FORGED = {
    "a length of 10^12": ((10**12).to_bytes(8, "big") + b"[]", "goes on"),
    "800 MB": ((800_000_000).to_bytes(8, "big") + b"x" * 60_000, "waits"),
    "half a message": ((100).to_bytes(8, "big") + b'{"tuple":', "ends"),
    "garbage": (bytes(range(255, 0, -1)), "waits"),
    "a pickle": (framed(pickle.dumps(("value", 3))), "ends"),
    "another type": (framed(b'{"tuple":["value","3"]}'), "goes on"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_answer_is_told_and_nothing_else_comes_of_it(what):
    process = Process()
    with pytest.raises(CodeEnded, match=r"no answer|ended the process"):
        value(forge, *FORGED[what], process=process)
    assert not process.is_living


def test_half_a_message_keeps_nobody_waiting_for_ever():
    with pytest.raises(CodeEnded, match="does not come to an end"):
        value(forge, FORGED["half a message"][0], "waits", process=Process(0.2))


THREE = framed(b'{"tuple":["value",[3]]}')


def test_of_a_process_that_has_ended_what_it_had_said_is_read_and_nothing_more():
    items = Process().items(Job.of(forge, THREE, "ends"))
    assert next(items) == 3
    with pytest.raises(CodeEnded, match="ended the process"):
        next(items)


def test_a_process_that_does_not_listen_keeps_nobody_waiting_for_ever():
    items = Process(1).items(Job.of(forge, THREE, "waits"), lambda: Pace(words="x" * 1_000_000))
    assert next(items) == 3
    with pytest.raises(CodeEnded, match="does not come to an end"):
        next(items)


def test_what_is_not_limited_has_words_in_both_languages():
    assert set(what_is_not_limited()) <= set(LIMITED)
    for language in ("en", "es"):
        assert [name for name in LIMITED if not Text(language).has(f"limits.{name}")] == []
