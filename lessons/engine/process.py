"""A process with limits, which does one job after another: its items come back as plain data.

It is limited before it runs any code that is not ours, a pack's or a learner's: memory, files, other processes, the
network, and where that is wanted processor time for one answer. Whatever it does, a caller gets an item of the type
that was asked for, or `CodeEnded`, and the next job works. A job is a pickle, since it comes from us; nothing that
comes back is.
"""

import os
import pickle
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from lessons.course.lesson.film import Pace
from lessons.course.lesson.values import LessonError
from lessons.engine.job import Job, Paces, Progress, last_item
from lessons.engine.limits import LIMITED
from lessons.engine.server import PROBLEM, SIZE_BYTES, VALUE, unlimited_here
from lessons.plain_data import MAX_BYTES, NotPlain, decode, is_of
from lessons.threads import one_thread

ANSWER_S = 10.0  # of processor time for one answer, such as a step of training; on a slower machine more
ADDITIONS, KNOWN_S = 500_000, 0.03  # and what this many took on the machine for which these limits were written
UNTIMED_S = 1e8  # three years: as long as it takes
CLOCK_FACTOR = 12  # seconds on the clock for one of processor time: the machine may be busy
EXIT_WAIT_S = 1.0
FULL_PIPE_MS = 200  # between two looks at the clock
OUT_OF_TIME = -24  # ended by SIGXCPU
TIME, ENDED, NO_ANSWER, NOT_STARTED = "time", "ended", "no_answer", "not_started"  # the tutor has words for each
SAYS = {
    TIME: "its code does not come to an end, and was stopped",
    ENDED: "its code ended the process that it ran in",
    NO_ANSWER: "what its code gave back is no answer",
    NOT_STARTED: "the system starts no further process for its code",
}  # why no answer came
TOLD = ("PATH", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONUTF8")
OF_NUMPY = ("NPY_", "OPENBLAS_", "OMP_", "MKL_", "VECLIB_")
ROOT = Path(__file__).parents[2]
START = "import sys; sys.path.append(sys.argv[1]); from lessons.engine.server import answer_all; answer_all()"


class CodeEnded(LessonError):
    """Raised where the code gave no answer: `reason` says why, `exit_code` how its process ended."""

    def __init__(self, reason: str, exit_code: int | None = None) -> None:
        super().__init__(f"{SAYS[reason]}.")
        self.reason, self.exit_code = reason, exit_code


class Process:
    """Does one job after another in a process, which is started when it is needed; `idle_s` ends it when it is not."""

    def __init__(self, answer_s: float = ANSWER_S, idle_s: float | None = None) -> None:
        self.given_s, self.idle_s = answer_s, idle_s
        self.asking = threading.Lock()
        self.job: Job | None = None  # that is being done
        self.process: subprocess.Popen[bytes] | None = None
        self.unsent = b""  # what is still to be written to it
        self.close: Callable[[], object] = lambda: None  # end the process, from any thread
        self.is_over = False  # once it is ended for good: no other is started
        self.rest: threading.Timer | None = None  # at whose end it ends

    @cached_property
    def answer_s(self) -> float:
        """Return the processor time for one answer; on a slower machine it is more."""
        return self.given_s if self.given_s >= UNTIMED_S else self.given_s * slowness()

    @property
    def is_living(self) -> bool:
        return getattr(self.close, "alive", False) and self.process is not None and self.process.poll() is None

    def begin(self) -> None:
        """Start the process where there is none, so that its start need not be waited for later."""
        if self.asking.acquire(blocking=False):
            with suppress(CodeEnded):  # who asks is told
                if not self.is_living:
                    self.start()
            self.rest_a_while()
            self.asking.release()

    def start(self) -> None:
        """Start the process, and a thread that reads it. Raises CodeEnded where the system has no more of them."""
        if self.is_over:
            raise CodeEnded(ENDED)
        one_thread()
        self.close()
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-B", "-c", START, str(ROOT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd=os.path.abspath(os.sep),  # none of the learner's
                env=environment(),
            )
        except OSError:
            raise CodeEnded(NOT_STARTED) from None
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()  # an empty one is the last
        self.close = weakref.finalize(self, kill, process)
        if os.name == "posix":  # elsewhere whoever asks code that does not listen may wait for it
            os.set_blocking(process.stdin.fileno(), False)  # type: ignore[union-attr]
        try:
            threading.Thread(target=read_into, args=(process, self.answers), daemon=True).start()
        except RuntimeError:
            with process:
                self.close()
            raise CodeEnded(NOT_STARTED) from None
        self.process = process
        LIVING.add(self)
        self.unsent = pickle.dumps(self.answer_s)

    def items(self, job: Job, paces: Paces = Pace) -> Iterator[Any]:
        """Yield the items of a job, and Progress in between; until it is stopped. Raises LessonError."""
        at_most_one: Any = list[job.gives | Progress]  # type: ignore[name-defined]
        with self.asking:
            asked: Job | None = job
            self.job = job
            try:
                if not self.is_living:
                    self.start()
                while not (pace := paces()).stopped and (found := self.ask(asked, pace, at_most_one)):
                    asked = None
                    yield found[0]
            finally:
                self.job = None
                self.rest_a_while()

    def stop(self, job: Job) -> None:
        """End a job at once, and the process with it; one that is not being done is let be."""
        if self.job is job:
            self.close()

    def end(self) -> None:
        """End the process for good, from any thread: whoever asks from now on is told."""
        self.is_over = True
        self.close()

    def rest_a_while(self) -> None:
        """End the process once nobody has asked for a while, to give its memory back."""
        if self.rest:
            self.rest.cancel()
        if self.idle_s is not None and self.is_living:
            self.rest = threading.Timer(self.idle_s, end_idle, (weakref.ref(self),))
            self.rest.daemon = True
            with suppress(RuntimeError):  # no thread is left for it
                self.rest.start()

    def ask(self, job: Job | None, pace: Pace, kind: Any) -> Any:
        """Begin a job, or go on with the one that is begun, and return what comes of it. Raises LessonError."""
        until = time.monotonic() + CLOCK_FACTOR * self.answer_s
        try:
            self.send(pickle.dumps((job, pace)), until)
            message = self.answers.get(timeout=max(0.0, until - time.monotonic()))
        except (queue.Empty, TimeoutError):
            self.close()
            raise CodeEnded(TIME) from None
        except (OSError, ValueError):  # it has ended, or somebody has ended it meanwhile
            raise self.ending() from None
        if not message:
            raise self.ending()
        try:
            return read_answer(message, kind)
        except NotPlain:
            self.close()
            raise CodeEnded(NO_ANSWER) from None

    def send(self, question: bytes, until: float) -> None:
        """Write a question; where the pipe is full, wait until its reader goes on. Raises OSError, TimeoutError too."""
        assert self.process is not None
        assert self.process.stdin is not None
        pipe = self.process.stdin.fileno()
        self.unsent += question
        while self.unsent:
            try:
                self.unsent = self.unsent[os.write(pipe, self.unsent) :]
            except BlockingIOError:
                if time.monotonic() > until:
                    raise TimeoutError from None
                room = select.poll()
                room.register(pipe, select.POLLOUT)
                room.poll(FULL_PIPE_MS)

    def ending(self) -> CodeEnded:
        """End the process, and say why it gave no answer."""
        assert self.process is not None
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_WAIT_S)
        code = self.process.returncode
        self.close()
        if code is None:  # it lives on, and speaks no more, or too much
            return CodeEnded(NO_ANSWER)
        return CodeEnded(TIME if code == OUT_OF_TIME else ENDED, code)


