"""One long run of Break 00, timed from its first step to its last: in the app's worker thread, or in a plain loop.

python tests/benchmarks/app_long_run.py app STEPS HOME FILE     the app, opened on the run; seconds go to FILE
python tests/benchmarks/app_long_run.py plain STEPS             the same arms without the app; seconds go to stdout
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from lessons.course.course import Course
from lessons.course.lesson.lesson import Arm, Experiment
from lessons.course.steps.plan import SEED
from lessons.format.course import Lessons, load_course

LESSON, EXPERIMENT = "break-gelu-identity", "additive"


def long_course(steps: int) -> Course:
    """The course as shipped, but for the length of this lesson's runs."""
    course = load_course()
    assert isinstance(course.lessons, Lessons)
    lesson = course.lessons[LESSON]
    experiments = {name: longer(each, steps) for name, each in lesson.experiments.items()}
    course.lessons.loaded[LESSON] = replace(lesson, experiments=experiments)
    return course


def longer(experiment: Experiment, steps: int) -> Experiment:
    return replace(experiment, arms=tuple(longer_arm(arm, steps) for arm in experiment.arms))


def longer_arm(arm: Arm, steps: int) -> Arm:
    return replace(arm, settings=replace(arm.settings, steps=steps))


def run_app(steps: int, home: str, file: Path) -> int:
    """Through the real command, so that everything it sets is set; only the course and the stopwatch are ours."""
    from lessons.runs.live import LiveRun
    from tutor.shell import main

    frames = LiveRun.frames
    long_course(steps)  # the command finds it already loaded

    def timed(run: LiveRun) -> Iterator[Any]:
        started = time.perf_counter()
        yield from frames(run)
        file.write_text(str(time.perf_counter() - started))

    LiveRun.frames = timed
    return main.main(["learn", LESSON, "--learner", "ana", "--home", home])


def run_plain(steps: int) -> None:
    from lessons.runs.experiment import WatchedRun

    experiment = long_course(steps).lessons[LESSON].experiments[EXPERIMENT]
    run = WatchedRun(experiment, SEED, arms=experiment.shown)
    started = time.perf_counter()
    for _ in run:
        pass
    print(time.perf_counter() - started)


if __name__ == "__main__":
    if sys.argv[1] == "app":
        sys.exit(run_app(int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])))
    else:
        run_plain(int(sys.argv[2]))
