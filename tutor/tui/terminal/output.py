"""The terminal itself: its size and modes, writing to it in a thread, and never more on its way than it can take.

Each frame ends with a question that every terminal answers (`CSI 5n`). How long the answer takes tells how far the
terminal is behind, and how fast the line is; a frame that would only wait is not sent, and what is wanted by then is
sent in its place. So a key is never far behind, on any line. Several frames are on their way at once: the line never
falls silent while an answer comes back. The idea is that of congestion control by delay (Jacobson 1988; BBR, Cardwell
et al. 2016).
"""

import os
import termios
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TextIO

from tutor.terminals.kinds import is_remote

PATIENCE_S = 2.0  # that the end waits for a terminal that takes nothing
HOVERING = "?1003"  # every movement: left on by a line that drops, it types junk into a shell
DRAGGING = "?1002"  # movement while a button is down
ALTERNATE = "?1049"

QUESTION, ANSWER = "\x1b[5n", "\x1b[0n"
AT_FIRST = 6000  # bytes on the way, as long as nothing is known
LEAST_BYTES, MOST_BYTES = 240, 1 << 16  # on the way
LEAST_FRAME = 120  # bytes: for less, none is begun
IN_FLIGHT = 3  # frames on a line whose rate is known
WAITING_S = 0.35  # seconds that bytes may wait for those before them
JITTER_S = 0.05  # seconds that an answer may be late without anything having waited
SILENCE_S = 1.5  # seconds after which a terminal that has never answered is believed to answer nothing
LONGEST_S = 3.0  # seconds that the end waits for the last answers
LOST_S = 15.0  # seconds after which an answer is believed to be lost
TELLING_BYTES = 300  # bytes on the way that tell how fast a line is
SLOW, QUICK = 3000.0, 5000.0  # bytes a second: below the one a line is slow, and until it is above the other
NEWER = 0.4  # how much a new measure counts


class Output(threading.Thread):
    """Writes bytes in the order in which they came, and lets nobody wait, not even for a terminal that has stopped."""

    def __init__(self, stream: TextIO, ready: Callable[[], None], dropped: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="terminal-output")
        self.stream, self.ready, self.dropped = stream, ready, dropped
        self.waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self.left = 0  # pieces not written yet

    def put(self, text: str) -> None:
        self.left += 1
        self.waiting.put(text.encode(self.stream.encoding, self.stream.errors or "replace"))

    def run(self) -> None:
        while (piece := self.waiting.get()) is not None:
            try:
                while piece:
                    piece = piece[os.write(self.stream.fileno(), piece) :]
            except OSError:
                self.dropped()
                return
            self.left -= 1
            if not self.left:
                self.ready()

    def close(self) -> None:
        """Write what is left, if the terminal still takes it."""
        self.waiting.put(None)
        if self.is_alive():  # the system may have let it not begin
            self.join(PATIENCE_S)


def size_of(*descriptors: int) -> tuple[int, int]:
    """Return the window's size, whatever the environment says; 80×24 where the terminal does not know it."""
    for descriptor in descriptors:
        with suppress(OSError):
            width, height = os.get_terminal_size(descriptor)
            if width and height:
                return width, height
    return 80, 24


def forget_keys(descriptor: int) -> None:
    """Throw away what was typed and not read."""
    with suppress(termios.error):
        termios.tcflush(descriptor, termios.TCIFLUSH)


def begun(mouse: bool, alternate: bool) -> str:
    """Ask for another screen, no cursor, the mouse, pastes that say they are some, and no line that wraps."""
    moving = DRAGGING if is_remote() else HOVERING
    asked = [ALTERNATE if alternate else "", *(("?1000", moving, "?1006") if mouse else ()), "?1004", "?2004"]
    return "".join(f"\x1b[{mode}h" for mode in asked if mode) + "\x1b[?25l\x1b[?7l"


