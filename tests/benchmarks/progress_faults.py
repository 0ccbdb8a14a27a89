"""Ten thousand sudden ends and eight writers at once: how many acknowledged events are lost.

python tests/benchmarks/progress_faults.py [SIMULATED_KILLS] [REAL_KILLS]
"""

import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "progress"))

from faulty_disk import FaultyDisk, Killed, Unhurried
from killer import acknowledged_and_found, start_writer

from progress.doctor import mend
from progress.journal import Journal

SEED = 4


def simulated_kills(root: Path, count: int) -> None:
    """Kill the program at each operation of the write path in turn, with more or less of a write done."""
    dice = random.Random(SEED)
    number = kills = lost = unreadable = in_all = 0
    folder, acknowledged = root / "simulated-0", set[str]()
    start = time.perf_counter()
    while kills < count:
        number += 1
        if number % 50 == 0:
            in_all += len(acknowledged)
            folder, acknowledged = root / f"simulated-{number}", set()
        disk = FaultyDisk(at=number // 3 % 40, torn=dice.random())
        try:
            journal = Journal.open(folder, version="1", disk=disk)
            for step in range(8):
                event = journal.append("step", "lesson", number=step, text="x" * dice.randrange(200))
                acknowledged.update(() if journal.unsaved else (event.id,))
            if number % 7 == 0:
                mend(folder, disk=disk)
        except Killed:
            kills += 1
        found = Journal.open(folder, version="1", disk=Unhurried())
        unreadable += found.trouble is not None
        missing = acknowledged - {event.id for event in found.events}
        lost += len(missing)
    print(
        f"simulated: {number:,} sessions, {kills:,} killed inside the write path, {in_all:,} events "
        f"acknowledged: {lost} lost, {unreadable} unreadable files ({time.perf_counter() - start:.0f} s)"
    )


def real_kills(root: Path, count: int) -> None:
    """SIGKILL real processes at random moments; each goes on with the file that the one before it left."""
    moment = random.Random(SEED)
    lost, unreadable, in_all, torn = 0, 0, 0, 0
    start = time.perf_counter()
    for number in range(count):
        folder = root / f"real-{number // 25}"
        acknowledged, found = acknowledged_and_found(folder, moment.uniform(0.0, 0.03))
        lost += len(acknowledged - found)
        in_all += len(acknowledged)
        journal = Journal.open(folder, version="1")
        unreadable += journal.trouble is not None
        torn += any(piece.is_new for piece in journal.set_aside)
    print(
        f"real:      {count:,} processes killed, {in_all:,} events acknowledged: {lost} lost, {unreadable} unreadable "
        f"files, {torn} torn tails ({time.perf_counter() - start:.0f} s)"
    )


def writers_at_once(root: Path, processes: int = 8, each: int = 2000) -> None:
    folder = root / "together"
    start = time.perf_counter()
    writers = [start_writer(folder, each) for _ in range(processes)]
    acknowledged = [line.decode() for writer in writers for line in writer.communicate()[0].split()]
    taken = time.perf_counter() - start
    ids = [event.id for event in Journal.open(folder, version="1").events]
    print(
        f"together:  {processes} processes × {each:,} events: {len(ids):,} in the file, {len(set(ids)):,} different, "
        f"{len(set(acknowledged) - set(ids))} acknowledged but missing ({taken:.0f} s)"
    )


def main() -> None:
    simulated, real = (int(argument) for argument in (*sys.argv[1:], *("9500", "500")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as name:
        simulated_kills(Path(name), simulated)
        real_kills(Path(name), real)
        writers_at_once(Path(name))


if __name__ == "__main__":
    main()
