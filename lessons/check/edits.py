"""The break as it is written: other code than before, which is Python, only calculates, and is trained by an arm."""

import ast
from collections.abc import Iterator
from dataclasses import fields

from lessons.check.evidence import Evidence, experiments
from lessons.check.pages import STRUCTURE, Proof, line_in_structure, line_of_experiment
from lessons.course.lesson.lesson import BROKEN, HEALTHY, Edit, Experiment, Lesson, Settings
from lessons.course.lesson.source import compile_only, edited_files, edited_text, healthy_text, parse
from lessons.format.inert import inert_problem
from lessons.runs.edits import healthy_library

Edits = tuple[Edit, ...]


def prove_edits(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for name, edits in breaks(lesson).items():
        review = lesson.review(name)
        trained_by = (review.experiment,) if review else tuple(lesson.experiments.values())
        problem = wrong_edits(edits) or untrained(edits, trained_by)
        yield Proof(lesson.id, named_break(name), problem, STRUCTURE, line_of_break(lesson, name))
    for name, experiment in experiments(lesson).items():
        for arm in experiment.arms:
            if arm.own:
                what, place = f"the edit of {name}, arm {arm.name}", line_of_experiment(lesson, name)
                yield Proof(lesson.id, what, wrong_edits(arm.edits), STRUCTURE, place)
    for layer in lesson.repair.gradcheck if lesson.repair else ():
        line = line_in_structure(lesson, "repair", "gradcheck")
        yield Proof(lesson.id, f"gradcheck {layer}", wrong_layer(layer), STRUCTURE, line)


def wrong_layer(layer: str) -> str:
    """Return the problem if a layer cannot be made, such as `Linear` without its sizes; else `""`."""
    name, *sizes = layer.split()
    try:
        getattr(healthy_library().nn, name)(*map(int, sizes))
    except (AttributeError, TypeError, ValueError) as error:
        return f'minimodel cannot make it: {error}. Write its sizes behind it: "Linear 5 3".'
    return ""


def breaks(lesson: Lesson) -> dict[str, Edits]:
    """Return the lesson's own edits under an empty name, and those of each review that has others under its id."""
    own = {"": lesson.edits} if lesson.edits else {}
    others = {each.id: each.edits for each in lesson.reviews if each.edits and each.edits != lesson.edits}
    return own | others


def distinct_breaks(lesson: Lesson) -> dict[str, Edits]:
    """Return every break once that an experiment is to show, though several reviews may have it."""
    first = {edits: name for name, edits in reversed(breaks(lesson).items())}
    return {name: edits for name, edits in breaks(lesson).items() if first[edits] == name}


def named_break(name: str) -> str:
    return f"the break of review {name}" if name else "the break"


def line_of_break(lesson: Lesson, name: str) -> int | None:
    return line_in_structure(lesson, *(("review", name) if name else ("break",)))


def wrong_edits(edits: Edits) -> str:
    return next(filter(None, (wrong_text(edits, file) for file in edited_files(edits))), "")


def wrong_text(edits: Edits, file: str) -> str:
    try:
        texts = healthy_text(file), edited_text(edits, file)
        before, after = (ast.dump(parse(text)) for text in texts)
        compile_only(texts[1])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = f"line {error.lineno}: " if isinstance(error, SyntaxError) else ""
        return f"{file} is no Python any more: {place}{getattr(error, 'msg', None) or error}."
    same = f"it changes nothing that {file} does: the text differs only in comments, blanks or brackets."
    return f"{same} Edit what is computed." if before == after else inert_problem(edits, file)


def untrained(edits: Edits, experiments: tuple[Experiment, ...]) -> str:
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
            mend = "Nobody could tell what the break does. Call arms that differ in more by other names."
            return f"healthy and broken of {experiment.id} differ in {field.name} too: {healthy} and {broken}. {mend}"
    return ""
