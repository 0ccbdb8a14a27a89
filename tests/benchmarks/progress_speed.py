"""How long a journal takes to open and to append to, beside the cost of the fsync itself.

python tests/benchmarks/progress_speed.py
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from progress.block import new_event, write_block
from progress.header import write_header
from progress.journal import Journal

APPENDS = 2000
PAYLOAD = {"question": "steps", "answer": "fewer", "confidence": 0.8, "experiment": "agreement"}


def write_journal(folder: Path, count: int, started: datetime, apart: timedelta) -> Path:
    """A progress file with `count` events, made without waiting for the disk."""
    folder.mkdir(parents=True)
    latest, parts = "", [write_header(folder.name, started)]
    for number in range(count):
        values = {**PAYLOAD, "number": number}
        when = started + number * apart
        event, block = new_event(
            "prediction", "break-gelu-identity", values, version="0.1.0", time=when, latest=latest
        )
        latest = event.id
        parts.append(f"\n{block}")
    path = folder / "progress.toml"
    path.write_text("".join(parts), encoding="utf-8")
    return path


def seconds(action: Callable[[], object], times: int) -> list[float]:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        kept = action()
        taken.append(time.perf_counter() - start)
        del kept  # forgetting thousands of events takes time too, but it is not what is measured
    return taken


def opening(root: Path, label: str, count: int, apart: timedelta) -> None:
    path = write_journal(root / label, count, datetime(2026, 1, 1, 9, tzinfo=UTC), apart)
    taken = seconds(lambda: Journal.open(path.parent, version="0.1.0").events, 9)
    journal = Journal.open(path.parent, version="0.1.0")
    read = seconds(lambda: [event.payload["answer"] for event in journal.events], 1)
    assert len(journal.events) == count
    print(
        f"open {label:<16} {count:>7,} events {path.stat().st_size / 1e6:6.1f} MB: "
        f"median {statistics.median(taken):.3f} s, best {min(taken):.3f} s; then reading every payload {read[0]:.3f} s"
    )


def appending(root: Path) -> None:
    """The two kinds of write take turns, so that both meet the same disk at the same time."""
    journal = Journal.open(root / "appending", version="0.1.0")
    event = journal.append("prediction", "break-gelu-identity", **PAYLOAD)
    block = f"\n{write_block(event)}".encode()
    bare = os.open(root / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    append, write, fsync = [], [], []
    for _ in range(APPENDS):
        start = time.perf_counter()
        journal.append("prediction", "break-gelu-identity", **PAYLOAD)
        append.append(time.perf_counter() - start)
        start = time.perf_counter()
        os.write(bare, block)
        middle = time.perf_counter()
        os.fsync(bare)
        fsync.append(time.perf_counter() - middle)
        write.append(time.perf_counter() - start)
    os.close(bare)
    cost, alone, bare_cost = (statistics.median(taken) * 1e6 for taken in (append, fsync, write))
    print(
        f"append: median {cost:.0f} µs (budget 1000); fsync alone {alone:.0f} µs (with its write {bare_cost:.0f} µs)"
    )


def main() -> None:
    with tempfile.TemporaryDirectory(dir=os.environ.get("LYNX_TUTOR_BENCHMARK_DIR")) as name:
        root = Path(name)
        opening(root, "budget", 50_000, timedelta(seconds=30))
        opening(root, "a year, heavy", 250 * 365, timedelta(days=1) / 250)
        appending(root)


if __name__ == "__main__":
    main()
