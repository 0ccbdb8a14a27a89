"""Judging a repair or a lab by what it does, and by nothing else; and showing how it trains beside others.

The learner's code runs in a process of its own, with limits, so that `while True` costs a message. That process only
computes: what comes back are numbers, and whether they are right is decided here. How the code trains beside the
healthy library and the broken one, or a later lesson's network on the layers of a lab, is no part of the verdict.
"""

import signal
from collections.abc import Iterator, Mapping
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lessons.course.behaviour import BROKEN, HEALTHY, UNTRIED, YOURS, Behaviour, Checked, WordGrid
from lessons.course.lesson import Experiment, Lesson
from lessons.course.source import edited_files, edited_text, inside
from lessons.course.summaries import Value
from lessons.course.values import LessonError
from lessons.engine.process import CodeEnded, LimitedProcess
from lessons.judge.calls import (
    ANSWERS,
    Answer,
    Behaved,
    ExplainedError,
    JudgedCall,
    Judgement,
    Reason,
    Trains,
    behaves,
    placed,
)
from lessons.judge.judged_code import JudgedCode
from lessons.judge.judging import JudgeRun
from lessons.judge.lab_checks import asks_by_check, forbidden, trains
from lessons.judge.repair_checks import asks_of_repair, own
from lessons.judge.worker import Bench, Request
from lessons.judge.workspace import Texts, Unreadable, read_sources
from lessons.plain_data import is_of
from lessons.runs.edits import edited_texts, healthy_library, healthy_texts
from lessons.runs.metrics import measure
from lessons.runs.probes import trained_again

ANSWER_S = 20.0  # of processor time, so that a verdict does not depend on how busy the machine is
MAX_DETAIL = 300  # characters
PLACED = (Reason.IMPORT, Reason.RAISES)  # that say in which line
TRYING = {"slopes": "gradients", "contract": "contract", **dict.fromkeys(("losses", "behaves", "trains"), "training")}
OF_THE_PROCESS = (  # what only it can tell
    *(Reason.FORBIDDEN, Reason.OUTSIDE, Reason.MEMORY, Reason.MISSING, Reason.NOT_OWN),
)
LEAVE_CHECKS = (  # others can still be tried
    *(Reason.RAISES, Reason.MISSING, Reason.PARAMETERS, Reason.SHAPE, Reason.VALUE, Reason.GRADIENT),
    *(Reason.UNTRAINED, Reason.FORBIDDEN, Reason.NOT_OWN, Reason.SHARED, Reason.ACCEPTED, Reason.OTHER_ERROR),
)

CURVE_POINTS = 40  # of a curve
LEAST_LOSS = 1e-12  # of a loss on a logarithmic scale
SHOW_TRAINING = (Reason.TRAJECTORY, Reason.VALUE, Reason.BOUND, Reason.PASSED)  # there is one to see


Sides = Mapping[str, Answer]  # of an experiment: the losses of each, and what was measured in the end


def judge(folder: Path, lesson: Lesson, seconds: float = ANSWER_S, trial: JudgeRun | None = None) -> Judgement:
    """Judge a learner's copy of minimodel, or the folder with a lab's file. Raises Stopped where the trial was."""
    try:
        texts = read_sources(folder, lesson)
    except Unreadable as error:
        return Judgement(Reason.IMPORT, str(error))
    with closing(LimitedProcess(Bench, answer_s=seconds)) as process:
        return judge_texts(texts, lesson, process, trial or JudgeRun())


def judge_text(
    lesson: Lesson, files: Mapping[str, str], seconds: float = ANSWER_S, process: LimitedProcess | None = None
) -> Judgement:
    """Judge texts as a lab's file, or as files of minimodel by their names: one of the break not given stays broken."""
    if not lesson.lab:
        files = {**edited_texts(lesson.edits), **{inside(file): text for file, text in files.items()}}
    with nullcontext(process) if process else closing(LimitedProcess(Bench, answer_s=seconds)) as bench:
        return judge_texts(files, lesson, bench, JudgeRun())


def judge_texts(texts: Texts, lesson: Lesson, process: LimitedProcess, trial: JudgeRun) -> Judgement:
    """Judge a whole library, or a lab's one file, in a process that holds a Bench."""
    if nothing_done := unchanged(lesson, texts):
        return nothing_done
    by_check = asks_by_check(lesson.lab) if lesson.lab else [asks_of_repair(lesson)]
    owners = {ask: number for number, asks in enumerate(by_check) for ask in asks}  # of the check that asks
    withheld = forbidden(lesson.lab) if lesson.lab else ()
    request = Request(texts, tuple(ask.call for ask in owners), bool(lesson.lab), withheld)
    trial.process = process
    found = findings(process, request, list(owners), trial)
    if lesson.lab:
        return lab_judgement(lesson, [(owners[ask], problem) for ask, problem in found])
    return next((problem for _, problem in found if problem), Judgement(Reason.PASSED))


