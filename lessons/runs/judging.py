"""The process in which judged code runs. It computes what it is asked for, answers in numbers, and decides nothing.

The request comes whole on the standard input before any judged code is loaded. Each answer is a line of JSON behind a
token; the judge believes none of them, but compares. What the judged code prints goes to the judge as well.
"""

import importlib
import json
import os
import pickle
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

from lessons.runs.calls import CALLS, Code, Missing
from lessons.runs.guard import guard, readable
from lessons.runs.judgement import FORBIDDEN, MEMORY, MISSING, Call
from lessons.runs.limits import limit
from lessons.runs.package import HEALTHY, NOWHERE, REFUSE, import_package, run_text
from lessons.runs.plants import Switch
from lessons.runs.sources import Texts

REPAIR, LAB = "_minimodel_repair", "_lab"  # what the judged code is called in here
OURS = ("lessons", "progress", "tutor")
EVERYDAY = ("decimal", "random")  # modules whose own libraries could not be read later
CANNOT_ANSWER = 93  # the exit code where the way back was closed
Say = Callable[[str], None]


@dataclass(frozen=True)
class Request:
    """What the judge hands over: the texts of the code, what it must not use, and what it is to compute."""

    texts: Texts  # of the judged library; of a lab, those of the library that it works with
    calls: tuple[Call, ...] = ()
    lab: tuple[str, str] | None = None  # the name of a lab's file, and its text
    taken: tuple[str, ...] = ()  # names of the library in whose place something refuses
    seconds: int = 20
    token: str = ""


class Forbidden(RuntimeError):
    """Raised where judged code uses what it was to write itself."""


def main() -> None:
    """Answer a request, one line a call, as far as it comes."""
    answers, printed = own_descriptors()
    request: Request = pickle.loads(sys.stdin.buffer.read())
    say = speaker(answers, request.token)
    for name in EVERYDAY:
        importlib.import_module(name)
    unlimited = limit(request.seconds, readable())
    say(json.dumps({"unlimited": unlimited}))
    if not request.calls:
        os._exit(0)
    leave_nothing_of_ours()
    guard(teller(say), OURS if request.lab else (HEALTHY, *OURS), NOWHERE)
    let_print(printed)
    answer_all(request, say)
    os._exit(0)  # nothing that the judged code has left behind is waited for


def answer_all(request: Request, say: Say) -> None:
    """Load the judged code, and say what it computes, call by call."""
    spots = [spot for call in request.calls if call.plant for spot in call.plant.spots]
    switch = Switch(HEALTHY if request.lab else REPAIR, spots)
    try:
        code = load(request, switch, say)
    except BaseException as error:
        say(json.dumps({"import": said(error), **kind_of(error)}))
        return
    for call in request.calls:
        with switch.on(call.plant):
            found = answered(code, call)
        flush()
        say(found)


# ---- the way back ----------------------------------------------------------


def own_descriptors() -> tuple[int, int]:
    """Keep the ways of the answers and of what is printed apart from 0, 1 and 2, where nothing comes or goes yet."""
    answers, printed = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    request = os.dup(0)
    sys.stdin = os.fdopen(request, encoding="utf-8")
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
    return answers, printed


def speaker(answers: int, token: str) -> Say:
    """What sends the judge a line. It uses nothing that judged code could replace."""
    write, end, error = os.write, os._exit, OSError
    mark = f"{token} ".encode()

    def say(text: str) -> None:
        line = b"".join((mark, text.encode(), b"\n"))
        try:
            while line:
                line = line[write(answers, line) :]
        except error:
            end(CANNOT_ANSWER)

    return say


def teller(say: Say) -> Callable[[str, str], None]:
    """What tells the judge of an attempt."""
    quoted: Callable[[str], str] = json.encoder.encode_basestring_ascii

    def tell(reason: str, detail: str) -> None:
        say(f'{{"note": {quoted(reason)}, "detail": {quoted(detail)}}}')

    return tell


def let_print(printed: int) -> None:
    """From here on the judge hears what is printed; but no warnings, which are not the learner's words."""
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.close(printed)
    warnings.simplefilter("ignore")
    warnings.showwarning = lambda *words, **options: None
    sys.unraisablehook = lambda unraisable: None


def flush() -> None:
    """Let what was printed go out before the answer does."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # the judged code may have put anything in its place
            continue


# ---- the judged code -------------------------------------------------------


def leave_nothing_of_ours() -> None:
    """Take our own modules out of Python's table: what runs here needs no more of them."""
    for name in [name for name in sys.modules if name.partition(".")[0] in (*OURS, "__main__")]:
        del sys.modules[name]
    sys.path[:] = [path for path in sys.path if path not in (sys.argv[1], "")]
    sys.pycache_prefix = None


def load(request: Request, switch: Switch, say: Say) -> Code:
    """Import the judged code. What it must not use raises from now on."""
    if request.lab is None:
        sys.modules[HEALTHY] = None  # type: ignore[assignment]  # nobody answers for a repair but itself
        library = import_package(REPAIR, request.texts, switch.place)
        return Code(library.nn, library)
    refuse = refuser(say)
    library = import_package(HEALTHY, request.texts, lambda _, module: setattr(module, REFUSE, refuse))
    for name in request.taken:
        take(library, name, refuse)
    file, text = request.lab
    sys.modules[LAB] = own = types.ModuleType(LAB)
    run_text(own, text, file)
    switch.place(file, own)
    return Code(own, library)


def refuser(say: Say) -> Callable[..., NoReturn]:
    """What stands in the place of forbidden things: it tells the judge, and raises."""
    tell = teller(say)

    def refuse(name: str, *inputs: Any, **options: Any) -> NoReturn:
        tell(FORBIDDEN, name)
        raise Forbidden(name)

    return refuse


def take(library: ModuleType, name: str, refuse: Callable[..., NoReturn]) -> None:
    """Put something that refuses in the place of a function or class of the library."""
    *path, last = name.split(".")
    owner: Any = library
    for part in path:
        owner = getattr(owner, part)

    def refusing(*inputs: Any, **options: Any) -> Any:
        refuse(name)

    is_class = isinstance(getattr(owner, last), type)
    setattr(owner, last, type(last, (), {"__init__": refusing}) if is_class else refusing)


def answered(code: Code, call: Call) -> str:
    """The answer to a call; or what was raised."""
    try:
        with np.errstate(all="ignore"):
            return json.dumps(CALLS[call.do](code, **call.values))
    except BaseException as error:
        return json.dumps({"error": said(error), **kind_of(error)})


def said(error: BaseException) -> str:
    """One line about an error in the judged code, with its place there."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError):
        return f"{kind}: {error.msg} ({place(error.filename or '', error.lineno)})"
    try:
        words = f"{kind}: {error}".splitlines()[0][:200]
    except BaseException:  # its own words are judged code, too
        words = kind
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
    if isinstance(error, Missing):
        return {"reason": MISSING, "error": str(error)}
    return {"reason": FORBIDDEN, "error": str(error)} if isinstance(error, Forbidden) else {}
