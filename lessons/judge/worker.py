"""The process of judged code: it computes what it is asked for, and decides nothing."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.values import error_words
from lessons.judge.calls import NO_PLACE, Answer, ExplainedError, Place, Reason, trouble
from lessons.judge.judged_code import JudgedCode, Missing, NotOwn
from lessons.judge.workspace import Texts
from lessons.runs import edits

LAB = "_lab"  # what a lab's file is called in here


@dataclass(frozen=True)
class Request:
    """A request of the judge: the texts of the code, what to compute, and what it must not use."""

    texts: Texts  # of the judged library, or of a lab's one file
    calls: tuple[partial[Answer], ...]
    is_lab: bool = False
    forbidden: tuple[str, ...] = ()  # names of the library that a lab's file must not use


class Forbidden(RuntimeError):
    """Raised where a lab's file uses what it was to write itself."""


def answers(request: Request) -> Iterator[Answer]:
    """Answer one request: each has its own copy of minimodel, also where others were answered before it."""
    try:
        code = load_lab(request) if request.is_lab else load_library(request.texts)
    except BaseException as error:
        yield trouble_of(error, request.texts, at_import=True)
        return
    for call in request.calls:
        found = attempted(call, code, request.texts)
        if code.used:  # also where it caught the refusal
            found = trouble(code.used[0], Reason.FORBIDDEN)
        yield found


def attempted(call: partial[Answer], code: JudgedCode, texts: Texts) -> Answer:
    """Return a call's answer, or the error that it raised."""
    try:
        with np.errstate(all="ignore"):
            return call(code)
    except BaseException as error:
        return trouble_of(error, texts)


def load_library(texts: Texts) -> JudgedCode:
    """Import a learner's copy of minimodel under its own name; the healthy one gets another name in here."""
    edits.healthy_library()
    is_first, edits.HEALTHY = edits.HEALTHY == "minimodel", "_healthy"
    modules = put_away("minimodel")
    if is_first:  # later ones are the copy that was judged before
        sys.modules.update({edits.HEALTHY + name.removeprefix("minimodel"): each for name, each in modules.items()})
    library = edits.import_copy("minimodel", texts)
    return JudgedCode(library.nn, library)


def put_away(package: str) -> dict[str, ModuleType]:
    """Forget that a package was imported. Return its modules."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == package}


def load_lab(request: Request) -> JudgedCode:
    library = edits.healthy_library()
    if edits.HEALTHY != "minimodel":  # the copy that was judged before has the name that a lab imports
        put_away("minimodel")
        healthy = {name: each for name, each in sys.modules.items() if name.partition(".")[0] == edits.HEALTHY}
        sys.modules.update({"minimodel" + name.removeprefix(edits.HEALTHY): each for name, each in healthy.items()})
    used = forbid(library, request.forbidden)
    own = sys.modules[LAB] = ModuleType(LAB)
    ((file, text),) = request.texts.items()
    exec(compile(text, file, "exec"), vars(own))
    return JudgedCode(own, library, used)


def forbid(library: ModuleType, names: Sequence[str]) -> list[str]:
    """Refuse functions, classes and modules to what the lab's file calls, directly or not; note which it tried."""
    refused = {code: each for name in names for each, code in parts_of(library, name)}
    used: list[str] = []

    def refuse(frame: FrameType, event: str, argument: Any) -> None:
        called: Any = frame.f_code
        if event == "call" and called.co_name == "__init__":
            kinds = type(frame.f_locals.get("self")).__mro__
            called = next((kind for kind in kinds if kind in refused), called)
        if event == "call" and called in refused and is_below_lab(frame):
            used.append(refused[called])
            raise Forbidden(used[-1])

    sys.setprofile(refuse if refused else None)  # and no longer what an earlier request withheld
    return used


def parts_of(library: ModuleType, name: str) -> Iterator[tuple[str, CodeType | type]]:
    """Yield a class, or the code of a function or of each function of a module."""
    found: Any = library
    for part in name.split("."):
        found = getattr(found, part)
    if isinstance(found, ModuleType):
        for key, own in vars(found).items():
            if isinstance(own, FunctionType) and own.__module__ == found.__name__:
                yield f"{name}.{key}", own.__code__
    else:
        yield name, found if isinstance(found, type) else found.__code__


def is_below_lab(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_globals.get("__name__") != LAB:
        frame = frame.f_back
    return frame is not None


REASONS: Mapping[type[BaseException], str] = {
    Forbidden: Reason.FORBIDDEN,
    Missing: Reason.MISSING,
    NotOwn: Reason.NOT_OWN,
    MemoryError: Reason.MEMORY,
    PermissionError: Reason.OUTSIDE,
}  # the last two are what the system refuses


def trouble_of(error: BaseException, texts: Texts, at_import: bool = False) -> ExplainedError:
    """Say in one line what was raised and where in the judged code, with a reason where the judge has words for it."""
    reason = next((reason for kind, reason in REASONS.items() if isinstance(error, kind)), "")
    words = str(error) if isinstance(error, Forbidden | Missing | NotOwn) else error_words(error)
    if isinstance(error, SyntaxError):
        words = f"{type(error).__name__}: {error.msg}"
    return trouble(words, reason, at_import, type(error).__name__, place_of(error, texts))


def place_of(error: BaseException, texts: Texts) -> Place:
    """Return the file and the line of the judged code in which an error was raised."""
    if isinstance(error, SyntaxError):
        return Path(error.filename or "").name, error.lineno or 0
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    return next(((Path(file).name, line) for file, line in reversed(lines) if file in texts), NO_PLACE)
