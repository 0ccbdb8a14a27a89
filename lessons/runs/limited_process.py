"""A process with limits for code that is not ours, a pack's or a learner's: its answers come back as plain data.

The process is limited before it runs any of that code: processor time for one answer, memory, files, other processes,
the network. Whatever it does, a caller gets an answer or `CodeEnded`.
"""

import importlib
import io
import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from lessons.course.values import LessonError, error_words
from lessons.course.vocabulary import bring, brought
from lessons.runs.limits import LIMITED, give_time, limit, readable
from lessons.runs.machine_speed import slowness
from lessons.threads import one_thread

ANSWER_S = 10.0  # of processor time for one answer, such as a step of training; on a slower machine more
UNTIMED_S = 1e8  # three years: as long as it takes
CLOCK_FACTOR = 12  # seconds on the clock for one of processor time: the machine may be busy
TOTAL_S = 3600  # of processor time for all answers
EXIT_WAIT_S = 1.0
OUT_OF_TIME = -24  # ended by SIGXCPU
SIZE_BYTES = 8  # of the number that says how long an answer is
TIME, ENDED = "time", "ended"  # why no answer came; the tutor has words for each
SAYS = {TIME: "its code does not come to an end, and was stopped", ENDED: "its code ended the process that it ran in"}
TOLD = ("PATH", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONUTF8")
OF_NUMPY = ("NPY_", "OPENBLAS_", "OMP_", "MKL_", "VECLIB_")
OURS = ("lessons", "tutor")
NUMPY = ("_reconstruct", "dtype", "ndarray", "scalar")
NEEDED = ("decimal", "random", "lessons.runs.experiment")  # whose libraries could not be read later
ROOT = Path(__file__).parents[2]
START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs.limited_process import answer_all; answer_all()"


class CodeEnded(LessonError):
    """Raised where the code gave no answer: `reason` says why, `exit_code` how its process ended."""

    def __init__(self, reason: str, exit_code: int | None = None) -> None:
        super().__init__(f"{SAYS[reason]}.")
        self.reason, self.exit_code = reason, exit_code


class LimitedProcess:
    """A function in a process with limits: ask for its value, its items, or a method's answer."""

    def __init__(self, make: Callable[..., Any], *inputs: Any, answer_s: float = ANSWER_S) -> None:
        self.make, self.inputs, self.answer_s = make, inputs, answer_s * slowness()
        self.asking = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()  # an empty one is the last
        self.close: Callable[[], object] = lambda: None  # end the process, from any thread

    def start(self) -> "subprocess.Popen[bytes]":
        one_thread()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-B", "-c", START, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=os.path.abspath(os.sep),  # none of the learner's
            env=environment(),
        )
        threading.Thread(target=read_into, args=(self.process, self.answers), daemon=True).start()
        self.close = weakref.finalize(self, end, self.process)
        LIVING.add(self)
        self.send((self.make, self.inputs, self.answer_s, brought()))
        return self.process

    def send(self, question: tuple[Any, ...]) -> None:
        process = self.process or self.start()
        assert process.stdin is not None
        pickle.dump(question, process.stdin)
        process.stdin.flush()

    def call(self, name: str, *inputs: Any) -> Any:
        """Call a method there, or fetch an attribute, or without a name the thing itself. Raises LessonError."""
        with self.asking:
            try:
                self.send((name, inputs))
                kind, value = read_answer(self.answers.get(timeout=CLOCK_FACTOR * self.answer_s))
            except queue.Empty:
                self.close()
                raise CodeEnded(TIME) from None
            except (OSError, ValueError, pickle.UnpicklingError):
                raise self.ending() from None
        if kind == "problem":
            raise LessonError(value)
        return value

    def ending(self) -> CodeEnded:
        """End the process, and say why it gave no answer."""
        assert self.process is not None
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_WAIT_S)
        code = self.process.returncode
        self.close()
        return CodeEnded(TIME if code == OUT_OF_TIME else ENDED, code)

    def __iter__(self) -> Iterator[Any]:
        return self.stream("__iter__")

    def stream(self, name: str, *inputs: Any) -> Iterator[Any]:
        """Call a method there that gives an iterator, and yield its items. Raises LessonError."""
        self.call(name, *inputs)
        while found := self.call("__next__"):
            yield found[0]


def environment() -> dict[str, str]:
    """Return what such a process is told: where Python is and how NumPy computes, nothing else of the learner's."""
    found = {name: value for name, value in os.environ.items() if name in TOLD or name.startswith(OF_NUMPY)}
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    whole = [os.path.abspath(path) for path in paths if path]
    kept = [path for path in whole if path != os.getcwd() or path == str(ROOT)]
    return {**found, "PYTHONPATH": os.pathsep.join(kept)}


