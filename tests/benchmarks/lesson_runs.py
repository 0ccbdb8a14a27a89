"""Measure the processor time of each lesson's experiments, and of `lynx-tutor check` of the whole course.

python tests/benchmarks/lesson_runs.py [LESSON...]      with lessons named, `check` of only these

Each figure is taken in a process of its own, with one BLAS thread, from its first import to its end. The seconds are
those of the processor, and of the processes that it starts; what a busy machine adds to the clock does not count.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RUN = (sys.executable, "-m", "tutor", "run", "--json")
CHECK = (sys.executable, "-m", "tutor", "check", "--no-cache")
LONGEST_RUN, LONGEST_CHECK = 5.0, 300.0  # seconds: DESIGN's budgets, for a lesson and for the course


class Spent(NamedTuple):
    seconds: float
    done: bool


def spent(*command: str) -> Spent:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    surroundings = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.returncode == 0)


def rows(names: Iterable[str], content: Path) -> Iterable[tuple[str, Spent, float | None]]:
    started = spent(sys.executable, "-c", "import lessons.runs.experiment, tutor.shell.run")
    yield "starting, and importing everything", started, None
    checked = []
    for name in names:
        yield f"{name}: the whole experiment", spent(*RUN, name), LONGEST_RUN
        checked.append(spent(*CHECK, str(content / name)))
        yield f"{name}: check", checked[-1], None
    total = Spent(sum(each.seconds for each in checked), all(each.done for each in checked))
    yield f"check of {len(checked)} lessons", total, LONGEST_CHECK


def main(names: list[str]) -> None:
    sys.path.insert(0, str(ROOT))
    from lessons.format.course import load_course
    from lessons.format.files import CONTENT

    print(f"{'what':<48} {'seconds':>8}  {'budget':<8} met")
    for what, (seconds, done), budget in rows(names or load_course().lessons, CONTENT):
        met = "" if budget is None else "yes" if seconds <= budget else "NO"
        limit = "" if budget is None else f"≤ {budget:g}"
        print(f"{what:<48} {seconds:>8.2f}  {limit:<8} {met}{'' if done else '  (it failed)'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