def end_idle(process: "weakref.ref[Process]") -> None:
    """End a process that nobody asks."""
    if (idle := process()) and idle.asking.acquire(blocking=False):
        idle.close()
        idle.asking.release()


def read_answer(message: bytes, kind: Any) -> Any:
    """Return the value of an answer. Raises LessonError with the problem that it tells, and NotPlain for no answer."""
    match decode(message):
        case [str(word), value] if word == VALUE and is_of(kind)(value):
            return value
        case [str(word), str(words)] if word == PROBLEM:
            raise LessonError("".join(each if each.isprintable() else " " for each in words))
    raise NotPlain("no answer to what was asked")


def environment() -> dict[str, str]:
    """Return the environment of such a process: Python's path and NumPy's settings, no other of the learner's."""
    found = {name: value for name, value in os.environ.items() if name in TOLD or name.startswith(OF_NUMPY)}
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    whole = [os.path.abspath(path) for path in paths if path]
    kept = [path for path in whole if path != os.getcwd() or path == str(ROOT)]
    return {**found, "PYTHONPATH": os.pathsep.join(kept)}


def read_into(process: "subprocess.Popen[bytes]", answers: "queue.SimpleQueue[bytes]") -> None:
    """Hand on the answers of a process; `b""` at its end, or once it sends one that was not asked for."""
    assert process.stdout is not None
    with process.stdout as pipe:
        while 0 < (size := int.from_bytes(pipe.read(SIZE_BYTES), "big")) <= MAX_BYTES and not answers.qsize():
            if len(message := pipe.read(size)) < size:
                break
            answers.put(message)
    answers.put(b"")


def kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and whatever it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # a system without groups, or nobody is left in it
        process.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


@cache
def slowness() -> float:
    """Return this machine's time for a Python loop over that of the known machine; at least 1."""
    begun, total = time.thread_time(), 0
    for number in range(ADDITIONS):
        total += number
    return max(1.0, (time.thread_time() - begun) / KNOWN_S)


LIVING: "weakref.WeakSet[Process]" = weakref.WeakSet()


def end_all() -> None:
    """End every process with limits: nobody waits for them any more."""
    for each in tuple(LIVING):
        each.close()


def what_is_not_limited() -> tuple[str, ...]:
    """Return the names, as in limits.py, of the limits that this system cannot set; each is tried."""
    try:
        found: tuple[str, ...] = last_item(Process().items(Job.of(unlimited_here)))
        return found
    except LessonError:
        return LIMITED
