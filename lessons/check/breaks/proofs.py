"""The break as it is written: other code than before, which is Python, only calculates, and is trained by an arm."""

import ast
from collections.abc import Iterator
from dataclasses import fields

from lessons.check.evidence import experiments
from lessons.check.places import STRUCTURE, line_in_structure, line_of_experiment
from lessons.check.proof import Proof
from lessons.lesson import BROKEN, HEALTHY, Edit, Experiment, Lesson, Settings
from lessons.runs.edits import edited_files, edited_text, healthy_text
from lessons.runs.inert import inert_problem
from lessons.runs.syntax import compile_only, parse

Edits = tuple[Edit, ...]


def prove_break(lesson: Lesson) -> Iterator[Proof]:
    """What can be said of every edit by reading it, of the lesson's own and of those of its reviews."""
    for name, edits in breaks(lesson).items():
        problem = next(filter(None, (wrong_text(edits, file) for file in edited_files(edits))), "")
        problem = problem or untrained(edits, trained_by(lesson, name))
        yield Proof(lesson.id, called(name), problem, STRUCTURE, line_of_break(lesson, name))
    yield from prove_breaks_of_arms(lesson)


def prove_breaks_of_arms(lesson: Lesson) -> Iterator[Proof]:
    """The text of what single arms change. That it changes nothing that is measured may be the very point."""
    own = set(breaks(lesson).values())
    for name, experiment in experiments(lesson).items():
        for arm in experiment.arms:
            if arm.edits and arm.edits not in own:
                problems = (wrong_text(arm.edits, file) for file in edited_files(arm.edits))
                what, place = f"the break of {name}, arm {arm.name}", line_of_experiment(lesson, name)
                yield Proof(lesson.id, what, next(filter(None, problems), ""), STRUCTURE, place)


def breaks(lesson: Lesson) -> dict[str, Edits]:
    """The lesson's own edits under an empty name, and those of each review that has others under its id."""
    own = {"": lesson.edits} if lesson.edits else {}
    others = {each.id: each.edits for each in lesson.reviews if each.edits and each.edits != lesson.edits}
    return own | others


def distinct(lesson: Lesson) -> dict[str, Edits]:
    """Every break once, though several reviews may have it."""
    every = breaks(lesson)
    return {
        name: edits
        for place, (name, edits) in enumerate(every.items())
        if edits not in [*every.values()][:place]
    }


def called(name: str) -> str:
    return f"the break of review {name}" if name else "the break"


def line_of_break(lesson: Lesson, name: str) -> int | None:
    return line_in_structure(lesson, *(("review", name) if name else ("break",)))


def trained_by(lesson: Lesson, name: str) -> tuple[Experiment, ...]:
    """The experiments that are to show a break: the lesson's, or the one of a review."""
    review = lesson.review(name)
    return (review.experiment,) if review else tuple(lesson.experiments.values())


# ---- the text ----------------------------------------------------------------


def wrong_text(edits: Edits, file: str) -> str:
    """What is wrong with an edited file, or nothing."""
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
    """What a file does: its syntax tree without docstrings and type hints."""
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
    """Why no arm, or the wrong arm, trains the broken library; or nothing."""
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
    """In what healthy and broken differ beside the break, so that nobody could tell what made the difference."""
    healthy, broken = (
        [arm.settings for arm in experiment.arms if arm.name == name] for name in (HEALTHY, BROKEN)
    )
    for field in fields(Settings) if healthy and broken else ():
        values = [getattr(each[0], field.name) for each in (healthy, broken)]
        if repr(values[0]) != repr(values[1]):
            return (
                f"healthy and broken of {experiment.id} differ in {field.name} too: {values[0]} and {values[1]}. "
                "Nobody could tell what the break does. Call arms that differ in more by other names."
            )
    return ""
