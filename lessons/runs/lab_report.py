"""Each check of a lab, one by one: what the learner is shown of it. The verdict was found before, and alone."""

import time
from collections.abc import Iterator
from pathlib import Path

from lessons.behaviour import UNTRIED, Checked
from lessons.lesson import Lesson
from lessons.runs.judge import SECONDS, findings, request, shown
from lessons.runs.judged_process import JudgedProcess
from lessons.runs.judgement import (
    FORBIDDEN,
    GRADIENT,
    MISSING,
    PARAMETERS,
    PASSED,
    RAISES,
    SHAPE,
    UNTRAINED,
    VALUE,
    Ask,
    Judgement,
)
from lessons.runs.lab_checks import asks_by_check
from lessons.runs.sources import Texts, Unreadable, read_sources
from lessons.runs.trial import Trial

GOES_ON = (
    RAISES,
    MISSING,
    PARAMETERS,
    SHAPE,
    VALUE,
    GRADIENT,
    UNTRAINED,
)  # reasons that leave other checks to try


def report(
    folder: Path, lesson: Lesson, judgement: Judgement, trial: Trial, seconds: float = SECONDS
) -> tuple[Checked, ...]:
    """What came of each check, in the order of the lesson; nothing where there is none to tell. Raises Stopped."""
    lab = lesson.lab
    if lab is None:
        return ()
    if judgement.passed:
        return tuple(Checked(PASSED) for _ in lab.checks)
    if judgement.reason == FORBIDDEN:
        kinds = (FORBIDDEN if check.name == "forbids" else UNTRIED for check in lab.checks)
        return tuple(Checked(kind, judgement.detail) for kind in kinds)
    if judgement.reason not in GOES_ON:
        return ()
    try:
        texts = read_sources(folder, lesson)
    except Unreadable:
        return ()
    return tuple(tried(texts, lesson, trial, seconds))


def tried(texts: Texts, lesson: Lesson, trial: Trial, seconds: float) -> Iterator[Checked]:
    """Try every check, also after one that failed."""
    assert lesson.lab is not None
    by_check = asks_by_check(lesson.lab)
    problems: dict[int, Judgement] = {}
    owners = {ask: number for number, asks in enumerate(by_check) for ask in asks}
    heard: set[Ask] = set()
    until = time.monotonic() + seconds
    while waiting := tuple(ask for ask in owners if ask not in heard):
        heard |= set(waiting)
        more: dict[Ask, int] = {}
        answered: set[Ask] = set()
        with JudgedProcess(until, seconds) as process:
            trial.runs(process)
            process.ask(request(texts, lesson, waiting, seconds))
            for ask, found in findings(process, waiting, trial):
                answered.add(ask)
                if isinstance(found, Judgement):
                    problems.setdefault(owners[ask], shown(found))
                more |= dict.fromkeys(found if isinstance(found, tuple) else (), owners[ask])
        for ask in set(waiting) - answered:
            problems.setdefault(owners[ask], Judgement(UNTRIED))
        owners |= more
    for number in range(len(by_check)):
        found_there = problems.get(number, Judgement(PASSED))
        yield Checked(found_there.reason, found_there.detail)
