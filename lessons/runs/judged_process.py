"""The process of judged code from outside: start it, hand it a request, read its answers, say how it ended.

Its limit is one of processor time, so that a verdict does not depend on how busy the machine is. The clock ends only
what waits for something that never comes.
"""

import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lessons.runs import reasons
from lessons.runs.judgement import Answer, Judgement
from lessons.runs.judging import Request

ROOT = Path(__file__).parent.parent.parent
START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs.judging import main; main()"
CLOCK_FACTOR = 10  # seconds on the clock for one of processor time
JOIN_S = 2.0
OUT_OF_TIME = -24  # ended by SIGXCPU: its processor time is used up
ENDED_FROM_OUTSIDE = (-9, -15)


class JudgedProcess:
    """A process of judged code. `seconds` is the processor time that it may take."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, time.monotonic() + CLOCK_FACTOR * seconds
        self.lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None

    def __enter__(self) -> "JudgedProcess":
        self.folder = tempfile.TemporaryDirectory(prefix="lynx-tutor-", ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.name,
            env=environment(),
            start_new_session=True,
        )
        return self

    def __exit__(self, *error: Any) -> None:
        end(self.process)
        if self.thread:
            self.thread.join(JOIN_S)
        for way in (self.process.stdin, self.process.stdout):
            try:
                if way:
                    way.close()
            except OSError:  # it has ended before it had read its request
                pass
        self.folder.cleanup()

    def kill(self) -> None:
        """End it, from any thread, and wait for nothing."""
        if self.process.returncode is None:
            kill(self.process)

    def ask(self, request: Request) -> None:
        """Hand over a request. Its answers are read meanwhile, in a thread."""
        self.thread = threading.Thread(target=self.converse, args=(pickle.dumps(request),), daemon=True)
        self.thread.start()

    def converse(self, message: bytes) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            with self.process.stdin as way:
                way.write(message)
            for line in self.process.stdout:
                self.lines.put(line)
        except (OSError, ValueError):  # it has ended: `silence` says how
            pass
        self.lines.put(None)

    def answers(self) -> Iterator[Answer]:
        """Yield each answer as it comes, until there are no more, for whatever reason: see `silence`."""
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, self.until - time.monotonic()))
            except queue.Empty:
                return
            if line is None:
                return
            yield dict(json.loads(line))

    def silence(self) -> Judgement:
        """Say why no more answers came."""
        try:
            code = self.process.wait(max(0.0, self.until - time.monotonic()))
        except subprocess.TimeoutExpired:
            code = OUT_OF_TIME
        return ending(code, self.seconds)


def ending(code: int, seconds: float) -> Judgement:
    """Say what an exit code tells of a process that should have answered."""
    if code == OUT_OF_TIME:
        return Judgement(reasons.TIME, f"{seconds:.0f}")
    if code >= 0:
        return Judgement(reasons.DIED, str(code))
    return Judgement(reasons.KILLED if code in ENDED_FROM_OUTSIDE else reasons.CRASHED, name_of(-code))


def name_of(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def environment() -> dict[str, str]:
    """Return an environment of one thread, no compiled files, and of Python's own settings only its paths."""
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
