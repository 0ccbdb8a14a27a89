"""What judged code has no business with is refused by Python itself, and told to the judge.

An audit hook hears of every file, process, socket and pointer before it is used, by whatever name, and cannot be taken
away again. It uses nothing that judged code could replace: what it needs it has taken beforehand.
"""

import os
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from lessons.runs.judgement import FORBIDDEN, OUTSIDE

Tell = Callable[[str, str], None]  # the judge is told a reason and its detail
READING = ("", "r", "rb", "rt")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
HARMLESS = ("os.putenv", "os.unsetenv")
FOLDERS = ("os.listdir", "os.scandir")  # importing looks through those of sys.path
REFUSED = (
    *("os.", "subprocess.", "socket.", "ctypes.", "mmap.", "shutil.", "tempfile.", "fcntl.", "resource."),
    *("pty.", "gc.", "signal.", "syslog.", "sqlite3.", "winreg.", "_winapi.", "msvcrt.", "webbrowser."),
    *("ftplib.", "http.", "urllib.", "smtplib.", "imaplib.", "poplib.", "nntplib.", "telnetlib."),
    *("builtins.input", "builtins.breakpoint", "_thread.start", "cpython.PyInterpreterState_New"),
    *("sys.addaudithook", "sys.settrace", "sys.setprofile", "sys.monitoring.", "sys._current_frames"),
)  # events that begin like this
SILENT = {  # functions of whose use no hook hears
    "posix": ("mkfifo", "mknod", "memfd_create", "pidfd_open", "setpriority"),
    "_posixsubprocess": ("fork_exec",),
    "_thread": ("start_new_thread", "start_new", "start_joinable_thread"),
    "threading": ("_start_new_thread", "_start_joinable_thread"),
    "_interpreters": ("create", "exec", "run_string"),
    "_xxsubinterpreters": ("create", "run_string"),
    "signal": ("signal", "setitimer", "alarm", "raise_signal", "pidfd_send_signal"),
}
NOTES = 3  # how many attempts the judge is told of


class Outside(RuntimeError):
    """Raised where judged code reaches for what it has no business with."""


def python_folders() -> tuple[Path, ...]:
    """Where Python's own modules are."""
    paths = sysconfig.get_paths()
    return tuple(dict.fromkeys(Path(paths[name]) for name in ("stdlib", "platstdlib")))


def numpy_folders() -> tuple[Path, ...]:
    """Where NumPy's modules and its libraries are."""
    folder = Path(np.__file__).parent
    return (folder, *(folder.with_name(name) for name in ("numpy.libs", "numpy.dylibs", "numpy.data")))


def readable() -> tuple[Path, ...]:
    """All that may be read: Python and NumPy, but nothing else that was installed beside them."""
    parts = [part for folder in python_folders() for part in folder.glob("*")]
    return (*(part for part in parts if not part.name.endswith("-packages")), *numpy_folders())


def guard(tell: Tell, packages: Sequence[str], nowhere: str) -> None:
    """Refuse, from now on and for good, what judged code has no business with; and any import of these packages.

    Python itself looks for the source of what it cannot compile: what begins with `nowhere` is none, and not told.
    """
    refuse, error = refuser(tell), Outside
    shut_silent(refuse)
    may_read, forbidden = reader(), frozenset(packages)
    outside, imported = OUTSIDE, FORBIDDEN
    starts, before_dot, kind, text = str.startswith, str.partition, type, str
    listing, refused, harmless = FOLDERS, REFUSED, HARMLESS

    # Only names that were taken above: judged code can replace those of a module, and of `builtins`.
    def hear(event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            if kind(given[0]) is text and starts(given[0], nowhere):
                raise error(event)
            if not may_read(*given):
                refuse(outside, f"open {given[0]}" if kind(given[0]) is text else event)
        elif event == "import":
            if before_dot(given[0], ".")[0] in forbidden:
                refuse(imported, f"import {before_dot(given[0], '.')[0]}")
        elif event == "object.__setattr__":
            if given[1] == "__code__":
                refuse(outside, "__code__")
        elif event in listing:
            if not may_read(given[0], "r", 0):
                refuse(outside, event)
        elif starts(event, refused) and event not in harmless:
            refuse(outside, event)

    sys.addaudithook(hear)


def refuser(tell: Tell) -> Callable[[str, str], NoReturn]:
    """What tells the judge of an attempt, the first few times, and raises."""
    left, error = [None] * NOTES, Outside

    def refuse(reason: str, detail: str) -> NoReturn:
        if left:
            left.pop()
            tell(reason, detail)
        raise error(detail)

    return refuse


def shut_silent(refuse: Callable[[str, str], NoReturn]) -> None:
    """Put something that refuses in the place of functions that the hook would not hear of."""
    for module, names in SILENT.items():
        try:
            owner = __import__(module)
        except ImportError:  # of another system
            continue
        for name in names:
            for place in (owner, os) if module == "posix" else (owner,):
                if hasattr(place, name):
                    setattr(place, name, refusing(refuse, f"{module}.{name}"))


def refusing(refuse: Callable[[str, str], NoReturn], name: str) -> Callable[..., NoReturn]:
    return lambda *inputs, **options: refuse(OUTSIDE, name)


def reader() -> Callable[[Any, Any, Any], bool]:
    """What says whether a file may be opened like this: to be read, and of Python or NumPy."""
    pythons = tuple(f"{folder}{os.sep}" for folder in python_folders())
    searched = frozenset(sys.path)  # folders and archives in which modules are looked for
    numpys = (*(f"{folder}{os.sep}" for folder in numpy_folders()), f"{numpy_folders()[0]}-")
    starts, kind, text, reading, writing = str.startswith, type, str, READING, WRITING

    def may_read(path: Any, mode: Any, flags: Any) -> bool:
        if kind(path) is not text or (mode is not None and mode not in reading) or (flags or 0) & writing:
            return False
        if ".." in path:
            return False
        return path in searched or starts(path, numpys) or (starts(path, pythons) and "-packages" not in path)

    return may_read
