"""The worked calculation runs, and each question about it has one answer that can be given, and most are wrong."""

import math
from collections.abc import Iterator
from typing import Any

from lessons.check.answers import popular_is_true, wrong_margin
from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, Proof, line_in_structure, place_in_files
from lessons.check.workers import Trouble
from lessons.course.lesson import Lesson, Question, Worked
from lessons.course.questions import is_usable
from lessons.runs.calculation import traced, value_of
from lessons.runs.trace import worked_record

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
        yield Proof(lesson.id, RUNS, f"it cannot be run: {trouble}.", STRUCTURE, line)
        return
    yield Proof(lesson.id, RUNS, "", STRUCTURE, line)
    for question in lesson.worked.questions:
        yield proof_of(question, found[question.id], lesson)


def calculated(worked: Worked) -> dict[str, dict[str, Any]]:
    """Run a calculation, and return the truth of each question and the entries that it is one of. In a worker."""
    traced(worked)
    for name in worked.show:
        value_of(worked, name)
    record = worked_record(worked)
    truths = {name: each["value"].get("word", each["value"].get("median")) for name, each in record.items()}
    entries = {each.id: value_of(worked, each.of).astype(float).ravel().tolist() for each in worked.questions}
    return {name: {"truth": truths[name], "entries": each} for name, each in entries.items()}


def proof_of(question: Question, found: dict[str, Any], lesson: Lesson) -> Proof:
    truth = str(found["truth"])
    problem = "" if question.kind == "shape" else wrong_entry(question, float(truth), found["entries"])
    if question.popular is not None and not is_usable(question, question.popular):
        problem = f"popular = {question.popular!r} is no answer to this question."
    advice = "" if problem else popular_is_true(question, truth)
    shown = truth if question.kind == "shape" else f"{float(truth):.4g} ± {question.within:g}"
    return Proof(lesson.id, f"step {question.id}", problem, *place_in_files(lesson, "step", question.id), advice, shown)


def wrong_entry(question: Question, truth: float, entries: list[float]) -> str:
    """Return why no typed number is right, or too many are: between 0, twice the truth, and its matrix's entries."""
    if not math.isfinite(truth):
        return f"{question.of} is {truth:g} there, and nobody can type that."
    ends = [0.0, 2 * truth, *(each for each in entries if math.isfinite(each))]
    return wrong_margin(question, truth, (min(ends), max(ends)) if any(ends) else (-1.0, 1.0))
