"""Processes of their own for what a lesson's edited code does: one that never ends costs a sentence."""

import json
import os
import pickle
import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from lessons.runs.judged_process import end

SILENCE_S = 90  # on the clock, without a sign of life: the machine may be busy
ROOT = Path(__file__).parent.parent.parent
START = "import sys; sys.path.append(sys.argv[1]); from lessons.check.worker_process import main; main()"
ENDLESS = "it does not come to an end"
OUT_OF_TIME = -24  # ended by SIGXCPU
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class Trouble(Exception):
    """What the code of a lesson did instead of an answer: a sentence."""


class Worker:
    """One process. `ask` blocks; a process that gives no answer is ended, and the next question begins another."""

    def __init__(self, pack: Path | None = None) -> None:
        self.pack = pack  # where what is proved is, if that is no folder of the course
        self.process: subprocess.Popen[bytes] | None = None

    def ask(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], beat: Callable[[float], None]
    ) -> Any:
        """Let the process call a function, and return its answer, as JSON has it. Raises Trouble."""
        if self.process is None:
            self.start()
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(pickle.dumps((function, arguments)))
            self.process.stdin.flush()
            found = self.answer(beat)
        except (OSError, queue.Empty):
            found = None
        if found is None:
            raise Trouble(self.ended())
        if "trouble" in found:
            raise Trouble(found["trouble"])
        return found["answer"]

    def answer(self, beat: Callable[[float], None]) -> dict[str, Any] | None:
        """Return the next answer, past the signs of life; None where the process has ended."""
        while (line := self.lines.get(timeout=SILENCE_S)) is not None:
            found: dict[str, Any] = json.loads(line)
            if "beat" not in found:
                return found
            beat(found["beat"])
        return None

    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="lynx-tutor-check-")
        limits = (self.folder.name, str(self.pack)) if self.pack else ()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-W", "ignore", "-c", START, str(ROOT), *limits],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.name,
            env={**os.environ, **ONE_THREAD, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": self.folder.name},
            start_new_session=True,
        )
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        Thread(target=read_into, args=(self.process, self.lines), daemon=True).start()

    def ended(self) -> str:
        """End the process, and say why it gave no answer."""
        assert self.process is not None
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            code = OUT_OF_TIME
        self.close()
        if code == OUT_OF_TIME:
            return ENDLESS
        return "it uses more memory than a lesson may" if code == -9 else "it ends the program"

    def close(self) -> None:
        if self.process is not None:
            end(self.process)
            for pipe in (self.process.stdin, self.process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()
            self.process = None
            self.folder.cleanup()


def read_into(process: "subprocess.Popen[bytes]", lines: "queue.Queue[bytes | None]") -> None:
    """Hand on every line that a process writes, and None at its end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):  # closed from the other side
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


class Workers:
    """As many processes as there are cores. May be asked from several threads at once."""

    def __init__(self, count: int, pack: Path | None = None) -> None:
        self.count = count
        self.ended = False
        self.all = [Worker(pack) for _ in range(count)]
        self.idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in self.all:
            self.idle.put(worker)

    def ask(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        beat: Callable[[float], None] = lambda done: None,
    ) -> Any:
        """Let an idle process call a function of a module. Raises Trouble."""
        with self.core() as worker:
            return worker.ask(function, arguments, beat)

    @contextmanager
    def core(self) -> Iterator[Worker]:
        """Hold one of the cores, for a worker or for a judge that has a process of its own. Raises Trouble."""
        worker = self.idle.get()
        try:
            if self.ended:
                raise Trouble("the check was ended")
            yield worker
        finally:
            self.idle.put(worker)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended = True
        for worker in self.all:
            worker.close()
