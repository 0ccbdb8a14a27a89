"""What the app costs eyes, fingers and line: each measured from outside, through a real pseudo-terminal."""

import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from lessons.cascade import Stage
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import QUIET_SYSTEM, TUTOR, Terminal, surroundings
from tests.tutor.test_whole_lesson import finish_up_to

EMPTY_APP = (sys.executable, "-c", "from textual.app import App; App().run()")
LONG_RUN = (sys.executable, str(Path(__file__).with_name("app_long_run.py")))
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
TRUECOLOR = {"COLORTERM": "truecolor"}
SYNCHRONIZED = b"\x1b[?2026;2$y"  # what a terminal answers that can take a whole update at once


@dataclass(frozen=True)
class Traffic:
    """What a live run sent: bytes, seconds, and how many different steps were shown."""

    sent: int
    seconds: float
    updates: int


@contextmanager
def home_at(stage: Stage) -> Iterator[Path]:
    """A home folder whose learner, ana, has come as far as this stage."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        finish_up_to(make_learner(home), place_of(), stage)
        yield home


def open_at(home: Path, colours: dict[str, str] | None = None) -> Terminal:
    return Terminal("learn", "break-gelu-identity", "--learner", "ana", home=home, environment=colours)


def first_paint(rounds: int) -> tuple[list[float], list[float]]:
    """Seconds until the course map stands, and until an empty Textual app's last line is painted, in alternation.

    Both find all their modules byte-compiled, as after an installation, whatever this environment says about that.
    """
    with home_at(Stage.PREDICT) as home:
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(home / "compiled")}
        ours, empty = [], []
        for _ in range(rounds + 1):  # the first pair compiles, and warms the disk
            ours.append(seconds_to(TUTOR, home, compiled, map_stands))
            empty.append(seconds_to(EMPTY_APP, home, compiled, last_line_painted))
    return ours[1:], empty[1:]


def map_stands(printed: bytearray) -> bool:
    """Its lessons and, on the last line, its last key."""
    words = ESCAPES.sub(b"", printed)
    return b"blind: find it" in words and b"q quit" in words


def last_line_painted(printed: bytearray) -> bool:
    return b"\x1b[24;1H" in printed


def seconds_to(
    command: tuple[str, ...], home: Path, environment: dict[str, str], painted: Callable[[bytearray], bool]
) -> float:
    started = time.perf_counter()
    with Terminal(home=home, command=command, environment=environment) as terminal:
        while not painted(terminal.printed):
            if not terminal.read():
                raise EOFError(terminal.printed.decode(errors="replace"))
        return time.perf_counter() - started


def echoes(samples: int, steps: int) -> tuple[list[float], list[float]]:
    """Seconds from a key to the bytes that show it: with nothing going on, and while a long run trains."""
    with home_at(Stage.RUN) as home, long_run(home, steps, home / "seconds") as terminal:
        idle = [echo(terminal) for _ in range(samples + samples % 2)]
        terminal.press("f")
        terminal.wait_for("f watchable")
        terminal.press("enter")
        terminal.wait_for("step ", "left")
        training = [echo(terminal) for _ in range(samples)]
    return idle, training


def echo(terminal: Terminal) -> float:
    """Press f, which changes a few letters in the key line, at a moment of its own."""
    pause = time.perf_counter() + random.uniform(0.01, 0.05)
    while (left := pause - time.perf_counter()) > 0:
        terminal.paint(terminal.read(left))
    wanted = b"full speed" if "f watchable" in terminal.words() else b"watchable"
    found = b""
    started = time.perf_counter()
    terminal.press("f")
    while wanted not in ESCAPES.sub(b"", found):
        if not (more := terminal.read(10)):
            raise TimeoutError(f"f changed nothing; on the screen was:\n{terminal.words()}")
        found += more
    taken = time.perf_counter() - started
    terminal.paint(found)
    return taken


def long_run(home: Path, steps: int, file: Path) -> Terminal:
    """The app on a run of many steps, ready to start."""
    command = (*LONG_RUN, "app", str(steps), str(home), str(file))
    terminal = Terminal(home=home, command=command, environment=TRUECOLOR)
    terminal.wait_for("ready: Enter starts")
    terminal.settle(0.3)
    return terminal


def live_traffic(colours: dict[str, str]) -> Traffic:
    """A run as it is shipped, at the pace that is meant for watching, from its first update to its last."""
    with home_at(Stage.RUN) as home, open_at(home, colours) as terminal:
        return traffic_of_a_run(terminal, bool(colours))


def traffic_at_full_speed(steps: int) -> Traffic:
    with home_at(Stage.RUN) as home, long_run(home, steps, home / "seconds") as terminal:
        terminal.press("f")
        terminal.wait_for("f watchable")
        return traffic_of_a_run(terminal, True)


def traffic_of_a_run(terminal: Terminal, synchronized: bool) -> Traffic:
    terminal.wait_for("ready: Enter starts")
    if synchronized:
        terminal.press(SYNCHRONIZED.decode())
    terminal.settle(0.5)
    before, started = terminal.received, time.perf_counter()
    shown: set[str] = set()
    terminal.press("enter")
    terminal.wait_until(lambda words: note_step(words, shown) and "· done" in words)
    return Traffic(terminal.received - before, time.perf_counter() - started, len(shown))


def note_step(words: str, shown: set[str]) -> bool:
    """Remember which step the screen shows. Always true."""
    shown.update(re.findall(r"step (\d+)/", words))
    return True


def idle_bytes(seconds: float) -> dict[str, int]:
    """Bytes that come while nobody does anything."""
    found = {}
    with home_at(Stage.READ) as home:
        with Terminal("--learner", "ana", home=home, environment=TRUECOLOR) as terminal:
            terminal.wait_for("q quit")
            found["map"] = silence(terminal, seconds)
        with open_at(home, TRUECOLOR) as terminal:
            terminal.wait_for("●1 Read", "Enter predict")
            found["read page"] = silence(terminal, seconds)
    with home_at(Stage.REPAIR) as home, open_at(home, TRUECOLOR) as terminal:
        terminal.wait_for("●6 Repair", "Ctrl+S judge")
        found["editor"] = silence(terminal, seconds)
    with home_at(Stage.RUN) as home, open_at(home, TRUECOLOR) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press("enter")
        terminal.wait_for("step ", "left")
        terminal.press("space")
        terminal.wait_for("paused")
        found["paused run"] = silence(terminal, seconds)
        terminal.press("f", "space")
        terminal.wait_for("· done", "train acc")
        found["finished run"] = silence(terminal, seconds)
    return found


def silence(terminal: Terminal, seconds: float) -> int:
    """Once the screen has come to rest: the bytes of so many seconds."""
    terminal.settle(0.5)
    before, end = terminal.received, time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        terminal.read(left)
    return terminal.received - before


def throughput(rounds: int, steps: int) -> tuple[list[float], list[float]]:
    """Steps a second in the app at full speed, and in a plain loop in a process of its own, in alternation."""
    pairs = [(app_rate(steps), plain_rate(steps)) for _ in range(rounds)]
    return [app for app, _ in pairs], [plain for _, plain in pairs]


def app_rate(steps: int) -> float:
    with home_at(Stage.RUN) as home, long_run(home, steps, home / "seconds") as terminal:
        terminal.press("f")
        terminal.wait_for("f watchable")
        terminal.press("enter")
        while not (home / "seconds").exists():
            terminal.read(0.2)
        terminal.paint(bytes(terminal.printed[-4000:]))
        terminal.wait_for("· done")
        return steps / float((home / "seconds").read_text())


def plain_rate(steps: int) -> float:
    command = (*LONG_RUN, "plain", str(steps))
    done = subprocess.run(
        command, env=surroundings(Path(), QUIET_SYSTEM), capture_output=True, text=True, check=True
    )
    return steps / float(done.stdout)


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all is not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * len(ordered)))]


def middle_ratio(above: list[float], below: list[float]) -> float:
    return median(above) / median(below)
