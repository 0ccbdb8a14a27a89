"""The worked calculation runs, and each question about it has one answer that can be given, and most are wrong."""

import math
from collections.abc import Iterator
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.questions.answers import accepted, around, popular_is_true, unanswerable
from lessons.check.questions.regions import plain
from lessons.check.questions.tolerances import HALF
from lessons.check.workers import Trouble
from lessons.format import LessonError
from lessons.lesson import Interval, Lesson, Question, Worked
from lessons.questions import is_usable
from lessons.questions.measured import ROUNDING
from lessons.runs.trace import traced, value_of, worked_record

Found = dict[
    str, Any
]  # of one question: its `truth`, as its kind says it, and the `entries` that it is one of


def prove_calculation(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The worked calculation runs, and answers each of its questions."""
    if lesson.worked is None:
        return
    try:
        found = evidence.ask(calculated, lesson.worked)
    except Trouble as trouble:
        found = {"problem": f"it cannot be run: {trouble}."}
    line = line_in_structure(lesson, "worked")
    yield Proof(lesson.id, "the calculation runs", found.get("problem", ""), STRUCTURE, line)
    for question in lesson.worked.questions if "steps" in found else ():
        yield proof_of(question, found["steps"][question.id], lesson)


def calculated(worked: Worked) -> dict[str, Any]:
    """Run a calculation and answer its questions, or say what is wrong with it. Called in a worker."""
    try:
        traced(worked)
        for name in worked.show:
            value_of(worked, name)
        record = worked_record(worked)
        return {"steps": {each.id: answered(worked, each, record) for each in worked.questions}}
    except LessonError as error:
        return {"problem": str(error)}


def answered(worked: Worked, question: Question, record: Any) -> Found:
    value = record[question.id]["value"]
    array = value_of(worked, question.of)
    return {"truth": value.get("word", value.get("median")), "entries": array.astype(float).ravel().tolist()}


def proof_of(question: Question, found: Found, lesson: Lesson) -> Proof:
    """A question about one line of the calculation."""
    line = line_in_structure(lesson, "step", question.id)
    if question.popular is not None and not is_usable(question, question.popular):
        problem = f"popular = {question.popular!r} is no answer to this question."
    elif question.kind == "shape":
        problem = ""
    else:
        problem = problem_of_entry(question, float(found["truth"]), found["entries"])
    truth = str(found["truth"])
    advice = "" if problem else popular_is_true(question, truth)
    shown = truth if question.kind == "shape" else f"{float(truth):.4g} ± {question.within:g}"
    return Proof(lesson.id, f"step {question.id}", problem, STRUCTURE, line, advice=advice, shown=shown)


def problem_of_entry(question: Question, truth: float, entries: list[float]) -> str:
    """Why no answer to a typed number is right, or too many are."""
    if not math.isfinite(truth):
        return f"{question.of} is {truth:g} there, and nobody can type that."
    if problem := unanswerable(question, truth):
        return problem
    whole = sought(truth, entries)
    share = accepted(around(truth, question.within), whole)
    if share >= HALF:
        return (
            f"within = {question.within:g} accepts {share:.0%} of all answers between {plain(whole)}: "
            f"it is {truth:.4g}. Expected less than half."
        )
    others = [each for each in entries if abs(each - truth) > ROUNDING + 1e-9 * abs(truth)]
    if others and all(abs(each - truth) <= question.within for each in others):
        all_of_it = plain((min(entries), max(entries)))
        return f"within = {question.within:g} accepts every number of {question.of}, {all_of_it}."
    return ""


def sought(truth: float, entries: list[float]) -> Interval:
    """Where people would look for a number: from 0 to twice what it is, and all over the matrix that it stands in."""
    ends = [0.0, 2 * truth, *(each for each in entries if math.isfinite(each))]
    return (min(ends), max(ends)) if any(ends) else (-1.0, 1.0)
