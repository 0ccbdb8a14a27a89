"""A learner's own file, read by instruments in a process of its own: it is their code, and has no limits but time."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

from lessons.course.lesson.instrument import InstrumentReading
from lessons.course.lesson.values import error_words
from lessons.instruments.arrays import seed_all
from lessons.instruments.setup import TrainingSetup, ask
from lessons.instruments.table import instruments, read_with

ANSWER_S = 120.0  # on the clock for make(), and for each instrument
EXIT_WAIT_S = 1.0
ROOT = Path(__file__).parents[1]
START = "import sys; sys.path.append(sys.argv[2]); from tutor.own_setup import answer; answer(sys.argv[1])"


class UnusableFile(Exception):
    """A file that no instrument can be held to: `reason` is a key of the words."""

    def __init__(self, reason: str, **values: Any) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def read_file(file: Path) -> Iterator[list[InstrumentReading]]:
    """Yield what each instrument reads of a file's setup; at first nothing, once it is made. Raises UnusableFile."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", START, str(file), str(ROOT)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    reader = threading.Thread(target=read_into, args=(process, lines), daemon=True)
    reader.start()
    try:
        for _ in range(1 + len(instruments())):
            yield read_line(lines.get(timeout=ANSWER_S))
    except queue.Empty:
        raise UnusableFile("endless", seconds=round(ANSWER_S)) from None
    finally:
        process.kill()
        process.wait()
        reader.join(EXIT_WAIT_S)  # a process that theirs has begun may hold the pipe


def read_into(process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[str]") -> None:
    """Hand on the lines of a process; `""` at its end."""
    assert process.stdout is not None
    with process.stdout as pipe:
        for line in pipe:
            lines.put(line)
    lines.put("")


def read_line(line: str) -> list[InstrumentReading]:
    if not line:
        raise UnusableFile("ended")
    answer = json.loads(line)
    if isinstance(answer, dict):
        raise UnusableFile(answer["reason"], **answer["values"])
    return [InstrumentReading(*each) for each in answer]


# ---- in the process --------------------------------------------------------


def answer(file: str) -> None:
    """Make the file's setup, and write a line of JSON for it and for each instrument; what it prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(value: Any) -> None:
        print(json.dumps(value, default=str), file=answers, flush=True)

    try:
        setup = load_setup(Path(file))
        send([])
        for name in instruments():
            send([astuple(each) for each in read_with(name, setup)])
    except UnusableFile as problem:
        send({"reason": problem.reason, "values": problem.values})
    except BaseException as error:  # their code may raise whatever it likes, SystemExit, too
        line = line_of(error, file)
        send({"reason": "raises" if line else "unfit", "values": {"error": error_words(error), "line": line}})
    os._exit(0)  # threads of theirs may go on


def load_setup(file: Path) -> TrainingSetup:
    """Run a file, and return the setup that its make() makes. Raises UnusableFile, or what the file raises."""
    seed_all()
    names = run_code(file)
    if not callable(names.get("make")):
        raise UnusableFile("no_make")
    made = names["make"]()
    if not isinstance(made, tuple | list) or len(made) != 4:
        raise UnusableFile("wrong_make", given=described(made))
    model, loss, optimizer, batch = made
    checks = (
        ("model", model, callable(model) and hasattr(model, "named_parameters")),
        ("loss", loss, callable(loss)),
        ("optimizer", optimizer, hasattr(optimizer, "step") and hasattr(optimizer, "param_groups")),
        ("batch", batch, isinstance(batch, tuple | list) and len(batch) == 2),
    )
    for part, value, fits in checks:
        if not fits:
            raise UnusableFile(f"wrong_{part}", given=described(value))
    held_out = names["held_out"]() if callable(names.get("held_out")) else None
    own = names.get("step"), names.get("accuracy"), held_out
    setup = TrainingSetup(model, loss, optimizer, (batch[0], batch[1]), *own)
    if not setup.parameters:
        raise UnusableFile("all_frozen")
    setup.loss_of()
    error = loss(ask(model, batch[0]), batch[1])
    if own[0] is None and not hasattr(error, "backward"):
        raise UnusableFile("no_backward", given=described(error))
    return setup


def run_code(file: Path) -> dict[str, Any]:
    """Run a file as Python does a module beside which it stands, and return its names."""
    try:
        source = file.read_bytes()
        code = compile(source, str(file), "exec")
    except (SyntaxError, ValueError) as error:
        raise UnusableFile("no_python", error=error_words(error)) from None
    sys.path.insert(0, str(file.parent))
    module = type(sys)(file.stem)
    module.__file__ = str(file)
    sys.modules.setdefault(file.stem, module)
    exec(code, vars(module))
    return vars(module)


def described(value: Any) -> str:
    """Return what something is, in a word or two."""
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}[{len(value)}]"
    return type(value).__name__


def line_of(error: BaseException, file: str) -> int:
    """Return the last line of the file that an error passed, or 0."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