def read_into(process: "subprocess.Popen[bytes]", answers: "queue.SimpleQueue[bytes]") -> None:
    """Hand on what a process answers, and nothing at its end."""
    assert process.stdout is not None
    with process.stdout as pipe:
        while size := int.from_bytes(pipe.read(SIZE_BYTES), "big"):
            answers.put(pipe.read(size))
    answers.put(b"")


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and whatever it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # a system without groups, or nobody is left in it
        process.kill()
    process.wait()
    with suppress(OSError):  # it has left something unread
        assert process.stdin is not None
        process.stdin.close()


LIVING: "weakref.WeakSet[LimitedProcess]" = weakref.WeakSet()


def end_all() -> None:
    """End every process with limits: nobody waits for them any more."""
    for each in tuple(LIVING):
        each.close()


class PlainData(pickle.Unpickler):
    """Reads plain data: our own dataclasses and NumPy's arrays, and no function that would be called."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.split(".")[0] in (*OURS, "numpy") else None
        if is_dataclass(found) or (module.startswith("numpy") and name in NUMPY):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def read_answer(message: bytes) -> tuple[str, Any]:
    """Read an answer, and of which kind it is. Raises UnpicklingError where it is none."""
    try:
        kind, value = PlainData(io.BytesIO(message)).load()
    except Exception as error:  # half an answer can raise anything
        raise pickle.UnpicklingError(str(error)) from None
    return kind, value


def what_is_not_limited() -> tuple[str, ...]:
    """Return what this system has no means to limit, by the names of limits.py: found by trying."""
    try:
        found: tuple[str, ...] = LimitedProcess(unlimited_here).call("")
        return found
    except LessonError:
        return LIMITED


# ---- in the process --------------------------------------------------------

UNLIMITED: list[str] = []
CONFINED = threading.Event()  # set once this is such a process


def unlimited_here() -> tuple[str, ...]:
    return tuple(UNLIMITED)


def answer_all() -> None:
    """Limit this process for good, make a thing, and answer what is asked of it until nobody asks."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nowhere, descriptor)
    warnings.simplefilter("ignore")
    for module in NEEDED:
        importlib.import_module(module)
    made: list[Any] = []
    try:
        make, inputs, answer_s, own = pickle.load(questions)
        bring(*own)
        CONFINED.set()
        UNLIMITED.extend(limit(math.ceil(max(TOTAL_S, 2 * answer_s)), readable()))
        while True:
            name, given = pickle.load(questions)
            give_time(answer_s)
            message = pickle.dumps(answered(made, make, inputs, name, given), 4)
            answers.write(len(message).to_bytes(SIZE_BYTES, "big") + message)
            answers.flush()
    except (EOFError, OSError):  # nobody asks any more
        os._exit(0)


def answered(
    made: list[Any], make: Callable[..., Any], inputs: tuple[Any, ...], name: str, given: tuple[Any, ...]
) -> tuple[str, Any]:
    """Return the answer to one question, and of which kind it is."""
    try:
        if not made:
            made.append(make(*inputs))
        if name == "__next__":
            return "value", next(([item] for item in made[-1]), None)
        found = getattr(made[0], name) if name else made[0]
        value = found(*given) if name and callable(found) else found
        if isinstance(value, Iterator):
            made.append(value)
            return "value", None
        return "value", value
    except LessonError as error:
        return "problem", str(error)
    except Exception as error:  # whatever the code raises is told
        return "problem", error_words(error)


class Stopped(Exception):
    """Raised where the learner did not wait for the verdict: there is none."""


class Trial:
    """One judgement. Whoever waits for it reads what is tried, in a word, and may stop it from any thread."""

    def __init__(self) -> None:
        self.trying, self.number, self.count = "start", 1, 1  # the word, and which of how many it is
        self.stopped = False
        self.process: LimitedProcess | None = None

    def tries(self, what: str, number: int = 1, count: int = 1) -> None:
        """Go on to something else. Raises Stopped."""
        self.trying, self.number, self.count = what, number, count
        self.check()

    def check(self) -> None:
        """Go on, or raise Stopped."""
        if self.stopped:
            raise Stopped

    def stop(self) -> None:
        """End it: its process is ended at once, and whoever judges finds out at the next step."""
        self.stopped = True
        if self.process is not None:
            self.process.close()
