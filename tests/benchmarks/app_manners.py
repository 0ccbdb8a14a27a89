"""The app's manners against DESIGN's budgets: first paint, key echo, bytes on the line, and training speed.

python tests/benchmarks/app_manners.py [paint] [echo] [bytes] [idle] [throughput]
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

from tests.benchmarks import app_measures as measure  # noqa: E402

ROUNDS, SAMPLES, IDLE_SECONDS = 15, 400, 5.0
LONG, LONGER = 20_000, 400_000


class Row(NamedTuple):
    """One line of the table. `met` is None where there is no budget, only something to compare with."""

    what: str
    budget: str
    measured: str
    met: bool | None


def paint() -> Iterable[Row]:
    ours, empty = measure.first_paint(ROUNDS)
    ratio = measure.middle_ratio(ours, empty)
    words = f"{ratio:.2f} × ({median(ours) * 1e3:.0f} / {median(empty) * 1e3:.0f} ms)"
    yield Row("first paint of the course map, against an empty app", "≤ 1.3 ×", words, ratio <= 1.3)


def echo() -> Iterable[Row]:
    idle, training = ([value * 1e3 for value in values] for values in measure.echoes(SAMPLES, LONGER))
    for what, values in (("while training", training), ("idle", idle)):
        p99 = measure.percentile(values, 0.99)
        words = f"{p99:.1f} ms (median {median(values):.1f}, most {max(values):.1f}, {len(values)} keys)"
        limited = what == "while training"
        yield Row(
            f"key echo {what}, p99", "≤ 16 ms" if limited else "", words, p99 <= 16 if limited else None
        )


def traffic() -> Iterable[Row]:
    runs = {
        "256 colours": measure.live_traffic({}),
        "truecolor, synchronized": measure.live_traffic(measure.TRUECOLOR),
        f"{LONG:,} steps at full speed": measure.traffic_at_full_speed(LONG),
    }
    for what, found in runs.items():
        rate, updates = found.sent / found.seconds, found.updates / found.seconds
        words = f"{rate / 1e3:.2f} kB/s ({found.sent:,} B in {found.seconds:.1f} s, {updates:.1f} updates/s)"
        yield Row(f"bytes, live, {what}", "≤ 3 kB/s", words, rate <= 3000 and updates >= 4)


def idle() -> Iterable[Row]:
    for where, count in measure.idle_bytes(IDLE_SECONDS).items():
        yield Row(f"bytes, idle {IDLE_SECONDS:g} s, {where}", "0", f"{count} B", count == 0)


def throughput() -> Iterable[Row]:
    app, plain = measure.throughput(5, LONG)
    ratio = measure.middle_ratio(app, plain)
    words = f"{ratio:.2f} ({median(app):,.0f} / {median(plain):,.0f} steps/s)"
    yield Row("training in the app, against a plain loop", "≥ 0.85", words, ratio >= 0.85)


PARTS = {"paint": paint, "echo": echo, "bytes": traffic, "idle": idle, "throughput": throughput}


def main(names: list[str]) -> None:
    print(f"{'what':<56} {'budget':<9} {'measured':<58} met")
    for name in names or PARTS:
        for row in PARTS[name]():
            met = {True: "yes", False: "NO", None: ""}[row.met]
            print(f"{row.what:<56} {row.budget:<9} {row.measured:<58} {met}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
