"""A process with limits for code that is not ours, a pack's or a learner's: its answers come back as plain data.

The process is limited before it runs any of that code: processor time for one answer, memory, files, other processes,
the network. Whatever it does, a caller gets an answer of the type that was asked for, or `CodeEnded`. A question is a
pickle, since it comes from us; nothing that comes back is.
"""

import math
import os
import pickle
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, get_args, get_type_hints

from lessons.course.lesson.values import LessonError, error_words
from lessons.course.lesson.vocabulary import bring, brought
from lessons.engine.limits import LIMITED, give_time, limit, readable
from lessons.engine.machine_speed import slowness
from lessons.plain_data import MAX_BYTES, NotPlain, decode, encode, is_of
from lessons.threads import one_thread

ANSWER_S = 10.0  # of processor time for one answer, such as a step of training; on a slower machine more
UNTIMED_S = 1e8  # three years: as long as it takes
CLOCK_FACTOR = 12  # seconds on the clock for one of processor time: the machine may be busy
TOTAL_S = 3600  # of processor time for all answers
EXIT_WAIT_S = 1.0
FULL_PIPE_MS = 200  # between two looks at the clock
OUT_OF_TIME = -24  # ended by SIGXCPU
SIZE_BYTES = 8  # of the number that says how long an answer is
VALUE, PROBLEM = "value", "problem"  # what an answer is
TIME, ENDED, NO_ANSWER, NOT_STARTED = "time", "ended", "no_answer", "not_started"  # the tutor has words for each
SAYS = {
    TIME: "its code does not come to an end, and was stopped",
    ENDED: "its code ended the process that it ran in",
    NO_ANSWER: "what its code gave back is no answer",
    NOT_STARTED: "the system starts no further process for its code",
}  # why no answer came
TOLD = ("PATH", "HOME", "SYSTEMROOT", "LD_LIBRARY_PATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONUTF8")
OF_NUMPY = ("NPY_", "OPENBLAS_", "OMP_", "MKL_", "VECLIB_")
NEEDED = ("decimal", "random", "lessons.runs.experiment")  # whose libraries could not be read later
ROOT = Path(__file__).parents[2]
START = "import sys; sys.path.append(sys.argv[1]); from lessons.engine.process import answer_all; answer_all()"


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
        self.unsent = b""  # what is still to be written to it
        self.close: Callable[[], object] = lambda: None  # end the process, from any thread

    def start(self) -> None:
        """Start the process, and a thread that reads it. Raises CodeEnded where the system has no more of them."""
        one_thread()
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
        self.close = weakref.finalize(self, end, process)
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
        self.unsent = pickle.dumps((self.make, self.inputs, self.answer_s, brought()))

    def call(self, name: str, *inputs: Any) -> Any:
        """Call a method there, or fetch an attribute, or without a name the thing itself. Raises LessonError."""
        return self.ask(name, inputs, promised(self.make, name))

    def ask(self, name: str, inputs: tuple[Any, ...], kind: Any) -> Any:
        """Return an answer, which is of a type. Raises LessonError."""
        with self.asking:
            if self.process is None:
                self.start()
            until = time.monotonic() + CLOCK_FACTOR * self.answer_s
            try:
                self.send(pickle.dumps((name, inputs)), until)
                message = self.answers.get(timeout=max(0.0, until - time.monotonic()))
            except (queue.Empty, TimeoutError):
                self.close()
                raise CodeEnded(TIME) from None
            except (OSError, ValueError):  # it has ended, or somebody has ended it meanwhile
                raise self.ending() from None
            if not message:
                self.answers.put(message)  # whoever asks again is told the same
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

    def __iter__(self) -> Iterator[Any]:
        return self.stream("__iter__")

    def stream(self, name: str, *inputs: Any) -> Iterator[Any]:
        """Call a method there that gives an iterator, and yield its items. Raises LessonError."""
        item: Any = next(iter(get_args(promised(self.make, name))), Any)
        at_most_one = list[item]
        self.ask(name, inputs, None)
        while found := self.ask("__next__", (), at_most_one):
            yield found[0]


def promised(make: Callable[..., Any], name: str) -> Any:
    """Return the type that a function or a method of a class says that it returns, or that an attribute is of."""
    found = getattr(make, name, None) if isinstance(make, type) else make
    return get_type_hints(found).get("return", Any) if callable(found) else get_type_hints(make).get(name, Any)


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


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and whatever it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # a system without groups, or nobody is left in it
        process.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


LIVING: "weakref.WeakSet[LimitedProcess]" = weakref.WeakSet()


def end_all() -> None:
    """End every process with limits: nobody waits for them any more."""
    for each in tuple(LIVING):
        each.close()


def what_is_not_limited() -> tuple[str, ...]:
    """Return the names, as in limits.py, of the limits that this system cannot set; each is tried."""
    try:
        found: tuple[str, ...] = LimitedProcess(unlimited_here).call("")
        return found
    except LessonError:
        return LIMITED


# ---- in the process --------------------------------------------------------

UNLIMITED: list[str] = []


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
        import_module(module)
    made: list[Any] = []
    try:
        make, inputs, answer_s, own = pickle.load(questions)
        bring(*own)
        import_module("lessons.runs.functions").CONFINED.set()
        UNLIMITED.extend(limit(math.ceil(max(TOTAL_S, 2 * answer_s)), readable()))
        while True:
            name, given = pickle.load(questions)
            give_time(answer_s)
            message = answer(made, make, inputs, name, given)
            answers.write(len(message).to_bytes(SIZE_BYTES, "big") + message)
            answers.flush()
    except (EOFError, OSError):  # nobody asks any more
        os._exit(0)


def answer(
    made: list[Any], make: Callable[..., Any], inputs: tuple[Any, ...], name: str, given: tuple[Any, ...]
) -> bytes:
    """Return the answer to one question: a value, or the problem with it."""
    try:
        return encode((VALUE, value_of(made, make, inputs, name, given)))
    except LessonError as error:
        return encode((PROBLEM, str(error)))
    except Exception as error:  # whatever the code raises is told
        return encode((PROBLEM, error_words(error)))


def value_of(
    made: list[Any], make: Callable[..., Any], inputs: tuple[Any, ...], name: str, given: tuple[Any, ...]
) -> Any:
    """Return the value that is asked for. An iterator stays here; its next item comes in a list, `[]` at its end."""
    if not made:
        made.append(make(*inputs))
    if name == "__next__":
        return [*islice(made[-1], 1)]
    found = getattr(made[0], name) if name else made[0]
    value = found(*given) if name and callable(found) else found
    if isinstance(value, Iterator):
        made.append(value)
        return None
    return value
