"""Let a long job tell how far it is five times a second at most."""

import time

BEAT_INTERVAL_S = 0.2


class Beat:
    """Due at once, and then once an interval; what is told may take as long as the machine needs for it."""

    def __init__(self) -> None:
        self.next_s = 0.0

    def is_due(self) -> bool:
        """Return True once an interval; from then on the next one runs."""
        now = time.monotonic()
        is_due = now >= self.next_s
        if is_due:
            self.next_s = now + BEAT_INTERVAL_S
        return is_due

    def rest(self) -> None:
        """Leave half of an interval for other work, now that something has been told."""
        self.next_s = max(self.next_s, time.monotonic() + BEAT_INTERVAL_S / 2)
