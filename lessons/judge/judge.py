"""Judging a repair or a lab by what it does, and by nothing else.

The learner's code runs in a process of its own, with limits, so that `while True` costs a message. That process only
computes: what comes back are numbers, and whether they are right is decided here. How the code trains beside other
libraries (judged_behaviour.py) is no part of the verdict.
"""

import signal
from collections.abc import Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import edited_files, edited_text, inside
from lessons.course.lesson.values import LessonError
from lessons.course.steps.behaviour import MISTAKE, UNTRIED, Checked
from lessons.engine.job import Job, whole
from lessons.engine.process import CodeEnded, Process
from lessons.judge.calls import ANSWERS, Answer, ExplainedError, JudgedCall, Judgement, Reason, placed
from lessons.judge.judging import JudgeRun
from lessons.judge.lab_checks import asks_by_check, forbidden
from lessons.judge.repair_checks import asks_of_repair
from lessons.judge.worker import Request, answers
from lessons.judge.workspace import Texts, Unreadable, read_sources
from lessons.plain_data import is_of
from lessons.runs.edits import edited_texts, healthy_texts

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


@dataclass(frozen=True, eq=False)
class Finding:
    """An ask, the problem with its answer if there is one, and the answer where one came."""

    ask: JudgedCall
    problem: Judgement | None
    answer: Answer = field(default_factory=dict)


def judge(folder: Path, lesson: Lesson, seconds: float = ANSWER_S, trial: JudgeRun | None = None) -> Judgement:
    """Judge a learner's copy of minimodel, or the folder with a lab's file. Raises Stopped where the trial was."""
    try:
        texts = read_sources(folder, lesson)
    except Unreadable as error:
        return Judgement(Reason.IMPORT, str(error))
    with closing(Process(seconds)) as process:
        return judge_texts(texts, lesson, process, trial or JudgeRun())


def judge_text(
    lesson: Lesson, files: Mapping[str, str], seconds: float = ANSWER_S, process: Process | None = None
) -> Judgement:
    """Judge texts as a lab's file, or as files of minimodel by their names: one of the break not given stays broken."""
    if not lesson.lab:
        files = {**edited_texts(lesson.edits), **{inside(file): text for file, text in files.items()}}
    with nullcontext(process) if process else closing(Process(seconds)) as bench:
        return judge_texts(files, lesson, bench, JudgeRun())


def judge_texts(texts: Texts, lesson: Lesson, process: Process, trial: JudgeRun) -> Judgement:
    """Judge a whole library, or a lab's one file, in a process that judges."""
    if nothing_done := unchanged(lesson, texts):
        return nothing_done
    by_check = asks_by_check(lesson.lab) if lesson.lab else [asks_of_repair(lesson)]
    owners = {ask: number for number, asks in enumerate(by_check) for ask in asks}  # of the check that asks
    withheld = forbidden(lesson.lab) if lesson.lab else ()
    request = Request(texts, tuple(ask.call for ask in owners), bool(lesson.lab), withheld)
    trial.process = process
    found = findings(process, request, list(owners), trial)
    if lesson.lab:
        told = list(found)
        judged = lab_judgement(lesson, [(owners[each.ask], each.problem) for each in told])
        first = next((each for each in told if each.problem == judged), None)
        mistake = known_mistake(first, lesson, process, trial) if first and first.answer else ""
        return replace(judged, parts={**judged.parts, MISTAKE: mistake}) if mistake else judged
    return next((each.problem for each in found if each.problem), Judgement(Reason.PASSED))


def known_mistake(found: Finding, lesson: Lesson, process: Process, trial: JudgeRun) -> str:
    """Return the id of the wrong attempt of a lab that does the very same, if the lesson has words for it, or `""`."""
    assert lesson.lab is not None
    sections = next(iter(lesson.prose.values())).sections if lesson.prose else {}
    for attempt in lesson.lab.wrong:
        if f"told {attempt.id}" in sections:
            texts = {lesson.lab.file: lesson.lab.code_of(attempt)}
            request = Request(texts, (found.ask.call,), True, forbidden(lesson.lab))
            (same, *_) = findings(process, request, [found.ask], trial)
            if same.problem == found.problem and alike(same.answer, found.answer):
                return attempt.id
    return ""


def alike(one: Any, other: Any) -> bool:
    """Return True for the same answer, but for rounding."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.shape == other.shape and np.allclose(one, other, equal_nan=True)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one.keys() - {"file", "line"})
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


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


def findings(process: Process, request: Request, asks: list[JudgedCall], trial: JudgeRun) -> Iterator[Finding]:
    """Yield each ask and the problem of its answer, if there is one, until the process falls silent. Raises Stopped."""
    came = whole(process.items(Job.of(answers, request)))
    words = [TRYING.get(ask.call.func.__name__, "computing") for ask in asks]
    for place, (ask, word) in enumerate(zip(asks, words, strict=True)):
        trial.tries(word, words[: place + 1].count(word), words.count(word))
        try:
            answer = next(came, None)
        except LessonError as error:
            trial.check()
            ended = ending(error, process.answer_s) if isinstance(error, CodeEnded) else None
            yield Finding(ask, ended or printable(Judgement(Reason.RAISES, str(error))))
            return
        trial.check()
        if answer is None:  # it has left off early
            yield Finding(ask, Judgement(Reason.DIED, "0"))
            return
        yield Finding(ask, printable(problem_of(ask, answer)), answer)
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
