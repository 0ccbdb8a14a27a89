"""A run of a later lesson once more, on the code that the learner wrote in a lab."""

from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from lessons.course.behaviour import HEALTHY, YOURS, Behaviour
from lessons.course.lesson import Experiment, Lesson
from lessons.course.values import LessonError
from lessons.runs.calls import Code
from lessons.runs.edits import healthy_library
from lessons.runs.judge import ANSWER_S, answers, judge
from lessons.runs.judge_worker import Bench, Request
from lessons.runs.lab_checks import forbidden, trains
from lessons.runs.limited_process import LimitedProcess
from lessons.runs.repair_behaviour import behaviour_of
from lessons.runs.workspace import Unreadable, read_sources


def on_own_code(folder: Path, lab: Lesson, experiment: Experiment, seed: int) -> Behaviour | None:
    """Train the network of a lab on the learner's code, and on the library's.

    None where the judge no longer passes that code, or where it does not come to its end.
    """
    assert lab.lab is not None
    if not judge(folder, lab).passed:
        return None
    options = next(check.options for check in lab.lab.checks if check.name == "trains")
    (ask,), library = trains({**options, "steps": experiment.steps}), healthy_library()
    call = partial(ask.call, seed=seed)
    sides = {HEALTHY: call(Code(library.lab.tense, library))}
    try:
        request = Request(read_sources(folder, lab), (call,), True, forbidden(lab.lab))
        with closing(LimitedProcess(Bench, answer_s=ANSWER_S)) as process:
            sides[YOURS] = next(answers(process, request))
        return behaviour_of(replace(experiment, metrics=()), sides, with_grid=False)
    except (LessonError, LookupError, Unreadable):
        return None
