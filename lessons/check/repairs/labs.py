"""Labs: the solution and other right ways pass; the beginning, near ways and stubs fail; nothing forbidden is used."""

import ast
from collections.abc import Iterator
from functools import partial

from lessons.check.evidence import Evidence
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.repairs.attempts import TRIED, judged
from lessons.check.repairs.proofs import advice, proof_of
from lessons.check.repairs.stubs import parsed, stubs_of_lab
from lessons.exercise import Lab
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.runs.edits import healthy_library
from lessons.runs.lab_checks import asks_by_check, forbidden
from lessons.table import nearest

TELLING = 12  # letters of a line that is not met by chance
NO_SOLUTION = (
    "there is none. Write one in [lab], under solution, so that it is proved that the lab can be done."
)


def prove_lab(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The solution passes without what is forbidden, and the text to begin with fails."""
    if (lab := lesson.lab) is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "lab"))
    if problem := wrong_checks(lab):
        yield proof("the checks", problem)
        return
    if not lab.solution.strip():
        yield proof("the solution passes", NO_SOLUTION)
        return
    yield proof(
        "the solution passes", uses_forbidden(lab) or judged(evidence, lesson, {lab.file: lab.solution})
    )
    begun = judged(evidence, lesson, {lab.file: lab.begin + TRIED})
    problem = given_away(lab) if begun else "it is judged as done."
    yield proof("the beginning fails", problem, advice=is_python(lab))


def wrong_checks(lab: Lab) -> str:
    """Why the checks of a lab cannot be made, or nothing."""
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
        return (
            f"minimodel's own cannot be made, or called, as the checks say: {type(error).__name__}: {error}."
        )
    return ""


def uses_forbidden(lab: Lab) -> str:
    """What the solution takes from minimodel by another name, though it is to be written."""
    for name in forbidden(lab):
        *path, last = name.split(".")
        for node in ast.walk(parsed(lab.solution)):
            if not isinstance(node, ast.ImportFrom) or last not in [alias.name for alias in node.names]:
                continue
            if not path or path[-1] in str(node.module).split("."):
                return f"it uses {name}, which the lab forbids: from {node.module} import {last}."
    return ""


def given_away(lab: Lab) -> str:
    """A line of the solution that stands in the beginning as a remark."""
    solved = {"".join(line.split()) for line in lab.solution.splitlines()}
    remarks = (line.partition("#")[2].strip() for line in lab.begin.splitlines())
    told = (each for each in remarks if len(each) >= TELLING and "".join(each.split()) in solved)
    line = next(told, "")
    return f"it shows a line of the solution as a remark: {line}." if line else ""


def is_python(lab: Lab) -> str:
    """That the beginning is no Python, which a learner would be told first."""
    if parsed(lab.begin).body or not lab.begin.strip():
        return ""
    return "it is no Python: a learner who writes one part is told of another. Raise NotImplementedError instead."


def prove_labs_listed(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The other right ways that a lesson lists pass, the near ones fail, and so does every stub."""
    if (lab := lesson.lab) is None or wrong_checks(lab):
        return
    for attempt in lab.right:
        yield proof_of(lesson, evidence, attempt, True)
    for attempt in lab.wrong:
        yield proof_of(lesson, evidence, attempt, False)
    yield from advice(lesson, "lab", lab.right, lab.wrong)
    if not forbidden(lab):
        said = "without a check that forbids minimodel's own, a learner may hand that in."
        yield Proof(
            lesson.id, "what is forbidden", "", STRUCTURE, line_in_structure(lesson, "lab"), advice=said
        )


def prove_lab_stubs(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """No function that the learner is to write may be left empty, or give back a constant."""
    if (lab := lesson.lab) is None or wrong_checks(lab):
        return
    for what, code in stubs_of_lab(lab):
        problem = (
            ""
            if judged(evidence, lesson, {lab.file: code})
            else "the judge accepts it: no check asks for it."
        )
        yield Proof(lesson.id, what, problem, STRUCTURE, line_in_structure(lesson, "lab"))
