"""With this folder on PYTHONPATH, the project's own modules live without POSIX; all others see the system as it is.

Python asks a module's own builtins for `__import__`: ours get one that hides what Windows does not have. It is no
Windows, but what stumbles here stumbles there.
"""

import builtins
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

OURS = ("tutor", "lessons", "progress", "minimodel")
ABSENT = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
# What begins so is not in a module, but for these; and what is there instead.
HIDDEN = {
    "os": (
        "fork getuid geteuid getgid getegid getpgid getpgrp getsid setsid killpg uname nice sched_ mkfifo chown "
        "openpty wait register_at_fork O_NONBLOCK O_CLOEXEC O_NOFOLLOW O_DIRECTORY O_PATH WNO WIF WUN "
        "WEX statvfs ttyname getloadavg",
        "waitpid waitstatus_to_exitcode",
        {"name": "nt"},
    ),
    "signal": (
        "SIG pthread_ sig setitimer alarm pause",
        "SIGINT SIGTERM SIGABRT SIGFPE SIGILL SIGSEGV SIG_DFL SIG_IGN signal",
        {},
    ),
    "sys": ("getwindowsversion", "", {"platform": "win32"}),
    "select": ("poll epoll", "", {"select": None}),
}


class Windows(ModuleType):
    """A module of the system, without what Windows has not."""

    def __init__(self, real: ModuleType) -> None:
        super().__init__(real.__name__)
        hidden, kept, given = HIDDEN[real.__name__]
        vars(self).update(given, _real=real, _hidden=tuple(hidden.split()), _kept=kept.split())

    def __getattr__(self, name: str) -> object:
        if name.startswith(self._hidden) and name not in self._kept:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}: there is none in Windows")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._real, name, value)


def no_socket(*descriptors: object) -> None:
    raise OSError(10038, "An operation was attempted on something that is not a socket")


def no_handler(*arguments: object) -> None:
    raise NotImplementedError


def import_there(name: str, *where: object) -> ModuleType:
    """Import as `__import__` does, in a Windows."""
    if name.partition(".")[0] in ABSENT:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = builtins.__import__(name, *where)
    if name == "asyncio":
        module.unix_events._UnixSelectorEventLoop.add_signal_handler = no_handler
    return STAND_INS.get(name, module)


class Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": import_there}
        super().exec_module(module)


class Finder:
    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.partition(".")[0] in OURS else None
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(name, spec.loader.path)
        return spec


HIDDEN["select"][2]["select"] = no_socket
STAND_INS = {name: Windows(__import__(name)) for name in HIDDEN}
sys.meta_path.insert(0, Finder)