def unchanged(lesson: Lesson, texts: Texts) -> Judgement | None:
    """Find that the code is still what there was to begin with, or was changed only where the break is not."""
    if lesson.lab:
        return Judgement(Reason.UNCHANGED) if is_same(texts[lesson.lab.file], lesson.lab.begin) else None
    begun = {inside(file): edited_text(lesson.edits, file) for file in edited_files(lesson.edits)}
    if not all(is_same(texts.get(name, ""), text) for name, text in begun.items()):
        return None
    ours = healthy_texts()
    others = [name for name in texts if name not in begun and not is_same(texts[name], ours.get(name, ""))]
    return Judgement(Reason.ELSEWHERE, ", ".join(others)) if others else Judgement(Reason.UNCHANGED)


def is_same(text: str, other: str) -> bool:
    return text.split() == other.split()


def findings(
    process: LimitedProcess, request: Request, asks: list[JudgedCall], trial: JudgeRun
) -> Iterator[tuple[JudgedCall, Judgement | None]]:
    """Yield each ask and the problem of its answer, if there is one, until the process falls silent. Raises Stopped."""
    came = process.stream("answers", request)
    words = [TRYING.get(ask.call.func.__name__, "computing") for ask in asks]
    for place, (ask, word) in enumerate(zip(asks, words, strict=True)):
        trial.tries(word, words[: place + 1].count(word), words.count(word))
        try:
            answer = next(came, None)
        except LessonError as error:
            trial.check()
            ended = ending(error, process.answer_s) if isinstance(error, CodeEnded) else None
            yield ask, ended or printable(Judgement(Reason.RAISES, str(error)))
            return
        trial.check()
        if answer is None:  # it has left off early
            yield ask, Judgement(Reason.DIED, "0")
            return
        yield ask, printable(problem_of(ask, answer))
        if answer.get("at_import") is True:
            return


def problem_of(ask: JudgedCall, answer: Answer) -> Judgement | None:
    if is_of(ExplainedError)(answer):
        reason = answer["reason"] if answer["reason"] in OF_THE_PROCESS else ""
        if reason or answer["at_import"] or not ask.may_raise:
            return stopped(answer, reason or (Reason.IMPORT if answer["at_import"] else Reason.RAISES))
    elif not is_of(ANSWERS[ask.call.func])(answer):
        return Judgement(Reason.NO_ANSWER)
    return ask.problem(answer)


def stopped(answer: Answer, reason: str) -> Judgement:
    """Judge code that Python stopped, in a line of a file where that is known."""
    error, kind, file, line = (answer[key] for key in ("error", "kind", "file", "line"))
    parts = {"kind": kind, "said": error, "file": file, "line": str(line)} if line and reason in PLACED else {}
    return Judgement(reason, placed(answer), parts=parts)


def ending(ended: CodeEnded, seconds: float) -> Judgement:
    code = ended.exit_code
    if ended.reason == Reason.TIME:
        return Judgement(Reason.TIME, f"{seconds:.0f}")
    if code is None:
        return Judgement(ended.reason)
    if code >= 0:
        return Judgement(Reason.DIED, str(code))
    name = next((each.name for each in signal.Signals if each == -code), str(-code))
    return Judgement(Reason.KILLED if name in ("SIGKILL", "SIGTERM") else Reason.CRASHED, name)


def printable(found: Judgement | None) -> Judgement | None:
    """Return a judgement whose details can be shown: judged code has had a hand in them."""
    if found is None:
        return None
    parts = {key: shown(value) for key, value in found.parts.items()}
    return Judgement(found.reason, shown(found.detail), parts=parts)


def shown(words: str) -> str:
    return "".join(each if each.isprintable() else " " for each in words[:MAX_DETAIL])


def lab_judgement(lesson: Lesson, found: list[tuple[int, Judgement | None]]) -> Judgement:
    """Return the first problem, or that all is well; and what came of each check, where that can be told."""
    assert lesson.lab is not None
    passed, untried = Judgement(Reason.PASSED), Judgement(UNTRIED)
    problems = [problem for _, problem in found if problem]
    first = problems[0] if problems else passed
    forbidding = next((each for each in problems if each.reason == Reason.FORBIDDEN), None)
    checks: list[Checked] = []
    for number, check in enumerate(lesson.lab.checks):
        forbids, own = check.name == "forbids", [problem for owner, problem in found if owner == number]
        worst = next(filter(None, own), passed if own or forbids else untried)
        if forbidding:
            worst = forbidding if forbids else untried
        checks.append(Checked(worst.reason, worst.detail, worst.parts))
    first = forbidding or first
    told = first.passed or first.reason in LEAVE_CHECKS
    return Judgement(first.reason, first.detail, tuple(checks) if told else (), first.parts)


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
    with closing(LimitedProcess(Bench, answer_s=ANSWER_S)) as process:
        trial.process = process
        came = process.stream("answers", request)
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
        with closing(LimitedProcess(Bench, answer_s=ANSWER_S)) as process:
            sides[YOURS] = next(process.stream("answers", request), {})
    except (LessonError, Unreadable):
        return None
    if not is_of(Trains)(sides[YOURS]) or len(sides[YOURS]["losses"]) != experiment.steps:
        return None
    return behaviour_of(replace(experiment, metrics=()), sides, with_grid=False)
