"""The other side of a process with limits: it does the jobs that it is asked for, and answers with plain data."""

import math
import os
import pickle
import warnings
from importlib import import_module

from lessons.course.lesson.film import Pace
from lessons.course.lesson.values import LessonError
from lessons.engine.job import Doing
from lessons.engine.limits import give_time, limit, readable
from lessons.plain_data import encode

TOTAL_S = 3600  # of processor time for all answers
SIZE_BYTES = 8  # of the number that says how long an answer is
VALUE, PROBLEM = "value", "problem"  # what an answer is
NEEDED = ("decimal", "random", "lessons.runs.live")  # whose libraries could not be read later
UNLIMITED: list[str] = []


def unlimited_here() -> tuple[str, ...]:
    return tuple(UNLIMITED)


def answer_all() -> None:
    """Limit this process for good, and do one job after another until nobody asks any more."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nowhere, descriptor)
    warnings.simplefilter("ignore")
    for module in NEEDED:
        import_module(module)
    doing: list[Doing] = []
    try:
        answer_s = pickle.load(questions)
        import_module("lessons.runs.functions").CONFINED.set()
        UNLIMITED.extend(limit(math.ceil(max(TOTAL_S, 2 * answer_s)), readable()))
        while True:
            job, pace = pickle.load(questions)
            give_time(answer_s)
            doing[:] = [Doing(job)] if job else doing
            message = answer(doing[0], pace)
            answers.write(len(message).to_bytes(SIZE_BYTES, "big") + message)
            answers.flush()
    except (EOFError, OSError):  # nobody asks any more
        os._exit(0)


def answer(doing: Doing, pace: Pace) -> bytes:
    """Return what comes next of a job, or the problem with it."""
    try:
        return encode((VALUE, doing.go_on(lambda: pace)))
    except LessonError as error:
        return encode((PROBLEM, str(error)))
