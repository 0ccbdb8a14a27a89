"""A worked calculation runs, and each of its questions has one answer that can be typed."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lessons.check.answers import popular_is_true, wrong_margin
from lessons.check.evidence import Evidence, Trouble
from lessons.check.pages import STRUCTURE, Proof, line_in_structure, place_in_files
from lessons.course.asking.question_words import is_usable
from lessons.course.asking.questions import kind_of
from lessons.course.lesson.lesson import Lesson, Question, Worked
from lessons.course.steps.trace import ran, worked_record
from lessons.runs.calculation import calculation

RUNS = "the calculation runs"


def calculations_to_judge(lesson: Lesson) -> list[str]:
    return [RUNS, *(f"step {each.id}" for each in lesson.worked.questions)] if lesson.worked else []


def prove_calculation(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    if lesson.worked is None:
        return
    line = line_in_structure(lesson, "worked")
    try:
        found = evidence.ask(calculated, lesson.worked)
    except Trouble as trouble:
        if trouble.at_limit:
            raise
        yield Proof(lesson.id, RUNS, f"it cannot be run: {trouble}.", STRUCTURE, line)
        return
    yield Proof(lesson.id, RUNS, "", STRUCTURE, line)
    for question in lesson.worked.questions:
        yield proof_of_step(question, found[question.id], lesson)


def calculated(worked: Worked) -> dict[str, dict[str, Any]]:
    """Run a calculation, and return the truth of each question and the entries that it is one of. In a worker."""
    worked = replace(worked, calculation=calculation(worked))
    record = worked_record(worked)
    truths = {name: each["value"].get("word", each["value"].get("median")) for name, each in record.items()}
    entries = {each.id: list(ran(worked).values[each.of].numbers) for each in worked.questions}
    return {name: {"truth": truths[name], "entries": each} for name, each in entries.items()}


def proof_of_step(question: Question, found: dict[str, Any], lesson: Lesson) -> Proof:
    truth = str(found["truth"])
    is_number = kind_of(question).is_number
    problem = wrong_entry(question, float(truth), found["entries"]) if is_number else ""
    if question.popular is not None and not is_usable(question, question.popular):
        problem = f"popular = {question.popular!r} is no answer to this question."
    advice = "" if problem else popular_is_true(question, truth)
    shown = f"{float(truth):.4g} ± {question.within:g}" if is_number else truth
    return Proof(lesson.id, f"step {question.id}", problem, *place_in_files(lesson, "step", question.id), advice, shown)


def wrong_entry(question: Question, truth: float, entries: list[float]) -> str:
    """Return the problem if a number is never right, or too often, up to twice the truth or an entry; else `""`."""
    if not math.isfinite(truth):
        return f"{question.of} is {truth:g} there, and nobody can type that."
    ends = [0.0, 2 * truth, *(each for each in entries if math.isfinite(each))]
    return wrong_margin(question, truth, (min(ends), max(ends)) if any(ends) else (-1.0, 1.0))
