"""Measure what a learner waits for in the app from outside, through a real pseudo-terminal."""

import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from lessons.course.lesson.state import Finished, Opened
from lessons.format.course import load_course
from progress.journal import Journal
from tests.tutor.conftest import LESSON, make_learner, place_of
from tests.tutor.terminal import QUIET_SYSTEM, TUTOR, Terminal, surroundings
from tests.tutor.work import work_up_to
from tutor.learner import Learner

HERE = Path(__file__).parent
EMPTY_APP = (sys.executable, "-c", "from textual.app import App; App().run()")
LONG_RUN = (sys.executable, str(HERE / "app_long_run.py"))
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
TRUECOLOR = {"COLORTERM": "truecolor"}
WATCHED = "next, agreement"  # stands there once one seed of the first task has been trained

Command = tuple[str, ...]


@contextmanager
def home_at(step: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        work_up_to(make_learner(home), place_of(), step)
        yield home


def open_at(home: Path, colours: dict[str, str] | None = None) -> Terminal:
    return Terminal("learn", LESSON, "--learner", "ana", home=home, environment=colours)


def first_paint(rounds: int) -> tuple[list[float], list[float]]:
    """Seconds until the course map stands, and until an empty Textual app's last line is painted, in alternation."""
    with home_at("predict") as home:
        return against_an_empty_app(TUTOR, home, rounds)


def first_paint_of_all(rounds: int) -> tuple[list[float], list[float]]:
    """The same for somebody who has never opened a lesson: the first screen, with the map behind it."""
    with tempfile.TemporaryDirectory() as name:
        return against_an_empty_app(TUTOR, Path(name), rounds, welcome_stands)


def first_paint_of_done(rounds: int) -> tuple[list[float], list[float]]:
    """The same for somebody who has been in every lesson, in every mode, and is done with all but one."""
    with tempfile.TemporaryDirectory() as name:
        home, course = Path(name), load_course()
        folder = home / "learners" / "ana"
        learner = Learner("ana", folder, Journal.open(folder, version="test"), course)
        for place in course.places():
            learner.record(Opened(), place)
        for place in course.places()[:-1]:
            learner.record(Finished(), place)
        return against_an_empty_app(TUTOR, home, rounds, lambda printed: b"q quit" in ESCAPES.sub(b"", printed))


def against_an_empty_app(
    command: Command, home: Path, rounds: int, stands: Callable[[bytearray], bool] | None = None
) -> tuple[list[float], list[float]]:
    """Both find all their modules byte-compiled, as after an installation, whatever this environment says of that."""
    settings = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(home / "compiled"), "LOGNAME": "ana"}
    ours, empty = [], []
    for _ in range(rounds + 1):  # the first pair compiles, and warms the disk
        ours.append(seconds_to(command, home, settings, stands or map_stands))
        empty.append(seconds_to(EMPTY_APP, home, settings, last_line_painted))
    return ours[1:], empty[1:]


def map_stands(printed: bytearray) -> bool:
    words = ESCAPES.sub(b"", printed)
    return b"continue" in words and b"q quit" in words


def welcome_stands(printed: bytearray) -> bool:
    words = ESCAPES.sub(b"", printed)
    return b"Ready?" in words and b"q quit" in words


def last_line_painted(printed: bytearray) -> bool:
    return b"\x1b[24;1H" in printed


def seconds_to(
    command: Command, home: Path, environment: dict[str, str], painted: Callable[[bytearray], bool]
) -> float:
    started = time.perf_counter()
    with Terminal(home=home, command=command, environment=environment) as terminal:
        while not painted(terminal.printed):
            if not terminal.read():
                raise EOFError(terminal.printed.decode(errors="replace"))
        return time.perf_counter() - started


def echoes(samples: int, steps: int) -> tuple[list[float], list[float]]:
    with home_at("run") as home, long_run(home, steps, home / "seconds") as terminal:
        idle = [echo(terminal) for _ in range(samples + samples % 2)]
        terminal.press("f")
        terminal.wait_for("f watchable")
        terminal.press("enter")
        terminal.wait_for("step ", " of ")
        training = [echo(terminal) for _ in range(samples)]
    return idle, training


