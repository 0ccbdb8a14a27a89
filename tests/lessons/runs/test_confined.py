"""A pack's code gives an answer, or ends in a sentence: its process reaches no file, no program and no network."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lessons.format import LessonError
from lessons.runs import confined
from lessons.runs.confined import Apart, CodeEnded, end_all
from lessons.runs.measured import Measured

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")


class Thing:
    """Something with methods, as a run has them."""

    def __init__(self, start: int) -> None:
        self.start = start

    def __iter__(self) -> Iterator[int]:
        yield from range(self.start)

    def added(self, more: int) -> int:
        return self.start + more


def test_what_is_apart_answers_as_it_would_here() -> None:
    thing = Apart(Thing, 3)
    assert (thing.call("start"), thing.call("added", 4), list(thing)) == (3, 7, [0, 1, 2])


def write() -> None:
    Path("written-by-a-pack").write_text("x", encoding="utf-8")


def reads_home() -> list[str]:
    return os.listdir(Path.home())


def starts_program() -> None:
    os.system("true")  # nothing else would be as plain
    os.execv(sys.executable, [sys.executable, "-c", ""])


def connects() -> None:
    socket.socket()


def fills_memory() -> int:
    return len(bytearray(10**11))


@LINUX
@pytest.mark.parametrize("reach", [write, reads_home, starts_program, connects, fills_memory])
def test_what_reaches_further_is_refused_in_a_sentence(reach: Callable[[], Any]) -> None:
    with pytest.raises(LessonError, match=r"PermissionError|MemoryError"):
        Apart(reach).call("")


class Hostile:
    """Would run a program where it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("true",)


def leaves() -> None:
    os._exit(3)


@pytest.mark.parametrize("ends", [Hostile, leaves])
def test_an_answer_that_is_no_plain_data_and_an_end_are_told_alike(ends: Callable[[], Any]) -> None:
    with pytest.raises(CodeEnded, match="ended the process"):
        Apart(ends).call("")


def never_ends() -> int:
    return 9**9**9 % 10


def test_what_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "CLOCK_S", 0.0)
    run = Apart(never_ends)
    with pytest.raises(CodeEnded, match="does not come to an end"):
        run.call("")
    assert run.process is not None
    assert run.process.returncode is not None


def test_every_process_ends_with_the_tutor() -> None:
    run = Apart(Thing, 1)
    run.call("start")
    end_all()
    with pytest.raises(CodeEnded):
        run.call("start")


def numbers() -> Any:
    return {"a": np.arange(3.0), "b": np.float64(2)}


def test_arrays_and_our_own_dataclasses_come_back() -> None:
    found = Apart(numbers).call("")
    assert (found["a"].tolist(), float(found["b"])) == ([0.0, 1.0, 2.0], 2.0)
    measured = Apart(Measured, None, (1,), {"arm": {"loss": (0.5,)}}).call("")
    assert measured.of("loss", "arm") == (0.5,)
