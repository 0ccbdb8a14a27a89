"""The slowness of this machine: limits of time hold for a known machine, and for others in proportion."""

import time
from functools import cache

ADDITIONS = 500_000  # in a Python loop
KNOWN_S = 0.03  # of processor time for them, where the limits were written


@cache
def slowness() -> float:
    """Return this machine's time over that of the known machine; at least 1."""
    begun, total = time.thread_time(), 0
    for number in range(ADDITIONS):
        total += number
    return max(1.0, (time.thread_time() - begun) / KNOWN_S)
