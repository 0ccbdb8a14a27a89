"""A pack's code runs in a process of its own with limits, and what it computes comes back as plain data.

The process is limited before it loads any of that code: processor time between two answers, memory, files, other
processes, the network. Whatever it does, a caller gets an answer or `CodeEnded`.
"""

import importlib
import io
import os
import pickle
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.format import LessonError
from lessons.threads import one_thread

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ANSWER_S = 10  # of processor time for one answer, such as a step of training
CLOCK_S = 120  # the same on the clock: the machine may be busy
WHOLE_S = 3600  # of processor time for all of them
OURS = ("lessons", "tutor")
NUMPY = ("_reconstruct", "dtype", "ndarray", "scalar")
OUT_OF_TIME = -24  # ended by SIGXCPU
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
        self.way: Connection | None = None
        self.close: Callable[[], object] = lambda: None  # end the process, from any thread

    def start(self) -> "Connection":
        from multiprocessing import get_context  # the course's own lessons do without

        one_thread()
        context = get_context("spawn")
        self.way, theirs = context.Pipe()
        self.process = context.Process(target=answer_all, args=(theirs, self.make, self.inputs), daemon=True)
        self.process.start()
        theirs.close()
        self.close = weakref.finalize(self, self.process.kill)
        LIVING.add(self)
        return self.way

    def call(self, name: str, *inputs: Any) -> Any:
        """Call a method there, or fetch an attribute, or without a name the thing itself. Raises LessonError."""
        with self.asking:
            try:
                way = self.way or self.start()
                way.send((name, inputs))
                kind, value = plain(way.recv_bytes()) if way.poll(CLOCK_S) else (TIME, None)
            except (EOFError, OSError):
                self.process.join(1)
                kind, value = (TIME if self.process.exitcode == OUT_OF_TIME else ENDED), None
            except pickle.UnpicklingError:
                kind, value = ENDED, None
        if kind in SAYS:
            self.close()
            raise CodeEnded(kind)
        if kind == "problem":
            raise LessonError(value)
        return value

    def __iter__(self) -> Iterator[Any]:
        self.call("__iter__")
        while found := self.call("__next__"):
            yield found[0]


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


def answer_all(way: "Connection", make: Callable[..., Any], inputs: tuple[Any, ...]) -> None:
    """Limit this process for good, make the thing, and answer what is asked of it until nobody asks."""
    from lessons.runs.limits import limit

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    for module in NEEDED:
        importlib.import_module(module)
    limit(WHOLE_S, [*map(Path, (*sys.path, sys.prefix, sys.base_prefix)), ROOT])
    made: list[Any] = []
    try:
        while True:
            name, given = way.recv()
            give_time()
            way.send_bytes(pickle.dumps(answered(made, make, inputs, name, given), 4))
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
