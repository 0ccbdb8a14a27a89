"""Count the bytes that the app sends to its terminal: in a live run, at each move, and while nothing is done."""

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.app_measures import TRUECOLOR, WATCHED, home_at, long_run, open_at
from tests.tutor.terminal import Terminal

SYNCHRONIZED = b"\x1b[?2026;2$y"  # what a terminal answers that can take a whole update at once
CALM = 0.4  # seconds without a byte after which the screen has come to rest
ENTERED = {  # from one step to the next: where to begin, and the keys, of which the last is the move
    "predict → run": ("run", "b", "n"),
    "run → observe": ("observe", "b", "n"),
    "observe → predict": ("observe", "n"),
    "observe → trial": ("trial", "b", "n"),
    "trial → repair": ("repair", "b", "n"),
    "repair → why": ("why", "b", "n"),
}


@dataclass(frozen=True)
class Traffic:
    sent: int
    seconds: float
    updates: int


@dataclass(frozen=True)
class Silence:
    sent: int
    processor: float


def live_traffic(colours: dict[str, str]) -> Traffic:
    with home_at("run") as home, open_at(home, colours) as terminal:
        return traffic_of_a_run(terminal, bool(colours))


def traffic_at_full_speed(steps: int) -> Traffic:
    with home_at("run") as home, long_run(home, steps, home / "seconds") as terminal:
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
    terminal.wait_until(lambda words: note_step(words, shown) and WATCHED in words)
    return Traffic(terminal.received - before, time.perf_counter() - started, len(shown))


def note_step(words: str, shown: set[str]) -> bool:
    """Remember which step the screen shows. Always true."""
    shown.update(re.findall(r"step (\d+) of", words))
    return True


# Moves: a key, and all that comes until the screen is at rest again.


def moves(colours: dict[str, str]) -> dict[str, int]:
    found = {}
    with home_at("read") as home, Terminal("--learner", "ana", home=home, environment=colours) as terminal:
        terminal.wait_for("q quit")
        found["map → lesson"] = bytes_of(terminal, "enter")
        found["read → predict"] = bytes_of(terminal, "n")
        found["help opens"] = bytes_of(terminal, "?")
        found["help closes"] = bytes_of(terminal, "escape")
        terminal.press("right", "down")
        found["next question"] = bytes_of(terminal, "enter")
        found["lesson → map"] = bytes_of(terminal, "escape")
    return found | {what: bytes_of_last(*keys, colours=colours) for what, keys in ENTERED.items()}


def bytes_of_last(step: str, *keys: str, colours: dict[str, str]) -> int:
    with home_at(step) as home, open_at(home, colours) as terminal:
        terminal.wait_for("●")
        return [bytes_of(terminal, key) for key in keys][-1]


def page_scrolls(colours: dict[str, str]) -> list[int]:
    with home_at("read") as home, open_at(home, colours) as terminal:
        terminal.wait_for("Enter read on")
        terminal.settle(CALM)
        down = [bytes_of(terminal, "\x1b[6~") for _ in range(4)]
        up = [bytes_of(terminal, "\x1b[5~") for _ in range(4)]
        return [sent for sent in (*down, *up) if sent]


def bytes_of(terminal: Terminal, key: str) -> int:
    terminal.settle(CALM)
    terminal.press(key)
    return terminal.settle(CALM)


def idle(seconds: float) -> dict[str, Silence]:
    found = {}
    with home_at("read") as home:
        with Terminal("--learner", "ana", home=home, environment=TRUECOLOR) as terminal:
            terminal.wait_for("q quit")
            found["map"] = silence(terminal, seconds)
        with open_at(home, TRUECOLOR) as terminal:
            terminal.wait_for("●Read", "Enter read on")
            found["read page"] = silence(terminal, seconds)
    with home_at("repair") as home, open_at(home, TRUECOLOR) as terminal:
        terminal.wait_for("●Repair", "Ctrl+S judge")
        found["editor"] = silence(terminal, seconds)
    with home_at("run") as home, open_at(home, TRUECOLOR) as terminal:
        terminal.wait_for("ready: Enter starts")
        terminal.press("enter")
        terminal.wait_for("step ", " of ")
        terminal.press("space")
        terminal.wait_for("paused")
        found["paused run"] = silence(terminal, seconds)
        terminal.press("f", "space")
        terminal.wait_for(WATCHED)
        found["finished run"] = silence(terminal, seconds)
    return found


def silence(terminal: Terminal, seconds: float) -> Silence:
    terminal.settle(0.5)
    before, spent, end = terminal.received, processor_seconds(terminal.pid), time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        terminal.read(left)
    return Silence(terminal.received - before, (processor_seconds(terminal.pid) - spent) / seconds)


def processor_seconds(process: int) -> float:
    """Return the processor time of a process so far (Linux), to a hundredth of a second."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
