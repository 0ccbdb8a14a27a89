"""One long run of Break 00, timed from its first step to its last: in the app's worker thread, or in a plain loop.

python tests/benchmarks/app_long_run.py app STEPS HOME FILE     the app, opened on the run; seconds go to FILE
python tests/benchmarks/app_long_run.py plain STEPS             the same pair without the app; seconds go to stdout
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

from lessons.load import load_course
from lessons.schema import Course

LESSON, EXPERIMENT, SEED = "break-gelu-identity", "additive", 7


def long_course(steps: int) -> Course:
    """The course as shipped, but for the length of this lesson's runs."""
    course = load_course()
    lesson = course.lessons[LESSON]
    experiments = {name: replace(each, steps=steps) for name, each in lesson.experiments.items()}
    return replace(course, lessons={**course.lessons, LESSON: replace(lesson, experiments=experiments)})


def run_app(steps: int, home: Path, file: Path) -> None:
    from progress.journal import Journal
    from tutor.app import LynxTutor
    from tutor.learner import Learner, Place
    from tutor.stages import run as stage
    from tutor.text import Text

    drive = stage.drive

    def timed(*arguments: object) -> bool:
        started = time.perf_counter()
        completed = drive(*arguments)  # type: ignore[arg-type]
        file.write_text(str(time.perf_counter() - started))
        return completed

    stage.drive = timed
    course = long_course(steps)
    folder = home / "learners" / "ana"
    learner = Learner("ana", folder, Journal.open(folder, version="benchmark"), course)
    LynxTutor(learner, Text("en"), Place(course.lessons[LESSON], "open")).run()


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
        run_app(int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        run_plain(int(sys.argv[2]))
