"""On lines of every kind nothing waits long, and no room is wasted."""

import heapq
from dataclasses import dataclass, field

import pytest

from tutor.tui.terminal.output import AT_FIRST, MOST_BYTES, SILENCE_S, WAITING_S, Backlog

STEP = 0.01  # seconds of the clock
PAGE = 1 << 20  # bytes: more than there is ever room for


@dataclass
class Line:
    """A line of so many bytes a second and so many seconds each way, at whose end a terminal answers."""

    rate: float
    latency: float
    answers: bool = True
    now: float = 0.0
    free: float = 0.0
    answering: list[float] = field(default_factory=list)
    delivered: float = 0.0

    def send(self, pace: Backlog, size: int) -> float:
        """Put a frame on the line: when it is seen."""
        self.free = max(self.free, self.now) + size / self.rate
        pace.send(size, self.now)
        if self.answers:
            heapq.heappush(self.answering, self.free + 2 * self.latency)
        self.delivered += size
        return self.free + self.latency

    def pass_time(self, pace: Backlog) -> None:
        self.now += STEP
        while self.answering and self.answering[0] <= self.now:
            heapq.heappop(self.answering)
            pace.answered(self.now)


def begun(line: Line) -> Backlog:
    """A pace that has asked its first question, and painted a first screen."""
    pace = Backlog()
    line.send(pace, 80)
    line.send(pace, 2000)
    for _ in range(1000):
        line.pass_time(pace)
    return pace


def flooded(line: Line, pace: Backlog, seconds: float, frame: int) -> list[float]:
    """Want something new all the time: how far behind each frame is when it is seen."""
    behind, end = [], line.now + seconds
    while line.now < end:
        while (room := pace.room(line.now)) >= 120:
            behind.append(line.send(pace, min(frame, room)) - line.now)
        line.pass_time(pace)
    return behind


LINES = [(960, 0.3), (960, 0.05), (300, 0.3), (5000, 0.1), (50_000, 0.3), (1e6, 0.02)]


@pytest.mark.parametrize(("rate", "latency"), LINES)
def test_whatever_is_sent_is_seen_soon_and_the_line_never_falls_silent(rate, latency):
    line = Line(rate, latency)
    pace = begun(line)
    before = line.delivered
    behind = flooded(line, pace, 60.0, PAGE)
    assert max(behind[len(behind) // 3 :]) <= latency + 0.5
    assert (line.delivered - before) / 60.0 >= 0.8 * min(rate, MOST_BYTES / (2 * latency + 0.1))


def test_a_slow_line_is_called_slow_and_a_quick_one_is_not():
    for rate, slow in ((960, True), (2000, True), (20_000, False), (1e6, False)):
        line = Line(rate, 0.3)
        pace = begun(line)
        flooded(line, pace, 20.0, 400)
        assert pace.slow == slow


def test_keys_that_are_typed_one_by_one_never_wait_for_an_answer():
    line = Line(1e6, 0.3)
    pace = begun(line)
    for _ in range(100):  # ten a second
        assert pace.room(line.now) >= 120
        line.send(pace, 60)
        for _ in range(10):
            line.pass_time(pace)
    assert not pace.slow


def test_a_terminal_that_answers_nothing_is_not_waited_for():
    pace = Backlog()
    pace.send(AT_FIRST, 0.0)
    assert not pace.room(SILENCE_S - 0.1)
    assert pace.room(SILENCE_S) == MOST_BYTES
    pace.send(AT_FIRST, SILENCE_S)
    assert pace.room(SILENCE_S) == MOST_BYTES
    pace = Backlog()
    pace.send(2000, 0.0)
    assert pace.patience == 0.0


@pytest.mark.parametrize(("rate", "latency"), LINES)
def test_the_end_waits_until_the_last_answer_can_have_come(rate, latency):
    line = Line(rate, latency)
    pace = begun(line)
    flooded(line, pace, 20.0, 400)
    line.send(pace, 100)
    end = line.now + pace.patience
    while pace.sent and line.now < end:
        line.pass_time(pace)
    assert not pace.sent


def test_before_a_rate_is_known_the_end_waits_as_for_the_quickest_line():
    pace = Backlog()
    pace.send(80, 0.0)
    pace.answered(0.1)
    pace.send(MOST_BYTES, 1.0)
    assert pace.rate is None
    assert pace.patience == pytest.approx(2 * 0.1 + 1 + WAITING_S)
    pace.rate = MOST_BYTES * 2
    assert pace.patience == pytest.approx(2 * 0.1 + 0.5 + WAITING_S)
