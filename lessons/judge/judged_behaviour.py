"""Train judged code beside the healthy library and the broken one; train a later network on the layers of a lab."""

from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lessons.course.lesson.lesson import Experiment, Lesson
from lessons.course.lesson.summaries import Value
from lessons.course.lesson.values import LessonError
from lessons.course.steps.behaviour import BROKEN, HEALTHY, YOURS, Behaviour, WordGrid
from lessons.engine.job import Job, whole
from lessons.engine.process import Process
from lessons.judge.calls import Answer, Behaved, Judgement, Reason, Trains, behaves
from lessons.judge.judge import ANSWER_S, judge
from lessons.judge.judged_code import JudgedCode
from lessons.judge.judging import JudgeRun
from lessons.judge.lab_checks import forbidden, trains
from lessons.judge.repair_checks import own
from lessons.judge.worker import Request, answers
from lessons.judge.workspace import Texts, Unreadable, read_sources
from lessons.plain_data import is_of
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure
from lessons.runs.probes import trained_again

CURVE_POINTS = 40  # of a curve
LEAST_LOSS = 1e-12  # of a loss on a logarithmic scale
SHOW_TRAINING = (Reason.TRAJECTORY, Reason.VALUE, Reason.BOUND, Reason.PASSED)  # there is one to see

Sides = Mapping[str, Answer]  # of an experiment: the losses of each, and what was measured in the end


def behaviour(folder: Path, lesson: Lesson, judgement: Judgement, seed: int, trial: JudgeRun) -> Behaviour | None:
    """Train a judged repair once more and tell how it went; None where it does not come to an end. Raises Stopped."""
    if lesson.lab or judgement.reason not in SHOW_TRAINING:
        return None
    try:
        texts = read_sources(folder, lesson)
    except Unreadable:
        return None
    trial.tries("drawing")
    pair = (BROKEN, HEALTHY) if judgement.passed else (YOURS, HEALTHY)
    found = list(trainings(texts, lesson, seed, trial))
    if not found:
        return None
    return behaviour_of(*max(found, key=lambda each: far(each[1], *pair)), judgement.passed)


def far(sides: Sides, side: str, other: str) -> float:
    """Return the mean distance of two curves, in powers of ten; that of a loss that is no number is 10."""
    one, two = (np.log10(np.maximum(losses(sides[each]), LEAST_LOSS)) for each in (side, other))
    return float(np.nan_to_num(np.abs(one - two), nan=10, posinf=10).mean())


def losses(answer: Answer) -> Any:
    return np.asarray(answer["losses"], dtype=float)


def trainings(texts: Texts, lesson: Lesson, seed: int, trial: JudgeRun) -> Iterator[tuple[Experiment, Sides]]:
    """Yield each experiment that trains, as all three trained it, as far as the judged code answers."""
    sought = {HEALTHY, BROKEN}
    chosen = [each for each in lesson.experiments.values() if each.steps and sought <= set(each.shown or each.names)]
    calls = tuple(partial(behaves, arm=own(each.arms[0]), seed=seed, metrics=each.metrics) for each in chosen)
    request = Request(texts, calls)
    with closing(Process(ANSWER_S)) as process:
        trial.process = process
        came = whole(process.items(Job.of(answers, request)))
        for experiment in chosen:
            sides = paired(experiment, seed, trial)
            with suppress(LessonError):
                sides[YOURS] = next(came, {})
            trial.check()
            if YOURS in sides and all(is_whole(each, experiment) for each in sides.values()):
                yield experiment, sides


def is_whole(answer: Answer, experiment: Experiment) -> bool:
    """Return True for a training to its end, with all that was to be measured."""
    whole = is_of(Behaved)(answer) and len(answer["losses"]) == experiment.steps
    return whole and answer["metrics"].keys() == set(experiment.metrics)


def paired(experiment: Experiment, seed: int, trial: JudgeRun) -> dict[str, Answer]:
    """Return the healthy run and the broken one: those that the learner has watched, if it was this seed."""
    run = None
    for trained in trained_again(experiment, seed):
        trial.check()
        run = trained
    assert run is not None
    found = {side: run.trained[side] for side in (HEALTHY, BROKEN)}
    return {
        side: {"losses": each.losses, "metrics": measure(each, experiment.metrics), "grid": None}
        for side, each in found.items()
    }


def behaviour_of(experiment: Experiment, sides: Sides, with_grid: bool) -> Behaviour:
    """Keep a thinned loss curve, and the metrics in which the three differ."""
    at = np.unique(np.linspace(0, experiment.steps - 1, CURVE_POINTS).round().astype(int))
    metrics: dict[str, dict[str, Value]] = {
        metric: {side: run["metrics"][metric] for side, run in sides.items()} for metric in experiment.metrics
    }
    tense = healthy_library().lab.tense
    letters = sides[YOURS]["grid"] if with_grid else None  # None, too, where the task is no grid
    return Behaviour(
        experiment.id,
        tuple(float(step + 1) for step in at),
        {side: tuple(losses(answer)[at].tolist()) for side, answer in sides.items()},
        {metric: values for metric, values in metrics.items() if len(set(values.values())) > 1},
        WordGrid(tuple(verb.name for verb in tense.VERBS), tuple(tense.PRONOUNS), tuple(letters)) if letters else None,
    )


def on_own_code(folder: Path, lab: Lesson, experiment: Experiment, seed: int) -> Behaviour | None:
    """Train a lab's network on the learner's code, and on the library's. None where that code passes no longer."""
    assert lab.lab is not None
    if not judge(folder, lab).passed:
        return None
    options = next(check.options for check in lab.lab.checks if check.name == "trains")
    (ask,), library = trains({**options, "steps": experiment.steps}), healthy_library()
    call = partial(ask.call, seed=seed)
    sides = {HEALTHY: call(JudgedCode(library.lab.tense, library))}
    try:
        request = Request(read_sources(folder, lab), (call,), True, forbidden(lab.lab))
        with closing(Process(ANSWER_S)) as process:
            sides[YOURS] = next(whole(process.items(Job.of(answers, request))), {})
    except (LessonError, Unreadable):
        return None
    if not is_of(Trains)(sides[YOURS]) or len(sides[YOURS]["losses"]) != experiment.steps:
        return None
    return behaviour_of(replace(experiment, metrics=()), sides, with_grid=False)
