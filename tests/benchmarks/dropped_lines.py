"""Lines that drop, behind a real sshd: what is left running, what is lost, and where one comes back to.

python tests/benchmarks/dropped_lines.py [DROPS] [SEED]

A learner walks a lesson by `ssh -tt` in a pseudo-terminal, in a kiosk. The line drops at a random moment in every step,
in a run, in a sweep and in the editors: by kill -9 and TERM of the client, of sshd's own process, by a terminal that
closes, and by a line that falls silent and closes then, or never.
"""

import itertools
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)

from tests.tutor.dropping import SPOTS, WAYS, Drop, configuration, drop  # noqa: E402
from tests.tutor.sshd import Sshd, tutor_command  # noqa: E402


def main(drops: int = 100, seed: int = 12) -> int:
    dice, started = random.Random(seed), time.monotonic()
    pairs = [*itertools.product(SPOTS, [way.__name__ for way in WAYS])]
    dice.shuffle(pairs)
    results = []
    with tempfile.TemporaryDirectory() as root:
        homes = Path(root) / "homes"
        homes.mkdir()
        with Sshd(Path(root) / "sshd", configuration(tutor_command("learn", "--kiosk"), homes)) as sshd:
            for number, (spot, way) in enumerate(itertools.islice(itertools.cycle(pairs), drops), 1):
                results.append(drop(sshd, homes, number, spot, way, dice))
                if number % 10 == 0 or results[-1].problems:
                    last = results[-1]
                    print(f"{number} … {last.spot}, {last.way}: {last.problems}", file=sys.stderr, flush=True)
    tell(results, time.monotonic() - started)
    return 1 if any(each.problems for each in results) else 0


def tell(results: list[Drop], seconds: float) -> None:
    print(f"{len(results)} dropped lines in {seconds:.0f} s")
    for what in ("spot", "way"):
        print(f"  by {what}: {dict(sorted(Counter(getattr(each, what) for each in results).items()))}")
    for way in sorted({each.way for each in results}):
        gone = [each.seconds for each in results if each.way == way]
        print(f"  {way}: gone after {statistics.median(gone):.1f} s, at most {max(gone):.1f} s")
    drafts = [each.draft for each in results if SPOTS[each.spot][2]]
    print(f"  drafts: {len(drafts)}; lost of what was typed: at most {max(drafts, default=0):.2f} s")
    print(f"  processes left after 10 s: {sum(any('left' in each for each in r.problems) for r in results)}")
    print(f"  with another step, other answers, or a draft more than a second old: "
          f"{sum(any('left' not in each for each in r.problems) for r in results)}")  # fmt: skip
    for each in results:
        for problem in each.problems:
            print(f"  {each.spot}, {each.way}: {problem}")


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
