"""Judging a repair or a lab by what it does, and by nothing else.

The learner's code runs in a process of its own, with limits, so that `while True` costs a message. That process only
computes: what comes back are numbers, and whether they are right is decided here.
"""

import json
import os
import pickle
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from lessons.lesson import Lesson
from lessons.runs.edits import edited_files, edited_text, inside
from lessons.runs.judgement import (
    DIED,
    IMPORT,
    MEMORY,
    PASSED,
    RAISES,
    TIME,
    UNCHANGED,
    Answer,
    Ask,
    Judgement,
)
from lessons.runs.judging import Request
from lessons.runs.lab_checks import asks_of_lab, forbidden
from lessons.runs.repair_checks import asks_of_repair

SECONDS = 20
OUT_OF_TIME, KILLED = (
    -24,
    -9,
)  # ended by SIGXCPU, its processor time used up; or by the system, for its memory
ROOT = Path(__file__).parent.parent.parent
START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs.judging import main; main()"
MORE_SECONDS = 5  # of processor time, where the machine is slow to start


def judge(folder: Path, lesson: Lesson, seconds: float = SECONDS) -> Judgement:
    """Judge a learner's copy of minimodel, or the folder with a lab's file. Blocks for at most about `seconds`."""
    if is_unchanged(folder, lesson):
        return Judgement(UNCHANGED)
    asks = tuple(asks_of_lab(lesson.lab) if lesson.lab else asks_of_repair(lesson))
    path = folder / lesson.lab.file if lesson.lab else folder
    request = Request(
        secrets.token_hex(16),
        str(path.resolve()),
        tuple(ask.call for ask in asks),
        forbidden(lesson.lab) if lesson.lab else (),
        int(seconds) + MORE_SECONDS,
    )
    answers, code = computed(request, seconds)
    return verdict(asks, answers) or unanswered(code, seconds)


def is_unchanged(folder: Path, lesson: Lesson) -> bool:
    """Whether the code is still what there was to begin with."""
    if lesson.lab:
        return same_text(folder / lesson.lab.file, lesson.lab.begin)
    files = edited_files(lesson.edits)
    return all(same_text(folder / inside(file), edited_text(lesson.edits, file)) for file in files)


def same_text(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8").split() == text.split()
    except (OSError, UnicodeDecodeError):
        return False


# ---- the process -----------------------------------------------------------


def computed(request: Request, seconds: float) -> tuple[list[Answer], int | None]:
    """Let the judged code compute: the answers as far as they came, and the exit code; None where time was up."""
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-") as cwd, tempfile.TemporaryFile() as written:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=written,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            env=environment(),
            start_new_session=True,
        )
        try:
            process.communicate(pickle.dumps(request), timeout=seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            code = process.poll()
            end(process)
        written.seek(0)
        return read_answers(written.read(), request.token), code


def environment() -> dict[str, str]:
    """One thread, and no compiled file left behind."""
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return {**os.environ, **threads, "PYTHONDONTWRITEBYTECODE": "1"}


def end(process: "subprocess.Popen[bytes]") -> None:
    """End the process, and whatever it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # a system without groups, or nobody is left in it
        process.kill()
    process.wait()


def read_answers(written: bytes, token: str) -> list[Answer]:
    """The lines that carry the token, each an answer. What else was written counts for nothing."""
    found: list[Answer] = []
    for line in written.decode("utf-8", "replace").splitlines():
        mark, _, values = line.partition(" ")
        if mark == token:
            try:
                found.append(dict(json.loads(values)))
            except (ValueError, TypeError):
                break
    return found


# ---- the verdict -----------------------------------------------------------


def verdict(asks: Sequence[Ask], answers: Sequence[Answer]) -> Judgement | None:
    """The first problem of the first answers; None where they are right, but fewer than were asked for."""
    for ask, answer in zip(asks, answers, strict=False):
        if problem := problem_of(ask, answer):
            return problem
    return Judgement(PASSED) if len(answers) == len(asks) else None


def problem_of(ask: Ask, answer: Answer) -> Judgement | None:
    """What is wrong with an answer. One that is no answer to the question is the end of the process as a judge."""
    if "import" in answer:
        return Judgement(str(answer.get("reason", IMPORT)), str(answer.get("error", answer["import"])))
    if "error" in answer:
        return Judgement(str(answer.get("reason", RAISES)), str(answer["error"]))
    try:
        return ask.problem(answer)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return Judgement(DIED, "?")


def unanswered(code: int | None, seconds: float) -> Judgement:
    """Why the process gave no answer."""
    if code is None or code == OUT_OF_TIME:
        return Judgement(TIME, f"{seconds:.0f}")
    return Judgement(MEMORY) if code == KILLED else Judgement(DIED, str(code))
