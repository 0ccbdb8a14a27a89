"""The app's manners against DESIGN's budgets: first paint, key echo, bytes on the line, training speed, and memory.

python tests/benchmarks/app_manners.py [paint] [echo] [start] [bytes] [moves] [idle] [throughput] [memory]
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.benchmarks import app_line as line  # noqa: E402
from tests.benchmarks import app_measures as measure  # noqa: E402

ROUNDS, SAMPLES, IDLE_SECONDS = 15, 400, 5.0
STARTS, READ_S = 5, 2.0
LONG, LONGER = 20_000, 400_000


class Row(NamedTuple):
    """One line of the table. `met` is None where there is no budget, only something to compare with."""

    what: str
    budget: str
    measured: str
    met: bool | None


def paint() -> Iterable[Row]:
    yield paint_row("first paint of the course map", measure.first_paint(ROUNDS))
    yield paint_row("first paint of all, for somebody new", measure.first_paint_of_all(ROUNDS))
    yield paint_row("first paint of the course map, all lessons done", measure.first_paint_of_done(ROUNDS))


def paint_row(what: str, times: tuple[list[float], list[float]]) -> Row:
    ours, empty = times
    ratio = measure.middle_ratio(ours, empty)
    words = f"{ratio:.2f} × ({median(ours) * 1e3:.0f} / {median(empty) * 1e3:.0f} ms)"
    return Row(what, "≤ 1.2 ×", words, ratio <= 1.2)


def echo() -> Iterable[Row]:
    idle, training = ([value * 1e3 for value in values] for values in measure.echoes(SAMPLES, LONGER))
    for what, values, most_ms in (("while training", training, 12), ("idle", idle, 8)):
        p99 = measure.percentile(values, 0.99)
        words = f"{p99:.1f} ms (median {median(values):.1f}, most {max(values):.1f}, {len(values)} keys)"
        yield Row(f"key echo {what}, p99", f"≤ {most_ms} ms", words, p99 <= most_ms)


def start() -> Iterable[Row]:
    for what, values in zip(("a watched run", "a batch"), measure.starts(STARTS, READ_S), strict=True):
        words = f"{median(values):.2f} s (most {max(values):.2f}, {len(values)} times)"
        yield Row(f"first frame of {what}, after {READ_S:g} s on its page", "≤ 0.25 s", words, median(values) <= 0.25)


def traffic() -> Iterable[Row]:
    runs = {
        "256 colours": line.live_traffic({}),
        "truecolor, synchronized": line.live_traffic(measure.TRUECOLOR),
        f"{LONG:,} steps at full speed": line.traffic_at_full_speed(LONG),
    }
    for what, found in runs.items():
        rate, updates = found.sent / found.seconds, found.updates / found.seconds
        words = f"{rate / 1e3:.2f} kB/s ({found.sent:,} B in {found.seconds:.1f} s, {updates:.1f} updates/s)"
        yield Row(f"bytes, live, {what}", "≤ 3 kB/s", words, rate <= 3000 and updates >= 4)


def moves() -> Iterable[Row]:
    for what, sent in line.moves({}).items():
        yield Row(f"bytes, {what}", "≤ 3 kB", f"{sent:,} B", sent <= 3000)
    scrolls = line.page_scrolls({})
    words = f"{min(scrolls):,} to {max(scrolls):,} B (median {median(scrolls):,.0f}, {len(scrolls)} pages)"
    yield Row("bytes, page scroll", "≤ 1.5 kB", words, max(scrolls) <= 1500)


def idle() -> Iterable[Row]:
    for where, found in line.idle(IDLE_SECONDS).items():
        words = f"{found.sent} B, {found.processor:.1%} of a processor"
        yield Row(f"idle {IDLE_SECONDS:g} s, {where}", "0; < 0.5 %", words, found.sent == 0 and found.processor < 0.005)


def throughput() -> Iterable[Row]:
    app, plain = measure.throughput(5, LONG)
    ratio = measure.middle_ratio(app, plain)
    words = f"{ratio:.2f} ({median(app):,.0f} / {median(plain):,.0f} steps/s)"
    yield Row("training in the app, against a plain loop", "≥ 0.90", words, ratio >= 0.90)


def memory() -> Iterable[Row]:
    for when, megabytes in measure.memory().items():
        yield Row(f"memory (PSS) {when}", "≤ 65 MB", f"{megabytes:.1f} MB", megabytes <= 65)


PARTS = {
    "paint": paint,
    "echo": echo,
    "start": start,
    "bytes": traffic,
    "moves": moves,
    "idle": idle,
    "throughput": throughput,
    "memory": memory,
}


def main(names: list[str]) -> None:
    print(f"{'what':<58} {'budget':<11} {'measured':<62} met")
    for name in names or PARTS:
        for row in PARTS[name]():
            met = {True: "yes", False: "NO", None: ""}[row.met]
            print(f"{row.what:<58} {row.budget:<11} {row.measured:<62} {met}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
