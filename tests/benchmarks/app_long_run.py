"""One long run of Break 00, timed from its first step to its last: in the app's worker thread, or in a plain loop.

python tests/benchmarks/app_long_run.py app STEPS HOME FILE     the app, opened on the run; seconds go to FILE
python tests/benchmarks/app_long_run.py plain STEPS             the same pair without the app; seconds go to stdout
"""

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from lessons.load import load_course
from lessons.schema import Course

LESSON, EXPERIMENT, SEED = "break-gelu-identity", "additive", 7


def long_course(steps: int) -> Course:
    """The course as shipped, but for the length of this lesson's runs."""
    course = load_course()
    lesson = course.lessons[LESSON]
    experiments = {name: replace(each, steps=steps) for name, each in lesson.experiments.items()}
    return replace(course, lessons={**course.lessons, LESSON: replace(lesson, experiments=experiments)})


def run_app(steps: int, home: str, file: Path) -> int:
    """Through the real command, so that everything it sets is set; only the course and the stopwatch are ours."""
    from tutor import cli, runner, start  # not textual: the command sets its environment first

    drive, course = runner.drive, long_course(steps)

    def timed(*arguments: Any) -> bool:
        started = time.perf_counter()
        completed = drive(*arguments)
        file.write_text(str(time.perf_counter() - started))
        return completed

    runner.drive = timed
    start.load_course = lambda: course
    return cli.main(["learn", LESSON, "--learner", "ana", "--home", home])


def run_plain(steps: int) -> None:
    from lessons.experiment import PairedRun

    lesson = long_course(steps).lessons[LESSON]
    pair = PairedRun(lesson.broken, lesson.experiments[EXPERIMENT], SEED)
    started = time.perf_counter()
    for _ in pair:
        pass
    print(time.perf_counter() - started)


if __name__ == "__main__":
    if sys.argv[1] == "app":
        sys.exit(run_app(int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])))
    else:
        run_plain(int(sys.argv[2]))
