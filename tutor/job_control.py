"""Whether there is a shell that would take over if this program stopped for a while."""

import os

from tutor.kiosk import is_kiosk


def can_be_stopped() -> bool:
    """Tell whether a shell started us as a job of its own; without one, nobody could bring us back."""
    if is_kiosk() or not hasattr(os, "getpgid"):
        return False
    parent = os.getppid()
    try:
        is_job = os.getpgid(parent) != os.getpgid(0) == os.getpid()
        return is_job and os.getsid(parent) == os.getsid(0)
    except OSError:  # the parent has ended, or is not ours to ask about
        return False