def ended(mouse: bool, alternate: bool) -> str:
    """Give the same back; also what nobody asked for, since a terminal may have had it on."""
    given_back = ["?2004", "?1004", *(("?1006", HOVERING, DRAGGING, "?1000") if mouse else ())]
    former_screen = f"\x1b[{ALTERNATE}l" if alternate else "\x1b[H\x1b[2J"
    modes = "".join(f"\x1b[{mode}l" for mode in given_back)
    return f"\x1b[m\x1b[r\x1b[?7h{modes}{former_screen}\x1b[?25h"


@dataclass(frozen=True)
class Sent:
    """A frame on its way: its bytes and when it was sent; how much had arrived by then, and since when that counts."""

    moment: float
    size: int
    arrived: int
    since: float


class Backlog:
    """The bytes on the way, and how many may be. Times are seconds of any clock."""

    def __init__(self) -> None:
        self.sent: deque[Sent] = deque()
        self.on_the_way = self.arrived = 0
        self.heard = 0.0  # when an answer came last
        self.answers: bool | None = None  # whether the terminal does: nobody knows yet
        self.latency = float("inf")  # the shortest time that an answer took
        self.rate: float | None = None  # bytes a second; None where nothing ever waited
        self.slow = False

    @property
    def window(self) -> float:
        """The bytes that may be on the way."""
        if self.rate is None:
            return AT_FIRST if self.answers is None else MOST_BYTES
        return min(MOST_BYTES, max(LEAST_BYTES, self.rate * (self.latency + WAITING_S)))

    def room(self, now: float) -> int:
        """Return the number of bytes that the next frame may have now."""
        self.give_up(now)
        if self.answers is False:
            return MOST_BYTES
        left = int(self.window - self.on_the_way)
        if left < LEAST_FRAME:
            return 0
        return left if self.rate is None else min(left, max(LEAST_FRAME, int(self.window / IN_FLIGHT)))

    def give_up(self, now: float) -> None:
        """Stop waiting for answers that will not come."""
        if self.sent and now - self.sent[0].moment >= (SILENCE_S if self.answers is None else LOST_S):
            self.answers = bool(self.answers)
            self.sent.clear()
            self.on_the_way = 0

    def wait(self, now: float) -> float:
        """Return the seconds until it is worth looking again, answer or not."""
        patience = SILENCE_S if self.answers is None else LOST_S
        return max(0.0, self.sent[0].moment + patience - now) if self.sent else 0.0

    @property
    def patience(self) -> float:
        """The seconds in which everything on the way should be answered; 0 if no answer is awaited."""
        if not (self.answers and self.sent):
            return 0.0
        return min(LONGEST_S, 2 * self.latency + self.on_the_way / (self.rate or MOST_BYTES) + WAITING_S)

    def send(self, size: int, now: float) -> None:
        """Note that a frame that ends with the question is on its way."""
        if self.answers is False:
            return
        idle = now + (self.latency if self.answers else 0.0)
        since = max(self.heard, self.sent[0].since) if self.sent else idle
        self.sent.append(Sent(now, size, self.arrived, since))
        self.on_the_way += size

    def answered(self, now: float) -> None:
        """Note that the terminal has everything up to the oldest question."""
        self.answers, self.heard = True, now
        if self.sent:
            frame = self.sent.popleft()
            self.on_the_way -= frame.size
            self.arrived += frame.size
            self.learn(frame, now)

    def learn(self, frame: Sent, now: float) -> None:
        """Learn the latency and the rate of the line from what has arrived since a frame was sent."""
        took = now - frame.moment
        self.latency = min(self.latency, took)
        size = self.arrived - frame.arrived
        if size < TELLING_BYTES and took - self.latency < WAITING_S:
            return
        rate = size / max(now - frame.since, 1e-3)
        if took - self.latency < JITTER_S and rate < (self.rate or MOST_BYTES):
            return  # nothing waited: it is the app that has sent no more
        self.rate = rate if self.rate is None else self.rate + NEWER * (rate - self.rate)
        self.slow = self.rate < (QUICK if self.slow else SLOW)
