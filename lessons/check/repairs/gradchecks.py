"""The modules whose gradients a repair is judged by: they exist, and the edit has something to do with one of them."""

from typing import Any

import numpy as np

from lessons.check.breaks.reach import noting
from lessons.check.breaks.trials import module_of
from lessons.check.evidence import Evidence
from lessons.lesson import Edit, Lesson
from lessons.runs.edits import edited_files, edited_library, healthy_library
from lessons.table import nearest

CHECKED = (
    "activations",
    "linear",
    "normalization",
    "operations",
    "reductions",
    "rearranging",
)


def wrong_gradcheck(lesson: Lesson, evidence: Evidence) -> tuple[str, str]:
    """What is wrong with the modules that a repair is judged by; or what would be better."""
    assert lesson.repair is not None
    modules = lesson.repair.gradcheck
    if problem := next(filter(None, map(wrong_module, modules)), ""):
        return problem, ""
    if not modules or evidence.ask(has_to_do, lesson.edits, modules):
        return "", ""
    file = lesson.edits[0].file
    said = f"the gradients of {', '.join(modules)} are computed without {file}: they say nothing of a repair there."
    is_checked = file.rpartition("/")[2].removesuffix(".py") in CHECKED
    return (said, "") if is_checked else ("", said)


def wrong_module(name: str) -> str:
    """What is wrong with a module of `gradcheck`, or nothing."""
    library, kind = healthy_library(), name.split()[0]
    found = getattr(library.nn, kind, None)
    if not isinstance(found, type) or not issubclass(found, library.nn.Module):
        known = tuple(each for each, made in vars(library.nn).items() if isinstance(made, type))
        return f"minimodel has no module {kind!r}.{nearest(kind, known)}"
    return ""


def has_to_do(edits: tuple[Edit, ...], modules: tuple[str, ...]) -> bool:
    """Whether the gradient of one of these modules is computed with an edited file. Called in a worker."""
    library = edited_library(edits)
    places = {module_of(library.__name__, file) for file in edited_files(edits)}
    with noting(places) as lines, np.errstate(all="ignore"):
        for name in modules:
            try:
                walked(library, *name.split())
            except Exception:  # an edited line may raise anything; what it came to is noted
                continue
    return bool(lines)


def walked(library: Any, kind: str, *sizes: str) -> None:
    """Compute the gradient of a module."""
    numbers = [int(size) for size in sizes]
    x = library.Tensor(np.ones((4, numbers[0] if numbers else 3)), requires_grad=True)
    getattr(library.nn, kind)(*numbers)(x).sum().backward()
