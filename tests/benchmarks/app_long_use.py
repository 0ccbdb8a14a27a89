"""One session used for half an hour: live runs, walks, language, source, glossary; and what it holds, each minute.

python tests/benchmarks/app_long_use.py [MINUTES]

Memory, handles and threads have to stay flat. The journal grows by what was done; it is printed beside them.
"""

import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.benchmarks.app_measures import TRUECOLOR, megabytes  # noqa: E402
from tests.tutor.conftest import LESSON, make_learner, place_of  # noqa: E402
from tests.tutor.terminal import Terminal  # noqa: E402
from tests.tutor.work import finish  # noqa: E402

MINUTES = 30.0
CALM = (
    0.15  # seconds without a byte after which the next key is pressed: less than between two updates of a run
)
LANGUAGE, SOURCE, GLOSSARY, OWN, HELP, THEME = "l", "c", "g", "m", "?", "t"
FIRST = "\x1b[H"  # Home: the first line of the map
ROUND = (  # keys, each pressed once nothing more comes; the lesson is open, and finished
    ("1", "down", "down", "n", "n"),  # read, and on to the first run
    ("a", "space", LANGUAGE, SOURCE, "down", "right", "escape", GLOSSARY, "down", "escape", LANGUAGE, "space"),
    ("s", SOURCE, "escape", LANGUAGE, LANGUAGE),  # another seed, watched to its end
    ("left", "left", "right", "n", *["right"] * 9),  # back through it, and who was right
    ("f", "b", "a", "n", *["n"] * 6, *["b"] * 3),  # every step there is
    ("escape", OWN, *["right"] * 5, LANGUAGE, LANGUAGE, "escape", HELP, "escape", THEME, THEME, FIRST, "enter"),
)  # fmt: skip


class Held(NamedTuple):
    """What a process holds: megabytes (PSS), open files, threads."""

    memory: float
    handles: int
    threads: int


def held(terminal: Terminal) -> Held:
    process = Path(f"/proc/{terminal.pid}")
    status = (process / "status").read_text(encoding="utf-8")
    threads = int(re.findall(r"^Threads:\s+(\d+)", status, re.MULTILINE)[0])
    return Held(megabytes(terminal), len(list((process / "fd").iterdir())), threads)


def one_round(terminal: Terminal) -> int:
    """Everything once; how many keys that were. Raises EOFError where the session has ended."""
    for keys in ROUND:
        for key in keys:
            terminal.press(key)
            terminal.settle(CALM)
        if terminal.ended:
            raise EOFError(terminal.printed[-4000:].decode(errors="replace"))
    return sum(map(len, ROUND))


def use(minutes: float) -> list[Held]:
    """Use one session for so long, and say once a minute what it holds."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "home"
        finish(make_learner(home), place_of())
        journal = home / "learners" / "ana" / "progress.toml"
        with Terminal("learn", LESSON, "--learner", "ana", home=home, environment=TRUECOLOR) as terminal:
            terminal.wait_for("●")
            return measured(terminal, journal, minutes)


def measured(terminal: Terminal, journal: Path, minutes: float) -> list[Held]:
    print(
        f"{'minute':>6} {'rounds':>6} {'keys':>6} {'PSS MB':>7} {'handles':>7} {'threads':>7} {'journal kB':>10}"
    )
    began, told, rounds, keys = time.monotonic(), 0, 0, 0
    rows: list[Held] = []
    while told < minutes:
        keys += one_round(terminal)
        rounds += 1
        del terminal.printed[:]  # ours, not the session's
        if (minute := int((time.monotonic() - began) / 60)) > told or minutes < 1:
            told = minute or 1
            rows.append(held(terminal))
            size = journal.stat().st_size / 1e3
            memory, handles, threads = rows[-1]
            print(
                f"{told:>6} {rounds:>6} {keys:>6} {memory:>7.1f} {handles:>7} {threads:>7} {size:>10.0f}",
                flush=True,
            )
    return rows


if __name__ == "__main__":
    use(float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES)
