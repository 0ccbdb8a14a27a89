"""The process that computes for the judge, seen from outside: started, listened to, and ended whatever it does.

Nothing is waited for that the process could withhold: its ways back are read by threads, and each wait has an end.
"""

import json
import os
import pickle
import queue
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from lessons.runs.judgement import (
    CLOSED,
    CRASHED,
    DIED,
    KILLED,
    NONSENSE,
    OUTPUT,
    TIME,
    Answer,
    Judgement,
)
from lessons.runs.judging import CANNOT_ANSWER, Request

ROOT = Path(__file__).parent.parent.parent
ANSWERS, PRINTED = "answers", "printed"
START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs.judging import main; main()"
MOST = {ANSWERS: 64 * 1024**2, PRINTED: 1024**2}  # bytes that are taken
LONGEST = 80  # characters of what was written, as the learner is shown them
GRACE = 2.0  # seconds for what should come at once
PATIENCE = 0.25  # seconds between two looks at whether it still runs
OUT_OF_TIME, KILLED_BY = -24, -9  # ended by SIGXCPU, its processor time used up; by SIGKILL
WARNING = re.compile(rb"warning|Exception ignored", re.IGNORECASE)  # in what libraries write, not the learner


class JudgedProcess:
    """A process of judged code: begin it, hand it a request, take its answers, and have the end told."""

    def __init__(self, until: float, seconds: float) -> None:
        self.until, self.seconds, self.token = until, seconds, secrets.token_hex(16)
        self.came: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        # Of the answers, what is no whole line yet.
        self.came_in = {ANSWERS: bytearray(), PRINTED: bytearray()}
        self.left, self.ended = dict(MOST), set[str]()

    def __enter__(self) -> "JudgedProcess":
        """Start it. It can load what it needs while the request is still being made."""
        self.folder = tempfile.TemporaryDirectory(prefix="lynx-tutor-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder.name,
            env=environment(),
            start_new_session=True,
        )
        ways = ((self.process.stdout, ANSWERS), (self.process.stderr, PRINTED))
        self.threads = [threading.Thread(target=self.listen, args=way, daemon=True) for way in ways]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: Any, traceback: TracebackType | None) -> None:
        """End the process, and whatever it has started."""
        end(self.process)
        if len(self.threads) == len((ANSWERS, PRINTED)):  # it was asked for nothing
            self.send(b"")
        for thread in self.threads:
            thread.join(GRACE)
        self.folder.cleanup()

    def kill(self) -> None:
        """Send its end, and wait for nothing."""
        if self.process.returncode is None:
            kill(self.process)

    def listen(self, way: Any, name: str) -> None:
        """Hand on what comes, until it ends or is too much."""
        with way:
            while self.left[name] > 0 and (piece := os.read(way.fileno(), 65536)):
                self.left[name] -= len(piece)
                self.came.put((name, piece))
        self.came.put((name, b""))

    def ask(self, request: Request) -> None:
        """Hand over a request, in a thread of its own: the process may be gone, or never read."""
        message = pickle.dumps(replace(request, token=self.token))
        self.threads.append(threading.Thread(target=self.send, args=(message,), daemon=True))
        self.threads[-1].start()

    def send(self, message: bytes) -> None:
        try:
            with self.process.stdin as way:  # type: ignore[union-attr]
                way.write(message)
        except OSError:  # it has ended: what it answered says why
            pass

    # ---- what comes back ---------------------------------------------------

    def answers(self) -> Iterator[Answer]:
        """Each answer as it comes, until there are no more, for whatever reason: see `silence`."""
        while ANSWERS not in self.ended and self.left[PRINTED] > 0:
            piece = self.hear(self.until)
            if piece is None:
                return
            if b"\n" in piece:
                *lines, rest = bytes(self.came_in[ANSWERS]).split(b"\n")
                self.came_in[ANSWERS] = bytearray(rest)
                yield from map(self.answer, lines)

    def answer(self, line: bytes) -> Answer:
        """Read a line. One without the token was written by judged code, where only answers belong."""
        mark, _, values = line.partition(b" ")
        if mark != self.token.encode():
            return {"note": OUTPUT, "detail": line[:LONGEST].decode("utf-8", "replace")}
        try:
            return dict(json.loads(values))
        except (ValueError, TypeError, RecursionError):
            return {"note": NONSENSE, "detail": values[:LONGEST].decode("utf-8", "replace")}

    def hear(self, until: float) -> bytes | None:
        """Take one piece of what comes, empty if it is none of an answer; None once nothing more can be hoped for."""
        while True:
            over = self.process.poll() is not None  # and somebody else may keep its ways back open
            try:
                name, piece = self.came.get(timeout=max(0.0, min(PATIENCE, until - time.monotonic())))
                break
            except queue.Empty:
                if over or time.monotonic() >= until:
                    return None
        self.came_in[name] += piece
        if not piece:
            self.ended.add(name)
        return piece if name == ANSWERS else b""

    def output(self) -> Judgement | None:
        """What was printed, if anything was, once the process has ended or should have."""
        until = min(self.until, time.monotonic() + GRACE)
        while PRINTED not in self.ended and self.hear(until) is not None:
            pass
        lines = bytes(self.came_in[PRINTED]).splitlines()
        return next((written(line) for line in lines if line.strip() and not WARNING.search(line)), None)

    def silence(self) -> Judgement:
        """Why no more answers came."""
        if self.left[ANSWERS] <= 0:
            return written(bytes(self.came_in[ANSWERS][:LONGEST]))
        if self.left[PRINTED] <= 0 and (printed := self.output()):
            return printed
        if time.monotonic() >= self.until:
            return Judgement(TIME, f"{self.seconds:.0f}")
        try:
            code = self.process.wait(min(GRACE, max(0.0, self.until - time.monotonic())))
        except subprocess.TimeoutExpired:
            return Judgement(CLOSED)
        return ending(code, self.seconds)


def written(line: bytes) -> Judgement:
    """The judged code wrote something."""
    return Judgement(OUTPUT, line.decode("utf-8", "replace").strip()[:LONGEST])


def ending(code: int, seconds: float) -> Judgement:
    """What an exit code says of a process that should have answered."""
    if code == CANNOT_ANSWER:
        return Judgement(CLOSED)
    if code == OUT_OF_TIME:
        return Judgement(TIME, f"{seconds:.0f}")
    if code >= 0:
        return Judgement(DIED, str(code))
    return Judgement(KILLED if code in (KILLED_BY, -15) else CRASHED, name_of(-code))


def name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def environment() -> dict[str, str]:
    """One thread, no compiled file left behind, and of what is set for Python only where its modules are."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    kept = {key: os.environ[key] for key in ("PYTHONPATH", "PYTHONHOME", "PYTHONUTF8") if key in os.environ}
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return {**own, **kept, **threads, "PYTHONDONTWRITEBYTECODE": "1"}


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and whatever it has started."""
    kill(process)
    process.wait()


def kill(process: "subprocess.Popen[bytes]") -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # a system without groups, or nobody is left in it
        process.kill()
