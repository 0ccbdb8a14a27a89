"""Labs: the solution and other right ways pass; the beginning and near ways fail; nothing forbidden is used."""

import ast
from collections.abc import Iterator
from functools import partial

from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.repairs.proofs import TRIED, judged, listed, prove_listed
from lessons.exercise import Lab
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.runs.edits import healthy_library
from lessons.runs.lab_checks import asks_by_check, forbidden
from lessons.runs.syntax import parse
from lessons.table import nearest

CHECKS, PASSES, FAILS = "the checks", "the solution passes", "the beginning fails"


def attempts_at_lab(lesson: Lesson) -> list[str]:
    if (lab := lesson.lab) is None:
        return []
    return [CHECKS, PASSES, FAILS, *listed("lab", lab.right, lab.wrong)]


def prove_lab(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that the solution passes, the text to begin with fails, and listed ways do as the lesson says."""
    if (lab := lesson.lab) is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "lab"))
    if problem := wrong_checks(lab):
        for what in attempts_at_lab(lesson):
            yield proof(what, problem if what == CHECKS else f"not judged, because of {CHECKS}.")
        return
    free = "without a check that forbids minimodel's own, a learner may hand that in."
    yield proof(CHECKS, advice="" if list(forbidden(lab)) else free)
    missing = (
        ""
        if lab.solution.strip()
        else "there is none: write one in [lab], so that the lab is known to be doable."
    )
    solved = judged(evidence, lesson, {lab.file: lab.solution})
    yield proof(PASSES, missing or uses_forbidden(lab) or solved)
    begun = judged(evidence, lesson, {lab.file: lab.begin + TRIED})
    yield proof(FAILS, "" if begun else "it is judged as done.", advice=unreadable(lab.begin))
    yield from prove_listed(lesson, evidence, "lab", lab.right, lab.wrong)


def wrong_checks(lab: Lab) -> str:
    """Return why the checks of a lab cannot be made, or nothing."""
    library = healthy_library()
    for name in forbidden(lab):
        owner, found = library, None
        for part in name.split("."):
            owner, found = found or owner, getattr(found or owner, part, None)
            if found is None:
                known = tuple(each for each in vars(owner) if not each.startswith("_"))
                return f"forbids {name!r}, which is nothing of minimodel's.{nearest(part, known)}"
    try:
        asks_by_check(lab)
    except LessonError as error:
        return str(error)
    except Exception as error:  # minimodel's own may refuse what the lesson hands it, in whatever way
        return f"minimodel's own cannot be called as the checks say: {type(error).__name__}: {error}."
    return ""


def uses_forbidden(lab: Lab) -> str:
    """Return what the solution takes from minimodel by another name, though it is to be written."""
    for name in forbidden(lab):
        *path, last = name.split(".")
        for node in ast.walk(parse(lab.solution)) if not unreadable(lab.solution) else ():
            if not isinstance(node, ast.ImportFrom) or last not in [alias.name for alias in node.names]:
                continue
            if not path or path[-1] in str(node.module).split("."):
                return f"it uses {name}, which the lab forbids: from {node.module} import {last}."
    return ""


def unreadable(text: str) -> str:
    """Return that a text is no Python, which a learner would be told first."""
    try:
        parse(text)
    except (SyntaxError, ValueError):
        return "it is no Python: a learner who writes one part is told of another. Raise NotImplementedError instead."
    return ""
