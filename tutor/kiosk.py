"""A kiosk: the tutor is all that an account offers. What the system has to refuse is in docs/hosting.md."""

import os
import signal
import sys

VARIABLE = "LYNX_TUTOR_KIOSK"
SENT = "SSH_ORIGINAL_COMMAND"  # what somebody asked sshd for, where a command is forced on them: it is never run
STOPPING = ("SIGTSTP", "SIGTTIN", "SIGTTOU")


def is_kiosk() -> bool:
    return os.environ.get(VARIABLE, "") not in ("", "0")


def become_kiosk() -> None:
    """Make this process and those that it starts a kiosk."""
    os.environ[VARIABLE] = "1"
    sys.dont_write_bytecode = True
    never_stop()


def never_stop() -> None:
    """Ignore the keys and signals that put a program aside: behind this one there is nobody to take over."""
    for name in STOPPING:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def is_file_transfer() -> bool:
    """Return True if scp or sftp was asked for: they would read the tutor's words as their own."""
    program = os.environ.get(SENT, "").split(" ")[0].rpartition("/")[2]
    return program in ("scp", "sftp-server", "internal-sftp")


def leave_no_prompt() -> None:
    """Let Python find no terminal at its end: with PYTHONINSPECT it would ask there for more to do."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