def echo(terminal: Terminal) -> float:
    """Press f, which changes a few letters in the key line, at a moment of its own."""
    pause = time.perf_counter() + random.uniform(0.01, 0.05)
    while (left := pause - time.perf_counter()) > 0:
        terminal.paint(terminal.read(left))
    wanted = b"full speed" if "f watchable" in terminal.words() else b"watchable"
    return seconds_until(terminal, "f", wanted)


def long_run(home: Path, steps: int, file: Path) -> Terminal:
    command = (*LONG_RUN, "app", str(steps), str(home), str(file))
    terminal = Terminal(home=home, command=command, environment=TRUECOLOR)
    terminal.wait_for("ready: Enter starts")
    terminal.settle(0.3)
    return terminal


def starts(rounds: int, read_s: float) -> tuple[list[float], list[float]]:
    """Seconds from Enter on a run page that was read for a while to the first frame: of one seed, and of a batch."""
    watched, swept = [], []
    for _ in range(rounds):
        with home_at("run") as home, open_at(home, TRUECOLOR) as terminal:
            terminal.wait_for("ready: Enter starts")
            terminal.settle(read_s)
            watched.append(seconds_until(terminal, "enter", b" of 300"))
            terminal.press_for("f", WATCHED)
            terminal.press_for("enter", "One run is an anecdote")
            terminal.settle(read_s)
            swept.append(seconds_until(terminal, "enter", b"32 seeds \xc2\xb7 healthy"))
    return watched, swept


def seconds_until(terminal: Terminal, key: str, shown: bytes) -> float:
    """Press a key, and wait until this is shown."""
    found, started = b"", time.perf_counter()
    terminal.press(key)
    while shown not in ESCAPES.sub(b"", found):
        if not (more := terminal.read(10)):
            raise TimeoutError(f"nothing came; on the screen was:\n{terminal.words()}")
        found += more
    taken = time.perf_counter() - started
    terminal.paint(found)
    return taken


def throughput(rounds: int, steps: int) -> tuple[list[float], list[float]]:
    pairs = [(app_rate(steps), plain_rate(steps)) for _ in range(rounds)]
    return [app for app, _ in pairs], [plain for _, plain in pairs]


def app_rate(steps: int) -> float:
    with home_at("run") as home, long_run(home, steps, home / "seconds") as terminal:
        terminal.press("f")
        terminal.wait_for("f watchable")
        terminal.press("enter")
        while not (home / "seconds").exists():
            terminal.read(0.2)
        terminal.paint(bytes(terminal.printed[-4000:]))
        terminal.wait_for(WATCHED)
        return steps / float((home / "seconds").read_text())


def plain_rate(steps: int) -> float:
    command = (*LONG_RUN, "plain", str(steps))
    done = subprocess.run(command, env=surroundings(Path(), QUIET_SYSTEM), capture_output=True, text=True, check=True)
    return steps / float(done.stdout)


def memory() -> dict[str, float]:
    found = {}
    with home_at("read") as home, Terminal("--learner", "ana", home=home, environment=TRUECOLOR) as terminal:
        terminal.wait_for("q quit")
        terminal.settle(0.5)
        found["on the map"] = megabytes(terminal)
        terminal.press("enter")
        terminal.wait_for("●Read", "Enter read on")
        found["on the first page"] = megabytes(terminal)
    with home_at("run") as home, open_at(home, TRUECOLOR) as terminal:
        terminal.wait_for("ready: Enter starts", "f full speed")
        terminal.press_for("f", "f watchable")
        terminal.press_for("enter", WATCHED)
        found["after one seed"] = megabytes(terminal)
        for said in ("One run is an anecdote", "All 32 seeds of additive", "Enter shows"):
            terminal.press_for("enter", said)
        found["after all seeds"] = megabytes(terminal)
    return found


def megabytes(terminal: Terminal, rest_s: float = 0.5) -> float:
    """Return the memory of the process, with its part of what it shares (Linux). The shell has become it by now."""
    terminal.settle(rest_s)
    rollup = Path(f"/proc/{terminal.pid}/smaps_rollup").read_text(encoding="utf-8")
    return int(re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[0]) / 1e3


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * len(ordered)))]


def middle_ratio(above: list[float], below: list[float]) -> float:
    return median(above) / median(below)
