"""A pack's code runs in a process of its own with limits, and what it computes comes back as plain data.

The process is limited before it loads any of that code: processor time between two answers, memory, files, other
processes, the network. Whatever it does, a caller gets an answer or `CodeEnded`.
"""

import importlib
import io
import os
import pickle
import queue
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from lessons.format import LessonError
from lessons.threads import one_thread

ANSWER_S = 10  # of processor time for one answer, such as a step of training
CLOCK_S = 120  # the same on the clock: the machine may be busy
WHOLE_S = 3600  # of processor time for all of them
OURS = ("lessons", "tutor")
NUMPY = ("_reconstruct", "dtype", "ndarray", "scalar")
OUT_OF_TIME = -24  # ended by SIGXCPU
SIZE = 8  # bytes that say how long an answer is
START = "import sys; sys.path.append(sys.argv[1]); from lessons.runs.confined import answer_all; answer_all()"
TIME, ENDED = "time", "ended"  # why no answer came; the tutor has words for each
NEEDED = ("decimal", "random", "lessons.runs.experiment")  # whose libraries could not be read later
ROOT = Path(__file__).parents[2]
SAYS = {
    TIME: "its code does not come to an end, and was stopped",
    ENDED: "its code ended the process that it ran in",
}


class CodeEnded(LessonError):
    """Raised where a pack's code gave no answer: `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{SAYS[reason]}.")
        self.reason = reason


class Apart:
    """What a function gives, kept in a process with limits: ask for its value, its items, or a method's answer."""

    def __init__(self, make: Callable[..., Any], *inputs: Any) -> None:
        self.make, self.inputs = make, inputs
        self.asking = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()  # an empty one is the last
        self.close: Callable[[], object] = lambda: None  # end the process, from any thread

    def start(self) -> "subprocess.Popen[bytes]":
        one_thread()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        threading.Thread(target=read_into, args=(self.process, self.answers), daemon=True).start()
        self.close = weakref.finalize(self, end, self.process)
        LIVING.add(self)
        self.send((self.make, self.inputs))
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
                kind, value = plain(self.answers.get(timeout=CLOCK_S))
            except queue.Empty:
                kind, value = TIME, None
            except (OSError, ValueError, pickle.UnpicklingError):
                kind, value = self.ending(), None
        if kind in SAYS:
            self.close()
            raise CodeEnded(kind)
        if kind == "problem":
            raise LessonError(value)
        return value

    def ending(self) -> str:
        """Why the process gave no answer."""
        assert self.process is not None
        try:
            return TIME if self.process.wait(1) == OUT_OF_TIME else ENDED
        except subprocess.TimeoutExpired:
            return ENDED

    def __iter__(self) -> Iterator[Any]:
        self.call("__iter__")
        while found := self.call("__next__"):
            yield found[0]


def read_into(process: "subprocess.Popen[bytes]", answers: "queue.SimpleQueue[bytes]") -> None:
    """Hand on what a process answers, and nothing at its end."""
    assert process.stdout is not None
    with process.stdout as way:
        while size := int.from_bytes(way.read(SIZE), "big"):
            answers.put(way.read(size))
    answers.put(b"")


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, whatever it does."""
    process.kill()
    process.wait()
    with suppress(OSError):  # it has left something unread
        assert process.stdin is not None
        process.stdin.close()


LIVING: "weakref.WeakSet[Apart]" = weakref.WeakSet()


def end_all() -> None:
    """End every process of a pack's code: nobody waits for them any more."""
    for each in tuple(LIVING):
        each.close()


class Plain(pickle.Unpickler):
    """Reads plain data: our own dataclasses and NumPy's arrays, and no function that would be called."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.split(".")[0] in (*OURS, "numpy") else None
        if is_dataclass(found) or (module.startswith("numpy") and name in NUMPY):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def plain(message: bytes) -> tuple[str, Any]:
    """Read an answer. Raises UnpicklingError where it is none."""
    try:
        kind, value = Plain(io.BytesIO(message)).load()
    except Exception as error:  # half an answer can raise anything
        raise pickle.UnpicklingError(str(error)) from None
    return kind, value


# ---- in the process --------------------------------------------------------


def answer_all() -> None:
    """Limit this process for good, make a thing, and answer what is asked of it until nobody asks."""
    from lessons.runs.limits import limit

    questions, way = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    made: list[Any] = []
    for module in NEEDED:
        importlib.import_module(module)
    try:
        make, inputs = pickle.load(questions)
        limit(WHOLE_S, [*map(Path, (*sys.path, sys.prefix, sys.base_prefix)), ROOT])
        while True:
            name, given = pickle.load(questions)
            give_time()
            message = pickle.dumps(answered(made, make, inputs, name, given), 4)
            way.write(len(message).to_bytes(SIZE, "big") + message)
            way.flush()
    except (EOFError, OSError):  # nobody asks any more
        os._exit(0)


def give_time() -> None:
    """Let the limit of time begin anew."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the clock of who waits still ends it
        return
    used, hard = resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + ANSWER_S, hard))


def answered(
    made: list[Any], make: Callable[..., Any], inputs: tuple[Any, ...], name: str, given: tuple[Any, ...]
) -> tuple[str, Any]:
    """The answer to one question, and of which kind it is."""
    try:
        if not made:
            made.append(make(*inputs))
        if name == "__iter__":
            made.append(iter(made[0]))
            return "value", None
        if name == "__next__":
            return "value", next(([item] for item in made[-1]), None)
        found = getattr(made[0], name) if name else made[0]
        return "value", found(*given) if name and callable(found) else found
    except Exception as error:  # whatever a pack's line raises is told
        words = str(error) if isinstance(error, LessonError) else f"{type(error).__name__}: {error}"
        return "problem", (words.splitlines() or [""])[0][:300]
