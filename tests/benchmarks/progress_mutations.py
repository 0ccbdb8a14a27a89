"""A hundred thousand mutated files, seeded: tracebacks, and events that are lost although their own bytes are whole.

python tests/benchmarks/progress_mutations.py [FILES] [SEED]
"""

import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "progress"))

from mutations import lost_events, mutated, sample

from progress.scan import scan


def main() -> None:
    files, seed = (int(argument) for argument in (*sys.argv[1:], *("100000", "1")[len(sys.argv) - 1 :]))
    dice = random.Random(seed)
    tracebacks = lost = loaded = pieces = 0
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        content, events = sample(Path(name) / "sample")
        for _ in range(files):
            damaged = mutated(content, dice)
            try:
                lost += len(lost_events(Path(name) / "ana", damaged, events))
                found = scan(damaged)
                loaded, pieces = loaded + len(found.events), pieces + len(found.damage)
            except Exception:
                tracebacks += 1
                traceback.print_exc()
    print(
        f"{files:,} mutated files of {len(events)} events (seed {seed}): {tracebacks} tracebacks, {lost} whole "
        f"events lost; {loaded:,} events loaded, {pieces:,} pieces set aside ({time.perf_counter() - start:.0f} s)"
    )


if __name__ == "__main__":
    main()
