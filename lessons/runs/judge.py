"""Judging a repair or a lab by what it does, and by nothing else.

The learner's code runs in a process of its own, with limits, so that `while True` costs a message. That process only
computes: what comes back are numbers, and whether they are right is decided here.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lessons.behaviour import UNTRIED, Checked
from lessons.lesson import Lesson
from lessons.runs import reasons
from lessons.runs.edits import edited_files, inside
from lessons.runs.judged_process import JudgedProcess
from lessons.runs.judgement import Answer, Ask, Judgement
from lessons.runs.judging import Request
from lessons.runs.lab_checks import asks_by_check, forbidden
from lessons.runs.limits import LIMITED
from lessons.runs.repair_checks import asks_of_repair
from lessons.runs.sources import (
    Texts,
    Unreadable,
    healthy_texts,
    is_unchanged,
    read_sources,
    same,
    with_texts,
)
from lessons.runs.trial import Trial

SECONDS = 20  # of processor time
MAX_DETAIL = 300  # characters
TRYING = {
    "slopes": "gradients",
    "contract": "contract",
    **dict.fromkeys(("losses", "behaves", "trains"), "training"),
}


def judge(folder: Path, lesson: Lesson, seconds: float = SECONDS, trial: Trial | None = None) -> Judgement:
    """Judge a learner's copy of minimodel, or the folder with a lab's file. Raises Stopped where the trial was."""
    try:
        return judged(read_sources(folder, lesson), lesson, seconds, trial or Trial())
    except Unreadable as error:
        return Judgement(reasons.IMPORT, str(error))


def judge_text(lesson: Lesson, files: Mapping[str, str], seconds: float = SECONDS) -> Judgement:
    """Judge texts as if they stood in a learner's files: a lab's file, or files of minimodel that the break is in.

    A file of the break that is not given stays broken. The names are those of the lesson, such as minimodel/optim.py.
    """
    return judged(with_texts(lesson, files), lesson, seconds, Trial())


def judged(texts: Texts, lesson: Lesson, seconds: float, trial: Trial) -> Judgement:
    """Judge these texts."""
    if is_unchanged(lesson, texts):
        others = changed_elsewhere(lesson, texts)
        return Judgement(reasons.ELSEWHERE, ", ".join(others)) if others else Judgement(reasons.UNCHANGED)
    owners = dict(asks_of(lesson))
    calls = tuple(ask.call for ask in owners)
    withheld = forbidden(lesson.lab) if lesson.lab else ()
    with JudgedProcess(seconds) as process:
        trial.runs(process)
        process.ask(Request(texts, calls, bool(lesson.lab), withheld, seconds))
        found = findings(process, list(owners), trial)
        if lesson.lab:
            return lab_judgement(lesson, [(owners[ask], problem) for ask, problem in found])
        return next((problem for _, problem in found if problem), Judgement(reasons.PASSED))


def asks_of(lesson: Lesson) -> Iterator[tuple[Ask, int]]:
    """Yield all that a repair or a lab is asked for, and the number of the check that it belongs to."""
    if lesson.lab is None:
        yield from ((ask, 0) for ask in asks_of_repair(lesson))
        return
    for number, asks in enumerate(asks_by_check(lesson.lab)):
        yield from ((ask, number) for ask in asks)


def changed_elsewhere(lesson: Lesson, texts: Texts) -> list[str]:
    """Return the files that were changed though the break is not in them."""
    if lesson.lab:
        return []
    ours, edited = healthy_texts(), [inside(file) for file in edited_files(lesson.edits)]
    return [name for name in texts if name not in edited and not same(texts[name], ours.get(name, ""))]


def what_is_not_limited() -> tuple[str, ...]:
    """Return what this system has no means to limit judged code in, by the names of limits.py: found by trying."""
    with JudgedProcess(SECONDS) as process:
        process.ask(Request({}))
        answer = next(process.answers(), {})
    return tuple(name for name in LIMITED if name in answer.get("unlimited", LIMITED))


# ---- the verdict -----------------------------------------------------------


def findings(process: JudgedProcess, asks: list[Ask], trial: Trial) -> Iterator[tuple[Ask, Judgement | None]]:
    """Yield each ask and the problem of its answer, if there is one, until the process falls silent. Raises Stopped."""
    answers = islice(process.answers(), 1, None)  # after what could not be limited
    words = [TRYING.get(ask.call.do, "computing") for ask in asks]
    for place, (ask, word) in enumerate(zip(asks, words, strict=True)):
        trial.tries(word, words[: place + 1].count(word), words.count(word))
        answer = next(answers, None)
        trial.check()
        yield ask, shown(process.silence()) if answer is None else shown(problem_of(ask, answer))
        if answer is None or "import" in answer:
            return


def problem_of(ask: Ask, answer: Answer) -> Judgement | None:
    """Find what is wrong with an answer."""
    reason = answer.get("reason") if answer.get("reason") in reasons.OF_THE_PROCESS else ""
    if "import" in answer:
        return Judgement(reason or reasons.IMPORT, str(answer.get("error", answer["import"])))
    if "error" in answer and (reason or not ask.may_raise):
        return Judgement(reason or reasons.RAISES, str(answer["error"]))
    return ask.problem(answer)


def shown(found: Judgement | None) -> Judgement | None:
    """Return a judgement whose details can be shown: judged code has had a hand in them."""
    if found is None:
        return None
    plain = "".join(each if each.isprintable() else " " for each in found.detail[:MAX_DETAIL])
    return Judgement(found.reason, plain)


def lab_judgement(lesson: Lesson, found: list[tuple[int, Judgement | None]]) -> Judgement:
    """Return the first problem, or that all is well; and what came of each check, where that can be told."""
    assert lesson.lab is not None
    problems = [problem for _, problem in found if problem]
    first = next(
        (each for each in problems if each.reason == reasons.FORBIDDEN),
        [*problems, Judgement(reasons.PASSED)][0],
    )
    checks: list[Checked] = []
    for number, check in enumerate(lesson.lab.checks):
        own = [problem for owner, problem in found if owner == number]
        worst = next(
            filter(None, own), Judgement(reasons.PASSED if own or check.name == "forbids" else UNTRIED)
        )
        if first.reason == reasons.FORBIDDEN:
            worst = first if check.name == "forbids" else Judgement(UNTRIED)
        checks.append(Checked(worst.reason, worst.detail))
    told = first.passed or first.reason in (*reasons.LEAVE_CHECKS, reasons.FORBIDDEN)
    return Judgement(first.reason, first.detail, tuple(checks) if told else ())
