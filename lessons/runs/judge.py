"""Judging a repair or a lab by what it does, and by nothing else.

The learner's code runs in a process of its own, with limits, so that `while True` costs a message. That process only
computes: what comes back are numbers, and whether they are right is decided here.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lessons.lesson import Lesson
from lessons.runs.cut import cut_library
from lessons.runs.edits import edited_files, healthy_text, inside
from lessons.runs.judged_process import JudgedProcess
from lessons.runs.judgement import (
    FORBIDDEN,
    IMPORT,
    MEMORY,
    MISSING,
    NONSENSE,
    OUTPUT,
    OUTSIDE,
    PASSED,
    RAISES,
    UNCHANGED,
    Answer,
    Ask,
    Found,
    Judgement,
)
from lessons.runs.judging import Request
from lessons.runs.lab_checks import asks_of_lab
from lessons.runs.limits import LIMITED
from lessons.runs.repair_checks import asks_of_repair
from lessons.runs.sources import Texts, Unreadable, is_unchanged, read_sources, same, with_texts
from lessons.runs.trial import Trial

SECONDS = 20
MORE_SECONDS = 5  # of processor time, where the machine is slow to start
OWN_REASONS = (FORBIDDEN, OUTSIDE, OUTPUT, MEMORY, MISSING)  # what only the judged process can tell
LONGEST = 300  # characters of a detail
TRYING = {"slopes": "gradients", **dict.fromkeys(("losses", "trained", "measured", "trains"), "training")}


def judge(folder: Path, lesson: Lesson, seconds: float = SECONDS, trial: Trial | None = None) -> Judgement:
    """Judge a learner's copy of minimodel, or the folder with a lab's file. Blocks for at most about `seconds`.

    Raises Stopped where the trial was stopped.
    """
    try:
        return judged(read_sources(folder, lesson), lesson, seconds, trial)
    except Unreadable as error:
        return Judgement(IMPORT, str(error))


def judge_text(lesson: Lesson, files: Mapping[str, str], seconds: float = SECONDS) -> Judgement:
    """Judge texts as if they stood in a learner's files: a lab's file, or files of minimodel that the break is in.

    A file of the break that is not given stays broken. The names are those of the lesson, such as minimodel/optim.py.
    """
    return judged(with_texts(lesson, files), lesson, seconds)


def judged(texts: Texts, lesson: Lesson, seconds: float, trial: Trial | None = None) -> Judgement:
    """Judge these texts."""
    trial = trial or Trial()
    if is_unchanged(lesson, texts):
        return Judgement(UNCHANGED)
    if name := healthy_copy(texts, lesson):
        return Judgement(FORBIDDEN, name)
    until, asks = time.monotonic() + seconds, None
    while asks is None or asks:
        with JudgedProcess(until, seconds) as process:
            trial.runs(process)
            asks = first_asks(lesson) if asks is None else asks
            process.ask(request(texts, lesson, asks, seconds))
            problem, asks = heard(process, asks, trial)
        if problem:
            return shown(problem)
    return Judgement(PASSED)


def what_is_not_limited() -> tuple[str, ...]:
    """What this system has no means to limit judged code in, by the names of limits.py: found by trying."""
    with JudgedProcess(time.monotonic() + SECONDS, SECONDS) as process:
        process.ask(Request({}))
        answer = next(process.answers(), {})
    return tuple(name for name in LIMITED if name in answer.get("unlimited", LIMITED))


def healthy_copy(texts: Texts, lesson: Lesson) -> str:
    """The name of a file that is a copy of one to be repaired, as it should be, in another place; or nothing."""
    healthy = {inside(file): healthy_text(file) for file in edited_files(lesson.edits)}
    for name, text in texts.items():
        if any(name != file and same(text, right) for file, right in healthy.items()):
            return name
    return ""


def first_asks(lesson: Lesson) -> tuple[Ask, ...]:
    """What a repair or a lab is asked for first."""
    return tuple(asks_of_lab(lesson.lab) if lesson.lab else asks_of_repair(lesson))


def request(texts: Texts, lesson: Lesson, asks: Sequence[Ask], seconds: float) -> Request:
    """What is handed over for these asks."""
    calls, most = tuple(ask.call for ask in asks), int(seconds) + MORE_SECONDS
    if lesson.lab is None:
        return Request(texts, calls, seconds=most)
    library, own = cut_library(lesson.lab), (lesson.lab.file, texts[lesson.lab.file])
    return Request(library.texts, calls, own, library.taken, most)


# ---- the verdict -----------------------------------------------------------


def heard(
    process: JudgedProcess, asks: Sequence[Ask], trial: Trial
) -> tuple[Judgement | None, tuple[Ask, ...]]:
    """The first problem of the answers, and what else is to be asked for, of a fresh process."""
    more: list[Ask] = []
    for _, found in findings(process, asks, trial):
        if isinstance(found, Judgement):
            return found, ()
        more += found or ()
    return process.output(), tuple(more)


def findings(process: JudgedProcess, asks: Sequence[Ask], trial: Trial) -> Iterator[tuple[Ask, Found]]:
    """Each ask and what is found in its answer, until the process falls silent. Raises Stopped."""
    answers = (answer for answer in process.answers() if "unlimited" not in answer)
    words = [trying(ask) for ask in asks]
    for place, (ask, word) in enumerate(zip(asks, words, strict=True)):
        trial.tries(word, words[: place + 1].count(word), words.count(word))
        ask.prepare()
        answer = next(answers, None)
        trial.check()
        yield ask, process.silence() if answer is None else problem_of(ask, answer)
        if answer is None:
            return


def trying(ask: Ask) -> str:
    """What an ask tries, in a word that the tutor has a sentence for."""
    return "planted" if ask.call.plant else TRYING.get(ask.call.do, "computing")


def problem_of(ask: Ask, answer: Answer) -> Found:
    """What is wrong with an answer. One that is no answer to the question is the end of the process as a witness."""
    if "note" in answer:
        return Judgement(reason_of(answer, "note", NONSENSE), str(answer.get("detail", "")))
    if "import" in answer:
        return Judgement(reason_of(answer, "reason", IMPORT), str(answer.get("error", answer["import"])))
    if "error" in answer and not ask.may_raise:
        return Judgement(reason_of(answer, "reason", RAISES), str(answer["error"]))
    try:
        return ask.problem(answer)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        return Judgement(NONSENSE, type(error).__name__)


def reason_of(answer: Answer, key: str, otherwise: str) -> str:
    """The reason that an answer gives for itself: one of those that are no verdict."""
    reason = answer.get(key)
    return reason if isinstance(reason, str) and reason in OWN_REASONS else otherwise


def shown(found: Judgement) -> Judgement:
    """A judgement whose details can be shown: judged code has had a hand in them."""
    plain = "".join(each if each.isprintable() else " " for each in found.detail[:LONGEST])
    return Judgement(found.reason, plain)
