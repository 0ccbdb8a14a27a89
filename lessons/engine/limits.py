"""Limits of a process of code that is not ours: time, memory, no file, no process, no network.

The system's own means, each tried and none of them needed: `setrlimit`, Landlock for files and seccomp (by the
library libseccomp) for the rest. What a system has none for is named, not hidden.
"""

import ctypes
import math
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

try:
    import resource
except ImportError:  # Windows has no such limits; the clock of who waits still holds
    resource = None  # type: ignore[assignment]

MEMORY_BYTES = 2 * 1024**3
DESCRIPTORS = 64
LIMITED = ("time", "memory", "written", "processes", "files", "network")

DENIED = (
    *("fork", "vfork", "clone", "clone3", "execve", "execveat"),
    *("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal"),
    *("socket", "socketpair", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp"),
    *("unshare", "setns", "mount", "umount2", "chroot", "pivot_root", "bpf", "io_uring_setup", "userfaultfd"),
    *("shmget", "semget", "msgget", "mq_open", "memfd_create", "memfd_secret", "keyctl", "add_key"),
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utimensat"),
    *("setxattr", "lsetxattr", "fsetxattr", "mknod", "mknodat", "mkdir", "mkdirat", "link", "linkat"),
    *("symlink", "symlinkat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "truncate"),
    *("setpriority", "ioprio_set"),
    *("sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr"),
)  # of system calls; what one has no name for on a system is left out
ALLOW, REFUSE_WITH_EPERM = 0x7FFF0000, 0x00050001  # libseccomp's SCMP_ACT_ALLOW, SCMP_ACT_ERRNO(EPERM)
OWN_ONLY = "prlimit64"  # of system calls: only for process 0, which is the one that asks
NOT_EQUAL = 1  # SCMP_CMP_NE
NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS


def limit(seconds: int, readable: Iterable[Path]) -> tuple[str, ...]:
    """Limit this process, before it loads any such code, and return what could not be limited."""
    limited = limit_resources(seconds)
    if tried(deny_calls):  # before files are refused: its library is one
        limited |= {"processes", "network"}
    limited |= {"files"} if tried(partial(leave_readable, tuple(readable))) else set()
    return tuple(name for name in LIMITED if name not in limited)


def readable() -> tuple[Path, ...]:
    """Return the readable folders: Python, its packages, the library and what computes with it."""
    lessons = Path(__file__).parents[1]
    paths = [path for path in sys.path if path not in ("", os.getcwd())]
    return (*map(Path, (*paths, sys.prefix, sys.base_prefix)), lessons, lessons.with_name("minimodel"))


def tried(means: Callable[[], None]) -> bool:
    """Return True if this system has the means, and let it be used."""
    try:
        means()
    except (OSError, AttributeError, ctypes.ArgumentError):
        return False
    return True


def limit_resources(seconds: int) -> set[str]:
    """Limit processor time, memory, what is written to files, and processes; return what is limited now."""
    if resource is None:
        return set()
    wanted = {
        "time": ("RLIMIT_CPU", seconds, seconds + 1),
        "memory": ("RLIMIT_AS", MEMORY_BYTES, MEMORY_BYTES),
        "written": ("RLIMIT_FSIZE", 0, 0),
        "processes": ("RLIMIT_NPROC", 0, 0),
        "dumps": ("RLIMIT_CORE", 0, 0),
        "descriptors": ("RLIMIT_NOFILE", DESCRIPTORS, DESCRIPTORS),
    }
    limited = set()
    for name, (which, *values) in wanted.items():
        with suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, which), (values[0], values[1]))
            limited.add(name)
    if os.name != "posix" or os.getuid() == 0:  # its owner's processes are counted, but never root's
        limited.discard("processes")
    return limited


def give_time(seconds: float) -> None:
    """Let the limit of processor time begin anew."""
    if resource:
        used, hard = resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_CPU)[1]
        soft = math.ceil(used.ru_utime + used.ru_stime + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


# ---- Linux -----------------------------------------------------------------


def checked(result: int) -> int:
    """Return the result of a call to libc. Raises OSError if it failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused by the system")
    return result


def libc() -> ctypes.CDLL:
    """Return the C library with Linux's system calls. Raises OSError elsewhere."""
    if os.uname().sysname != "Linux":
        raise OSError("not Linux")
    return ctypes.CDLL(None, use_errno=True)


class Compared(ctypes.Structure):
    """scmp_arg_cmp: which argument of a call is compared, how, and with what."""

    _fields_ = [(name, ctypes.c_uint) for name in ("argument", "how")]
    _fields_ += [(name, ctypes.c_uint64) for name in ("value", "other")]


class Ruled(ctypes.Structure):
    """landlock_ruleset_attr: what is ruled, and so refused unless a rule allows it."""

    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64)]


class Below(ctypes.Structure):
    """landlock_path_beneath_attr: what is allowed at a path and below."""

    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("path", ctypes.c_int32)]


CREATE_RULES, ADD_RULE, RESTRICT = 444, 445, 446  # the same numbers on every machine
READ_FILE, READ_FOLDER = 1 << 2, 1 << 3
BIND, CONNECT = 1 << 0, 1 << 1  # of the network, by TCP
RULES_NETWORK = 4  # the version of Landlock that knows these
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many kinds of access a version of Landlock knows; later ones 16


def leave_readable(paths: Iterable[Path]) -> None:
    """Refuse every file and folder but to read these, by Landlock. Raises OSError if there is no Landlock."""
    call = libc().syscall
    version = checked(call(CREATE_RULES, None, ctypes.c_size_t(0), 1))
    ruled = Ruled((1 << RIGHTS.get(version, 16)) - 1, BIND | CONNECT)
    size = ctypes.sizeof(ruled) if version >= RULES_NETWORK else ctypes.sizeof(ctypes.c_uint64)
    rules = checked(call(CREATE_RULES, ctypes.byref(ruled), ctypes.c_size_t(size), 0))
    for path in filter(Path.exists, paths):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        below = Below(READ_FILE | (READ_FOLDER if path.is_dir() else 0), place)
        checked(call(ADD_RULE, rules, 1, ctypes.byref(below), 0))
        os.close(place)
    checked(libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    checked(call(RESTRICT, rules, 0))
    os.close(rules)


def deny_calls() -> None:
    """Refuse processes, signals, sockets and their like, by libseccomp. Raises OSError where it is not there."""
    libc()
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(ALLOW)))
    refuse, another = ctypes.c_uint32(REFUSE_WITH_EPERM), Compared(0, NOT_EQUAL, 0, 0)
    for name in (*DENIED, OWN_ONLY):
        number, compared = library.seccomp_syscall_resolve_name(name.encode()), int(name == OWN_ONLY)
        if number >= 0:
            checked(library.seccomp_rule_add_array(rules, refuse, number, compared, ctypes.byref(another)))
    checked(library.seccomp_load(rules))
    library.seccomp_release(rules)
