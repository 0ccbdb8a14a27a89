"""A class at once: so many learners in pseudo-terminals on this machine, half of them in live runs.

python tests/benchmarks/class_of_thirty.py [LEARNERS] [SAMPLES]     30 learners, 20 keys each; memory is PSS
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.benchmarks.app_measures import ESCAPES, TRUECOLOR, megabytes, percentile  # noqa: E402
from tests.tutor.conftest import LESSON, make_learner, place_of  # noqa: E402
from tests.tutor.terminal import Terminal  # noqa: E402
from tests.tutor.work import work_up_to  # noqa: E402

LEARNERS, SAMPLES = 30, 20


def names(count: int) -> list[str]:
    return [f"learner-{number:02}" for number in range(1, count + 1)]


@contextmanager
def sessions(home: Path, steps: dict[str, str]) -> Iterator[dict[str, Terminal]]:
    with ExitStack() as stack:
        opened = {}
        for name, step in steps.items():
            work_up_to(make_learner(home, name), place_of(), step)
            arguments = ("learn", LESSON, "--learner", name)
            opened[name] = stack.enter_context(Terminal(*arguments, home=home, environment=TRUECOLOR))
        for terminal in opened.values():
            terminal.wait_until(lambda words: "●" in words and words.split("\n")[-1].strip() != "", "the lesson")
        yield opened


def rest(terminals: list[Terminal], seconds: float) -> None:
    """Read what all of them print for so long: a pipe that is full would stop them."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for terminal in terminals:
            terminal.paint(terminal.read(0.002))


def measure_class(count: int, samples: int) -> None:
    predicting = names(count)[: count // 2]
    running = names(count)[count // 2 :]
    steps = dict.fromkeys(predicting, "predict") | dict.fromkeys(running, "run")
    with tempfile.TemporaryDirectory() as folder:
        home, began = Path(folder) / "home", time.perf_counter()
        with sessions(home, steps) as opened:
            print(f"{count} sessions open after {time.perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.1f}")
            rest([*opened.values()], 8.0)
            print_echo("all at rest", [echo(opened[name]) for name in predicting for _ in range(samples)])
            for name in running:
                opened[name].press("enter")
            echoes = (echo_among(opened, name, running) for _ in range(samples) for name in predicting)
            print_echo(f"{len(running)} in live runs", [*echoes])
            rest([*opened.values()], 8.0)
            for name in running:
                opened[name].wait_until(has_ended, "the end of a run")
            for name in predicting:
                opened[name].press("down", "enter")
            rest([*opened.values()], 2.0)
            print_memory([*opened.values()])
            for terminal in opened.values():
                terminal.press("q")
            codes = [terminal.wait_for_end() for terminal in opened.values()]
        print(f"exit codes: {set(codes)}; load {os.getloadavg()[0]:.1f}")


def has_ended(words: str) -> bool:
    return "next, agreement" in words or "One run is an anecdote" in words  # of the first task, or of the second


def echo(terminal: Terminal) -> float:
    terminal.settle(random.uniform(0.01, 0.05))
    found, started = b"", time.perf_counter()
    terminal.press("right")
    while not ESCAPES.sub(b"", found).strip():
        if not (more := terminal.read(10)):
            raise TimeoutError(f"a key changed nothing; on the screen was:\n{terminal.words()}")
        found += more
    taken = time.perf_counter() - started
    terminal.paint(found)
    return taken


def echo_among(opened: dict[str, Terminal], name: str, running: list[str]) -> float:
    """The same, with the runs of the others read on; who has come to the end begins another."""
    for other in running:
        (terminal := opened[other]).paint(opened[other].read(0.001))
        if has_ended(terminal.words()):
            terminal.press("a")
    return echo(opened[name])


def print_echo(when: str, seconds: list[float]) -> None:
    p50, p99, most = (value * 1e3 for value in (median(seconds), percentile(seconds, 0.99), max(seconds)))
    print(f"key echo, {when}: p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {most:.1f} ms, {len(seconds)} keys")


def print_memory(terminals: list[Terminal]) -> None:
    held = [megabytes(each, 0.0) for each in terminals]
    print(f"memory, PSS: median {median(held):6.1f} MB, most {max(held):6.1f}, all {sum(held):7.0f} MB")


if __name__ == "__main__":
    given = sys.argv[1:]
    measure_class(*map(int, given), *(LEARNERS, SAMPLES)[len(given) :])
