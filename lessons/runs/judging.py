"""The process in which judged code runs. It computes what it is asked for, answers in numbers, and decides nothing.

The request comes whole on the standard input before any judged code is loaded. Each answer is a line of JSON. What the
judged code prints is seen by nobody.
"""

import importlib.util
import json
import math
import os
import pickle
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lessons.runs import edits, reasons
from lessons.runs.calls import CALLS, Code, Missing
from lessons.runs.judgement import Call
from lessons.runs.limits import limit, readable
from lessons.runs.sources import Texts
from lessons.runs.withheld import Forbidden, withhold

LAB = "_lab"  # what a lab's file is called in here
Say = Callable[[Any], None]


@dataclass(frozen=True)
class Request:
    """What the judge hands over: the texts of the code, what it must not use, and what it is to compute."""

    texts: Texts  # of the judged library, or of a lab's one file
    calls: tuple[Call, ...] = ()
    lab: bool = False
    forbidden: tuple[str, ...] = ()  # names of the library that a lab's file must not use
    seconds: float = 20


def main() -> None:
    """Answer a request, one line a call, as far as it comes."""
    say = own_channel()
    request: Request = pickle.loads(sys.stdin.buffer.read())
    edits.healthy_library()
    write_files(request)
    may_be_read = (*readable(), Path.cwd())
    say({"unlimited": limit(math.ceil(time.process_time() + request.seconds), may_be_read)})
    warnings.simplefilter("ignore")
    if request.calls:
        answer_all(request, say)
    os._exit(0)  # nothing that the judged code has left behind is waited for


def write_files(request: Request) -> None:
    """Write the texts to the current folder, which is this process's own."""
    for name, text in request.texts.items():
        path = Path(name) if request.lab else Path("minimodel", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def own_channel() -> Say:
    """Keep the way of the answers apart from 1 and 2, where what is printed goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (1, 2):
        os.dup2(nowhere, number)

    def say(found: Any) -> None:
        answers.write(json.dumps(found, default=as_plain) + "\n")
        answers.flush()

    return say


def as_plain(array: Any) -> Any:
    return array.tolist()


def answer_all(request: Request, say: Say) -> None:
    """Load the judged code, and say what it computes, call by call."""
    try:
        code = load(request)
    except BaseException as error:
        say({"import": said(error), **kind_of(error)})
        return
    for call in request.calls:
        say(answered(code, call))


def load(request: Request) -> Code:
    """Import the judged code from the current folder."""
    if not request.lab:
        make_room()
        sys.path.insert(0, os.getcwd())
        library = edits.import_whole("minimodel")
        return Code(library.nn, library)
    library = edits.healthy_library()
    used = withhold(library, request.forbidden, LAB)
    spec = importlib.util.spec_from_file_location(LAB, next(iter(request.texts)))
    assert spec is not None
    assert spec.loader is not None
    own = sys.modules[LAB] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)
    return Code(own, library, used)


def make_room() -> None:
    """Give the healthy library another name in here: the judged one is `minimodel`, as it will be."""
    edits.HEALTHY = "_healthy"
    for name in [name for name in sys.modules if name.partition(".")[0] == "minimodel"]:
        sys.modules[edits.HEALTHY + name.removeprefix("minimodel")] = sys.modules.pop(name)


def answered(code: Code, call: Call) -> Any:
    """Answer a call, or say what was raised."""
    try:
        with np.errstate(all="ignore"):
            found = CALLS[call.do](code, **call.values)
    except BaseException as error:
        found = {"error": said(error), **kind_of(error)}
    if code.used:  # also where it caught the refusal
        return {"error": code.used[0], "reason": reasons.FORBIDDEN}
    return found


def said(error: BaseException) -> str:
    """Say in one line what was raised, and where in the judged code."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError):
        return f"{kind}: {error.msg} ({Path(error.filename or '').name}:{error.lineno})"
    words = (f"{kind}: {error}".splitlines() or [kind])[0][:200]
    places = [f"{Path(file).name}:{line}" for file, line in lines_of(error)]
    return f"{words} ({places[-1]})" if places else words


def lines_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the files and lines of the judged code that an error came through."""
    traceback = error.__traceback__
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file.startswith(os.getcwd()):
            yield file, traceback.tb_lineno
        traceback = traceback.tb_next


def kind_of(error: BaseException) -> dict[str, str]:
    """Name the reason of an error that the judge has words of its own for."""
    if isinstance(error, MemoryError):
        return {"reason": reasons.MEMORY}
    if isinstance(error, PermissionError):  # what the system refuses
        return {"reason": reasons.OUTSIDE}
    if isinstance(error, Missing):
        return {"reason": reasons.MISSING, "error": str(error)}
    return {"reason": reasons.FORBIDDEN, "error": str(error)} if isinstance(error, Forbidden) else {}
