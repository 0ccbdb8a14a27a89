"""How judged code behaves, beside the healthy library and the broken one: trained from a seed that the learner knows.

This is no part of the verdict: the learner's code speaks for itself here, under the same limits as before the judge.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lessons.behaviour import BROKEN, HEALTHY, LETTERS, YOURS, Behaviour, Rows
from lessons.lesson import Experiment, Lesson
from lessons.runs.accepting import own
from lessons.runs.edits import healthy_library
from lessons.runs.judge import MORE_SECONDS, SECONDS
from lessons.runs.judged_process import JudgedProcess
from lessons.runs.judgement import BOUND, PASSED, TRAJECTORY, VALUE, Answer, Call, Judgement
from lessons.runs.judging import Request
from lessons.runs.looks import trained_again
from lessons.runs.metrics import measure_one
from lessons.runs.metrics.verbs import is_grid
from lessons.runs.pictures.grammar import states
from lessons.runs.rows import Array
from lessons.runs.sources import Texts, Unreadable, read_sources
from lessons.runs.told import Told, healthy_run, inputs_of, told_states
from lessons.runs.trained import Trained
from lessons.runs.trial import Trial
from lessons.summaries import Value

TRAINS = (TRAJECTORY, VALUE, BOUND, PASSED)  # reasons with which there is a training to see
POINTS = 40  # of a curve
LEAST = 1e-12  # of a loss on a logarithmic scale

Sides = Mapping[str, Trained]


@dataclass(frozen=True, eq=False)
class Trainings:
    """One experiment, trained to its end by all three."""

    experiment: Experiment
    sides: Sides

    def far(self, side: str, other: str) -> float:
        """How far apart two curves lie, in powers of ten; a loss that is no number is far from any."""
        one, two = (np.log10(np.maximum(self.losses(each), LEAST)) for each in (side, other))
        return float(np.nan_to_num(np.abs(one - two), nan=10, posinf=10).mean())

    def losses(self, side: str) -> Array:
        return np.asarray(self.sides[side].losses, dtype=float)


def behaviour(
    folder: Path, lesson: Lesson, judgement: Judgement, seed: int, trial: Trial, seconds: float = SECONDS
) -> Behaviour | None:
    """Train a judged repair once more and tell how it went; None where it does not come to an end. Raises Stopped."""
    if lesson.lab or judgement.reason not in TRAINS:
        return None
    try:
        texts = read_sources(folder, lesson)
    except Unreadable:
        return None
    trial.tries("drawing")
    found = list(trainings(texts, lesson, seed, trial, seconds))
    if not found:
        return None
    pair = (BROKEN, HEALTHY) if judgement.passed else (YOURS, HEALTHY)
    return told(max(found, key=lambda each: each.far(*pair)), judgement.passed)


def trainings(texts: Texts, lesson: Lesson, seed: int, trial: Trial, seconds: float) -> Iterator[Trainings]:
    """Each experiment that trains, as far as the judged code answers."""
    chosen = [each for each in lesson.experiments.values() if each.steps and len(each.arms) > 1]
    inputs = [inputs_of(healthy_run(each.arms[0], seed, None)) for each in chosen]
    calls = tuple(call_of(experiment, seed, given) for experiment, given in zip(chosen, inputs, strict=True))
    with JudgedProcess(time.monotonic() + seconds, seconds) as process:
        trial.runs(process)
        process.ask(Request(texts, calls, seconds=int(seconds) + MORE_SECONDS))
        answers = (answer for answer in process.answers() if "unlimited" not in answer)
        for experiment in chosen:
            others = paired(experiment, seed, trial)
            answer = next(answers, None)
            trial.check()
            yours = None if answer is None else yours_of(experiment, seed, answer)
            if yours is not None and all(
                len(each.losses) == experiment.steps for each in (yours, *others.values())
            ):
                yield Trainings(experiment, {**others, YOURS: yours})


def call_of(experiment: Experiment, seed: int, inputs: list[Array]) -> Call:
    arm = own(experiment.arms[0])
    return Call("behaves", {"arm": arm, "seed": seed, "steps": arm.settings.steps, "inputs": inputs})


def paired(experiment: Experiment, seed: int, trial: Trial) -> dict[str, Trained]:
    """The healthy run and the broken one: those that the learner has watched, if it was this seed."""
    run = None
    for trained in trained_again(experiment, seed):
        trial.check()
        run = trained
    assert run is not None
    first, last = (run.trained.get(name) for name in (experiment.names[0], experiment.names[-1]))
    return {name: each for name, each in ((HEALTHY, first), (BROKEN, last)) if each is not None}


def yours_of(experiment: Experiment, seed: int, answer: Answer) -> Trained | None:
    """The learner's own, known by what was answered; None where that is no answer."""
    arm = experiment.arms[0]
    try:
        found = Told(healthy_run(arm, seed, None), told_states(answer["states"]), answer, answer["losses"])
        found.losses = [float(loss) for loss in found.losses]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError):
        return None
    return found


def told(trained: Trainings, with_grid: bool) -> Behaviour:
    """What is kept of it."""
    at = np.unique(np.linspace(0, trained.experiment.steps - 1, POINTS).round().astype(int))
    return Behaviour(
        trained.experiment.id,
        tuple(float(step + 1) for step in at),
        {side: tuple(trained.losses(side)[at].tolist()) for side in trained.sides},
        telling(trained),
        grid(trained.sides[YOURS]) if with_grid else None,
    )


def telling(trained: Trainings) -> dict[str, dict[str, Value]]:
    """The metrics in which not all three are the same."""
    found = {
        metric: {side: measured(run, metric) for side, run in trained.sides.items()}
        for metric in trained.experiment.metrics
    }
    return {metric: values for metric, values in found.items() if len(set(values.values())) > 1}


def measured(run: Trained, metric: str) -> Value:
    """A metric, where it can be told from outside."""
    try:
        if not isinstance(run, Told):
            return measure_one(run, metric)
        value, is_told = run.measured(metric)
    except Exception:  # what was told may be anything
        return None
    return value if is_told else None


def grid(run: Trained) -> Rows | None:
    """The learner's own grid, where the task is one."""
    if not is_grid(run):
        return None
    tense: Any = healthy_library().lab.tense
    cells = states(run)
    letters = [
        "".join(LETTERS[cells.get((verb, person), "")] for person in range(len(tense.PERSONS)))
        for verb in range(len(tense.VERBS))
    ]
    return Rows(tuple(verb.name for verb in tense.VERBS), tuple(tense.PRONOUNS), tuple(letters))
