"""The process in which judged code runs. It computes what it is asked for, answers in numbers, and decides nothing.

The request comes whole on the standard input before any judged code is loaded. Each answer is a line of JSON behind a
token that only the judge knows; whatever the judged code prints goes nowhere.
"""

import importlib.util
import json
import os
import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lessons.runs.calls import CALLS, Code, Missing
from lessons.runs.edits import LIBRARY, healthy_library, import_copy
from lessons.runs.judgement import FORBIDDEN, MEMORY, MISSING, Answer, Call

BYTES = 2 * 1024**3  # of memory
WRITTEN = 64 * 1024**2  # bytes of a file
REPAIR, LAB = "_minimodel_repair", "_lab"  # what the judged code is called in here
HEALTHY = LIBRARY.name


@dataclass(frozen=True)
class Request:
    """What the judge hands over: where the code is, what it must not use, and what it is to compute."""

    token: str
    path: str  # a package to repair, or a lab's file
    calls: tuple[Call, ...]
    forbidden: tuple[str, ...] = ()
    seconds: int = 20


class Forbidden(RuntimeError):
    """Raised where judged code uses what it was to write itself."""


def main() -> None:
    """Answer a request, one line a call, as far as it comes."""
    request: Request = pickle.loads(sys.stdin.buffer.read())
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    be_quiet()
    limit_resources(request.seconds)

    def answer(values: Answer) -> None:
        answers.write(f"{request.token} {json.dumps(values)}\n")
        answers.flush()

    try:
        code = load(request)
    except BaseException as error:
        answer({"import": said(error), **kind_of(error)})
        return
    for call in request.calls:
        answer(answered(code, call))
    os._exit(0)  # nothing that the judged code has left behind is waited for


def be_quiet() -> None:
    """Let everything that is printed from here on go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def limit_resources(seconds: int) -> None:
    """Limit processor time, memory, files and processes, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit of the judge still holds
        return
    for name, limit in (("CPU", seconds), ("AS", BYTES), ("FSIZE", WRITTEN), ("NPROC", 0), ("CORE", 0)):
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is not None:
            resource.setrlimit(which, (limit, limit + (name == "CPU")))


def load(request: Request) -> Code:
    """Import the judged code. What it must not use raises from now on."""
    path, used = Path(request.path), list[str]()
    if path.is_dir():
        if not any(
            call.do == "metrics" for call in request.calls
        ):  # those are measured by the healthy library
            sys.modules[HEALTHY] = None  # type: ignore[assignment]  # nobody answers for a repair but itself
        library = import_copy(REPAIR, path)
        return Code(library.nn, library, used)
    library = healthy_library()
    for name in request.forbidden:
        forbid(library, name, used)
    spec = importlib.util.spec_from_file_location(LAB, path)
    assert spec is not None
    assert spec.loader is not None
    own = importlib.util.module_from_spec(spec)
    sys.modules[LAB] = own
    spec.loader.exec_module(own)
    return Code(own, library, used)


def forbid(library: ModuleType, name: str, used: list[str]) -> None:
    """Put something in the place of a function or class of the library that notes its use, and raises."""
    *path, last = name.split(".")
    owner: Any = library
    for part in path:
        owner = getattr(owner, part)

    def refuse(*inputs: Any, **options: Any) -> Any:
        used.append(name)
        raise Forbidden(name)

    is_class = isinstance(getattr(owner, last), type)
    setattr(owner, last, type(last, (), {"__init__": refuse}) if is_class else refuse)


def answered(code: Code, call: Call) -> Answer:
    """The answer to a call; or what was raised."""
    try:
        with np.errstate(all="ignore"):
            return CALLS[call.do](code, **call.values)
    except BaseException as error:
        return {"error": said(error), **kind_of(error)}


def said(error: BaseException) -> str:
    """One line about an error in the judged code, with its place there."""
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg} ({place(error.filename or '', error.lineno)})"
    words = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    places = [place(file, line) for file, line in lines_of(error)]
    return f"{words} ({places[-1]})" if places else words


def lines_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """The files and lines of the judged code that an error came through."""
    traceback = error.__traceback__
    while traceback is not None:
        names = traceback.tb_frame.f_globals
        if str(names.get("__name__")).split(".")[0] in (REPAIR, LAB):
            yield str(names.get("__file__", "")), traceback.tb_lineno
        traceback = traceback.tb_next


def place(file: str, line: int | None) -> str:
    return f"{'' if file == '<string>' else Path(file).name}:{line}"


def kind_of(error: BaseException) -> dict[str, str]:
    """What the judge has words of its own for."""
    if isinstance(error, MemoryError):
        return {"reason": MEMORY}
    if isinstance(error, ModuleNotFoundError) and str(error.name).split(".")[0] == HEALTHY:
        return {"reason": FORBIDDEN, "error": f"import {error.name}"}
    if isinstance(error, Missing):
        return {"reason": MISSING, "error": str(error)}
    return {"reason": FORBIDDEN, "error": str(error)} if isinstance(error, Forbidden) else {}
