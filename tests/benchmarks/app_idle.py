"""What an idle session costs: processor time and bytes, on the map, on a page, in the editor, and in plain lines.

python tests/benchmarks/app_idle.py [SECONDS]
"""

import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.tutor.conftest import LESSON, make_learner, place_of  # noqa: E402
from tests.tutor.terminal import Terminal  # noqa: E402
from tests.tutor.work import work_up_to  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
LEARN = ("learn", LESSON, "--learner", "ana", "--lang", "en")
PLACES = {"map": "", "read": "read", "question": "predict-additive", "repair": "repair", "why": "why"}


def used(process: int) -> float:
    """The seconds that a process has had of a core."""
    numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / TICKS


def session(home: Path, step: str, *more: str) -> Terminal:
    if step:
        work_up_to(make_learner(home), place_of(), step)
    return Terminal(*(LEARN if step else ("--learner", "ana", "--lang", "en")), *more, home=home)


def main(seconds: float = 600.0) -> int:
    with tempfile.TemporaryDirectory() as root:
        make_learner(Path(root) / "map").prefer("language", "en")
        sessions = {name: session(Path(root) / name, step) for name, step in PLACES.items()}
        sessions["plain"] = session(Path(root) / "plain", "read", "--plain")
        for each in sessions.values():
            each.settle(6.0)
        before = {name: (used(each.pid), each.received) for name, each in sessions.items()}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for each in sessions.values():
                each.read(0.5)
        print(f"{'idle at':10} {'% of a core':>12} {'bytes':>7}   in {seconds:.0f} s")
        for name, each in sessions.items():
            time_used, received = used(each.pid) - before[name][0], each.received - before[name][1]
            print(f"{name:10} {100 * time_used / seconds:12.3f} {received:7,}")
            each.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
