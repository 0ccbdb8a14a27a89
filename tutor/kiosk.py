"""A kiosk: the tutor is all that an account offers, to people who are to reach nothing else on the machine.

Whoever types at it can start no program, stop nothing, and write nowhere but in the learner's folder. That is held by
the kernel where it can (Landlock, Linux 5.13 and newer); everywhere else by there being no key that asks for more.
"""

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from progress.disk import Disk

VARIABLE = "LYNX_TUTOR_KIOSK"
PLAIN_WORD = re.compile(r"[A-Za-z0-9][\w.@+-]{0,63}", re.ASCII)  # of a terminal or a language
# What is set for the terminal, the language, and where Python's modules are. All else may have been sent by whoever
# connects: editors, pagers, browsers, TEXTUAL_LOG, XDG_*, LYNX_TUTOR_HOME, PYTHONINSPECT.
WORDS = ("TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "LANG", "LANGUAGE", "LYNX_TUTOR_ASCII")
SENT = "SSH_ORIGINAL_COMMAND"  # what somebody asked sshd for, where a command is forced on them: it is never read
WHOLE = (
    VARIABLE,
    SENT,
    "USER",
    "LOGNAME",
    "SSH_CONNECTION",
    "SSH_TTY",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONUTF8",
)
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/sys", "/dev", "/opt", "/nix")
LOADERS = ("/lib*/ld-*", "/lib/*/ld-*", "/usr/lib*/ld-*", "/usr/lib/*/ld-*")
TEMPORARY = "temporary"
MOST_BYTES = 64 * 1024**2  # of one file
STOPPING = ("SIGTSTP", "SIGTTIN", "SIGTTOU")


def is_kiosk() -> bool:
    """Tell whether this process is one."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def become_kiosk() -> None:
    """Believe nothing of the environment but words, and stop for no key. Before Textual is imported, which reads it."""
    os.environ[VARIABLE] = "1"
    kept = dict(kept_variables(os.environ))
    os.environ.clear()
    os.environ.update(kept)
    sys.dont_write_bytecode = True
    never_stop()
    limit_files()


def kept_variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give what a kiosk keeps of its environment; the home folder is the account's own."""
    for name, value in environment.items():
        is_word = name in WORDS or name.startswith("LC_")
        if name in WHOLE or name.endswith("_NUM_THREADS") or (is_word and PLAIN_WORD.fullmatch(value)):
            yield name, value
    yield "PATH", os.defpath
    yield "HOME", account_home() or environment.get("HOME", "/")


def account_home() -> str:
    """Look up the account's home folder; nothing where the account is not known."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):
        return ""


def never_stop() -> None:
    """Let no key and no signal of the terminal put the tutor aside: behind it there is nobody to take over."""
    for name in STOPPING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def limit_files() -> None:
    """Let no file grow beyond what a learner could need, and no memory be dumped into one."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, MOST_BYTES)):
        resource.setrlimit(what, (most, most))


def leave_no_prompt() -> None:
    """Let Python find no terminal at its end: with PYTHONINSPECT it would ask there for more to do."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)


def confine(folder: Path, packs: Iterable[Path] = ()) -> bool:
    """Refuse this process, for good, to write outside a learner's folder, to read others' and to start programs.

    Packs can still be read. Says whether the system could. Threads and processes that are started from now on are
    confined as well. Raises OSError where nothing can be kept in the folder.
    """
    import tempfile

    from lessons.runs import limits
    from lessons.runs.limits import EVERY, EXECUTE, READ_FILE, READ_FOLDER, WRITE_FILE

    temporary = folder / TEMPORARY
    Disk().make_folder(temporary)
    tempfile.tempdir = str(temporary)
    reading = dict.fromkeys((*readable(), *packs), READ_FILE | READ_FOLDER)
    starting = dict.fromkeys(startable(), READ_FILE | EXECUTE)
    writing = {folder: EVERY & ~EXECUTE, Path(os.devnull): READ_FILE | WRITE_FILE}
    ruled = EVERY & ~(1 << 15)  # a terminal is asked for its size
    network = limits.BIND | limits.CONNECT
    return limits.tried(lambda: limits.rule_files(ruled, {**reading, **starting, **writing}, network))


def readable() -> tuple[Path, ...]:
    """List the system's folders and Python's, and those with the tutor's own files."""
    python = (sys.prefix, sys.base_prefix, *(path for path in sys.path if path))
    return tuple(dict.fromkeys([Path(__file__).parents[1], *map(Path, (*SYSTEM, *python))]))


def startable() -> tuple[Path, ...]:
    """List Python itself, in which a learner's code is judged, and what the system loads programs with."""
    from glob import glob

    loaders = (path for pattern in LOADERS for path in glob(pattern))
    return tuple(dict.fromkeys(Path(os.path.realpath(path)) for path in (sys.executable, *loaders)))
