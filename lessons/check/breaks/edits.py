"""The break as it is written: other code than before, which is Python, only calculates, and is trained by an arm."""

import ast
from collections.abc import Iterator
from dataclasses import fields

from lessons.check.evidence import Evidence, experiments
from lessons.check.pages import STRUCTURE, line_in_structure, line_of_experiment
from lessons.check.proof import Proof
from lessons.lesson import BROKEN, HEALTHY, Edit, Experiment, Lesson, Settings
from lessons.runs.edits import edited_files, edited_text, healthy_text
from lessons.runs.inert import inert_problem
from lessons.runs.syntax import compile_only, parse

Edits = tuple[Edit, ...]


def edits_to_judge(lesson: Lesson) -> list[str]:
    return [named_break(name) for name in breaks(lesson)]


def prove_edits(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Judge by reading every edit: of the lesson, of its reviews, and of single arms."""
    for name, edits in breaks(lesson).items():
        problem = wrong_edits(edits) or untrained(edits, trained_by(lesson, name))
        yield Proof(lesson.id, named_break(name), problem, STRUCTURE, line_of_break(lesson, name))
    own = set(breaks(lesson).values())
    for name, experiment in experiments(lesson).items():
        for arm in experiment.arms:
            if arm.edits and arm.edits not in own:
                what, place = f"the break of {name}, arm {arm.name}", line_of_experiment(lesson, name)
                yield Proof(lesson.id, what, wrong_edits(arm.edits), STRUCTURE, place)


def breaks(lesson: Lesson) -> dict[str, Edits]:
    """Return the lesson's own edits under an empty name, and those of each review that has others under its id."""
    own = {"": lesson.edits} if lesson.edits else {}
    others = {each.id: each.edits for each in lesson.reviews if each.edits and each.edits != lesson.edits}
    return own | others


def distinct_breaks(lesson: Lesson) -> dict[str, Edits]:
    """Return every break once that an experiment is to show, though several reviews may have it."""
    found: dict[str, Edits] = {}
    for name, edits in breaks(lesson).items():
        if edits not in found.values():
            found[name] = edits
    return found


def named_break(name: str) -> str:
    return f"the break of review {name}" if name else "the break"


def line_of_break(lesson: Lesson, name: str) -> int | None:
    return line_in_structure(lesson, *(("review", name) if name else ("break",)))


def trained_by(lesson: Lesson, name: str) -> tuple[Experiment, ...]:
    """Return the experiments that are to show a break: the lesson's, or the one of a review."""
    review = lesson.review(name)
    return (review.experiment,) if review else tuple(lesson.experiments.values())


# ---- the text ----------------------------------------------------------------


def wrong_edits(edits: Edits) -> str:
    """Return what is wrong with edited files, or nothing."""
    return next(filter(None, (wrong_text(edits, file) for file in edited_files(edits))), "")


def wrong_text(edits: Edits, file: str) -> str:
    try:
        before, after = code_of(healthy_text(file)), code_of(edited_text(edits, file))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = f"line {error.lineno}: " if isinstance(error, SyntaxError) else ""
        return f"{file} is no Python any more: {place}{getattr(error, 'msg', None) or error}."
    if before == after:
        return (
            f"it changes nothing that {file} does: the text differs only in comments, docstrings, type hints, "
            "blanks or brackets. Edit what is computed."
        )
    return inert_problem(edits, file)


def code_of(text: str) -> str:
    """Return what a file does: its syntax tree without docstrings and type hints."""
    tree = parse(text)
    compile_only(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
        for hint in {"annotation", "returns"} & set(node._fields):
            setattr(node, hint, None)
    return ast.dump(tree)


# ---- the arms ----------------------------------------------------------------


def untrained(edits: Edits, experiments: tuple[Experiment, ...]) -> str:
    """Return why no arm, or the wrong arm, trains the broken library; or nothing."""
    arms = [(each.id, arm) for each in experiments for arm in each.arms]
    if not any(arm.edits == edits for _, arm in arms):
        names = ", ".join(each.id for each in experiments) or "none"
        return f"no arm trains the broken library (experiments: {names}). Give an arm edited = true."
    for name, arm in arms:
        if arm.edits and arm.name == HEALTHY:
            return f"the arm healthy of {name} is trained by the broken library. Take edited = true from it."
        if arm.name == BROKEN and not arm.edits:
            return f"the arm broken of {name} is trained by the healthy library. Take edited = false from it."
    return next(filter(None, map(otherwise_trained, experiments)), "")


def otherwise_trained(experiment: Experiment) -> str:
    """Return in what healthy and broken differ beside the break: nobody could tell what made the difference."""
    pair = [arm.settings for name in (HEALTHY, BROKEN) for arm in experiment.arms if arm.name == name]
    for field in fields(Settings) if len(pair) == 2 else ():
        healthy, broken = (getattr(each, field.name) for each in pair)
        if repr(healthy) != repr(broken):
            return (
                f"healthy and broken of {experiment.id} differ in {field.name} too: {healthy} and {broken}. "
                "Nobody could tell what the break does. Call arms that differ in more by other names."
            )
    return ""
