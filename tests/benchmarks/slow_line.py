"""The app over a slow line: seconds and bytes until what a key does is seen, and after a burst of keys.

python tests/benchmarks/slow_line.py [bytes a second] [milliseconds each way]

The line takes everything that the app writes at once, as an SSH server does, and delivers it as slowly as it is; keys
and answers take the same way back.
"""

import os
import select
import sys
import time
from collections import deque
from pathlib import Path

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))

from tests.benchmarks.app_measures import home_at  # noqa: E402
from tests.tutor.terminal import KEYS, Terminal  # noqa: E402

PIECE = 16  # bytes that are delivered together
LINES = ((960, 0.3), (5000, 0.1))
HELD, A_SECOND = 3.0, 30  # how long a key is held, and how often it comes
CALM = 1.5  # seconds without a byte after which the screen is right


class SlowLine(Terminal):
    """A terminal at the end of a line of so many bytes a second, and so many seconds each way."""

    rate, latency = 960.0, 0.3

    def __init__(self, *arguments: str, home: Path) -> None:
        self.coming: deque[tuple[float, bytes]] = deque()
        self.going: deque[tuple[float, bytes]] = deque()
        self.free = 0.0  # when the line has delivered everything it was given
        self.delivered: list[float] = []  # when bytes came
        super().__init__(*arguments, home=home)

    def press(self, *keys: str) -> None:
        data = b"".join(KEYS.get(key) or key.encode() for key in keys)
        self.going.append((time.monotonic() + self.latency, data))

    def answer(self, new: int) -> None:
        asked = self.printed[-new - 3 :].count(b"\x1b[5n")
        if asked:
            self.press("\x1b[0n" * asked)

    def read(self, seconds: float = 60.0) -> bytes:
        deadline = time.monotonic() + seconds
        while True:
            self.take_in()
            now = time.monotonic()
            while self.going and self.going[0][0] <= now:
                os.write(self.master, self.going.popleft()[1])
            if self.coming and self.coming[0][0] <= now:
                return self.deliver(now)
            if now >= deadline or (self.ended and not self.coming):
                return b""
            time.sleep(0.002)

    def take_in(self) -> None:
        while not self.ended and select.select([self.master], [], [], 0)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            self.ended = not data
            for start in range(0, len(data), PIECE):
                piece = data[start : start + PIECE]
                self.free = max(self.free, time.monotonic()) + len(piece) / self.rate
                self.coming.append((self.free + self.latency, piece))

    def deliver(self, now: float) -> bytes:
        data = b""
        while self.coming and self.coming[0][0] <= now:
            data += self.coming.popleft()[1]
        self.received += len(data)
        self.printed += data
        self.delivered.append(now)
        self.answer(len(data))
        return data

    @property
    def silence(self) -> float:
        return max((b - a for a, b in zip(self.delivered, self.delivered[1:], strict=False)), default=0.0)

    def come_to_rest(self) -> None:
        while data := self.read(CALM):
            self.paint(data)


def timed(line: SlowLine, what: str, key: str, *words: str) -> None:
    line.come_to_rest()
    line.delivered.clear()
    received, began = line.received, time.monotonic()
    line.press(key)
    line.wait_for(*words)
    seen = time.monotonic() - began
    line.come_to_rest()
    report(what, seen, time.monotonic() - began - CALM, line.received - received, line.silence)


def report(what: str, seen: float, rest: float, sent: int, silence: float = 0.0) -> None:
    own = sent / SlowLine.rate + 2 * SlowLine.latency
    print(f"{what:<40} {seen:6.1f} s {rest:8.1f} s {own:8.1f} s {silence:8.2f} s {sent:8,} B", flush=True)


def hold(line: SlowLine, keys: tuple[str, ...]) -> None:
    line.come_to_rest()
    began, count = time.monotonic(), 0
    while (now := time.monotonic() - began) < HELD:
        if count < now * A_SECOND:
            line.press(keys[count // 10 % len(keys)])
            count += 1
        if data := line.read(0.005):
            line.paint(data)


def held(line: SlowLine, keys: tuple[str, ...]) -> None:
    """Hold keys: how long until the screen is right; and again, until what another key does is seen."""
    received = line.received
    hold(line, keys)
    let_go = time.monotonic()
    line.come_to_rest()
    rest = time.monotonic() - let_go - CALM
    report(f"PgDn/PgUp held {HELD:g} s: screen right", rest, rest, line.received - received)
    hold(line, keys)
    received, pressed = line.received, time.monotonic()
    line.press("?")
    line.wait_for("Keys here")
    seen = time.monotonic() - pressed
    line.come_to_rest()
    rest = time.monotonic() - pressed - CALM
    report(f"PgDn/PgUp held {HELD:g} s, then ?", seen, rest, line.received - received)


def walk(rate: float, latency: float) -> None:
    SlowLine.rate, SlowLine.latency = rate, latency
    print(
        f"{rate:,.0f} B/s, {latency * 1e3:.0f} ms each way{'':<12} "
        f"{'seen':>8} {'all there':>10} {'line alone':>10} {'silence':>10} {'sent':>10}"
    )
    with home_at("read") as home:
        began = time.monotonic()
        with SlowLine("--learner", "ana", home=home) as line:
            line.wait_for("q quit")
            line.come_to_rest()
            report("first paint", time.monotonic() - began - CALM, time.monotonic() - began - CALM, line.received)
            timed(line, "map → lesson", "enter", "●Read", "Enter")
            timed(line, "page scroll", "\x1b[6~", "and")
            held(line, ("\x1b[6~", "\x1b[5~"))
            line.press_for("escape", "●Read")
            timed(line, "read → predict", "n", "●Predict", "Question 1")
            timed(line, "a key on a question", "down", "▸")
            line.press("right")
            timed(line, "next question", "enter", "Question 2")
            timed(line, "lesson → map", "escape", "q quit")


if __name__ == "__main__":
    asked = [float(word) for word in sys.argv[1:]]
    for rate, latency in [(asked[0], asked[1] / 1e3)] if asked else LINES:
        walk(rate, latency)
