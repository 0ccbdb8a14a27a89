"""The process in which a lesson's edited code runs while it is proved: it does one job after another, and has limits.

A job is a function and its arguments, pickled by the check itself; its answer is a line of JSON. What the edited code
prints goes nowhere.
"""

import json
import os
import pickle
import queue
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

from lessons.runs import limits

PROCESSOR_S = 10  # between two signs of life
MEMORY_BYTES = 4 * 1024**3
FILE_BYTES = 1024**2
BEAT_INTERVAL_S = 0.2

SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/sys", "/dev")

Job = tuple[Callable[..., Any], tuple[Any, ...]]

answers: BinaryIO | None = None
last = 0.0


def main() -> None:
    """Do one job after another. The thread that reads them ends the process."""
    global answers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    warnings.simplefilter("ignore")
    if len(sys.argv) > 2:
        import numpy  # noqa: F401  # whose libraries could not be read later

        confine(*map(Path, sys.argv[2:]))
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    Thread(target=read_jobs, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        function, arguments = jobs.get()
        limit()
        try:
            found: dict[str, Any] = {"answer": function(*arguments)}
        except MemoryError:
            found = {"trouble": "it uses more memory than a lesson may"}
        except SystemExit:
            found = {"trouble": "it ends the program"}
        except Exception as error:
            words = str(error).splitlines() or [""]
            found = {"trouble": f"{type(error).__name__}: {words[0][:200]}"}
        say(found)


def confine(folder: Path, pack: Path) -> None:
    """Refuse this process, where the system can, all files but its folder and, to be read, programs and the pack."""
    network, reading = limits.BIND | limits.CONNECT, limits.READ_FILE | limits.READ_FOLDER | limits.EXECUTE
    python = (*sys.path, sys.prefix, sys.base_prefix, os.path.dirname(os.path.realpath(sys.executable)))
    places = (*map(Path, (*SYSTEM, *python)), pack, pack.parent / "course.toml")
    allowed = dict.fromkeys(places, reading)
    allowed |= {folder: limits.EVERY, Path(os.devnull): limits.READ_FILE | limits.WRITE_FILE}
    limits.tried(lambda: limits.rule_files(limits.EVERY & ~(1 << 15), allowed, network))


def read_jobs(source: BinaryIO, jobs: "queue.SimpleQueue[Job]") -> None:
    """Hand on jobs as they come. Where no more can come the check has ended, and so does this, whatever it trains."""
    try:
        while True:
            jobs.put(pickle.load(source))
    except Exception:  # its end, or half a job of a check that was killed
        os._exit(0)


def say(found: dict[str, Any]) -> None:
    assert answers is not None
    answers.write(json.dumps(found).encode() + b"\n")
    answers.flush()


def beat(done: float = 0.0) -> None:
    """Give a sign of life: the limit of time begins anew."""
    global last
    if answers is not None and time.monotonic() > last + BEAT_INTERVAL_S:
        last = time.monotonic()
        limit()
        say({"beat": done})


def limit(more: int = PROCESSOR_S) -> None:
    """Limit processor time from now on, memory, and what is written, where the system can; of a worker alone."""
    if answers is None:
        return
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit of the check still holds
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + more
    for name, most in (("CPU", seconds), ("AS", MEMORY_BYTES), ("FSIZE", FILE_BYTES), ("CORE", 0)):
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is not None:  # and RLIMIT_CPU is 0
            resource.setrlimit(which, (most, resource.getrlimit(which)[1]))
