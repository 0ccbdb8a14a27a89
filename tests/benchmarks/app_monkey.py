"""A monkey at the keyboard of the app for so many minutes: seeded storms of keys, pastes, mouse and window sizes.

python tests/benchmarks/app_monkey.py --minutes 10 --seed 0     storms from this seed on, every fourth in a terminal
python tests/benchmarks/app_monkey.py --replay 17               one storm again, without a terminal
python tests/benchmarks/app_monkey.py --replay 17 --terminal    the same in a real one

Prints a line a storm that found something, and at the end minutes, storms, keys, pastes, sizes and crashes.
"""

import argparse
import asyncio
import contextlib
import faulthandler
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.tutor.monkey import gestures, sit, start_of
from tests.tutor.monkey_terminal import storm

EVERY = 4  # storms of which one is in a terminal
HANG = 180  # seconds until a storm is said to hang


def played(seed: int, in_terminal: bool) -> list[str]:
    """One storm in a folder of its own; what went wrong."""
    faulthandler.dump_traceback_later(2 * HANG, exit=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        home = Path(folder) / "home"
        home.mkdir()
        os.environ["LYNX_TUTOR_HOME"] = str(home)
        try:
            if in_terminal:
                return storm(home, seed)
            return asyncio.run(asyncio.wait_for(sit(home, seed), HANG))
        except Exception as error:
            return ["".join(traceback.format_exception(error))]
        finally:
            faulthandler.cancel_dump_traceback_later()


def told(seed: int, in_terminal: bool) -> bool:
    """Play a storm and print what it found; whether there was nothing."""
    problems = played(seed, in_terminal)
    if problems:
        again = f"--replay {seed}{' --terminal' if in_terminal else ''}"
        print(f"seed {seed} ({again}), {start_of(seed)}:", *problems, sep="\n  ", flush=True)
    return not problems


def count(seed: int, counts: Counter[str]) -> None:
    for each in gestures(seed):
        counts[each.kind] += len(each.keys) or 1


def run(minutes: float, first: int) -> int:
    """Storm after storm, until the time is up."""
    until, seed, bad = time.monotonic() + 60 * minutes, first, []
    counts: Counter[str] = Counter()
    while time.monotonic() < until:
        in_terminal = seed % EVERY == EVERY - 1
        bad += [] if told(seed, in_terminal) else [seed]
        counts["in a terminal"] += in_terminal
        count(seed, counts)
        seed += 1
    mouse = sum(counts[kind] for kind in ("click", "double", "wheel", "drag", "move"))
    print(
        f"{minutes:g} minutes, {seed - first} storms ({counts['in a terminal']} in a terminal): {counts['keys']} keys,"
        f" {counts['paste']} pastes, {mouse} mouse gestures, {counts['resize']} sizes, {counts['stop']} stops,"
        f" {counts['bytes']} times odd bytes;"
        f" {len(bad)} storms found something {bad or ''}"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--replay", type=int)
    options.add_argument("--terminal", action="store_true")
    asked = options.parse_args()
    if asked.replay is not None:
        sys.exit(0 if told(asked.replay, asked.terminal) else 1)
    sys.exit(run(asked.minutes, asked.seed))
