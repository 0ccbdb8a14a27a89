"""How much is on its way: on lines of every kind nothing waits long, and no room is wasted."""

import heapq
from dataclasses import dataclass, field

import pytest

from tutor.tui.terminal.pace import AT_FIRST, LOST, MOST, SILENCE, WAITING, Pace

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

    def send(self, pace: Pace, size: int) -> float:
        """Put a frame on the line: when it is seen."""
        self.free = max(self.free, self.now) + size / self.rate
        pace.send(size, self.now)
        if self.answers:
            heapq.heappush(self.answering, self.free + 2 * self.latency)
        self.delivered += size
        return self.free + self.latency

    def pass_time(self, pace: Pace) -> None:
        self.now += STEP
        while self.answering and self.answering[0] <= self.now:
            heapq.heappop(self.answering)
            pace.answered(self.now)


def begun(line: Line) -> Pace:
    """A pace that has asked its first question, and painted a first screen."""
    pace = Pace()
    line.send(pace, 80)
    line.send(pace, 2000)
    for _ in range(1000):
        line.pass_time(pace)
    return pace


def flooded(line: Line, pace: Pace, seconds: float, frame: int) -> list[float]:
    """Want something new all the time: how far behind each frame is when it is seen."""
    behind, end = [], line.now + seconds
    while line.now < end:
        while (room := pace.room(line.now)) >= 120:
            behind.append(line.send(pace, min(frame, room)) - line.now)
        line.pass_time(pace)
    return behind


LINES = [(960, 0.3), (960, 0.05), (300, 0.3), (5000, 0.1), (50_000, 0.3), (1e6, 0.02)]


@pytest.mark.parametrize(("rate", "latency"), LINES)
def test_whatever_is_sent_is_seen_soon_on_any_line(rate: float, latency: float) -> None:
    line = Line(rate, latency)
    pace = begun(line)
    behind = flooded(line, pace, 60.0, PAGE)
    assert max(behind[len(behind) // 3 :]) <= latency + 0.5


@pytest.mark.parametrize(("rate", "latency"), LINES)
def test_a_line_never_falls_silent_while_something_is_wanted(rate: float, latency: float) -> None:
    line = Line(rate, latency)
    pace = begun(line)
    before = line.delivered
    flooded(line, pace, 60.0, PAGE)
    assert (line.delivered - before) / 60.0 >= 0.8 * min(rate, MOST / (2 * latency + 0.1))


def test_a_slow_line_is_called_slow_and_a_quick_one_is_not() -> None:
    for rate, slow in ((960, True), (2000, True), (20_000, False), (1e6, False)):
        line = Line(rate, 0.3)
        pace = begun(line)
        flooded(line, pace, 20.0, 400)
        assert pace.slow == slow


def test_a_line_that_becomes_quick_again_is_called_so() -> None:
    line = Line(960, 0.1)
    pace = begun(line)
    flooded(line, pace, 20.0, 400)
    assert pace.slow
    line.rate = 50_000
    flooded(line, pace, 20.0, 400)
    assert not pace.slow


def test_keys_that_are_typed_one_by_one_never_wait_for_an_answer() -> None:
    line = Line(1e6, 0.3)
    pace = begun(line)
    for _ in range(100):  # ten a second
        assert pace.room(line.now) >= 120
        line.send(pace, 60)
        for _ in range(10):
            line.pass_time(pace)
    assert not pace.slow


def test_a_terminal_that_answers_nothing_is_not_waited_for() -> None:
    pace = Pace()
    pace.send(AT_FIRST, 0.0)
    assert not pace.room(SILENCE - 0.1)
    assert pace.room(SILENCE) == MOST
    pace.send(AT_FIRST, SILENCE)
    assert pace.room(SILENCE) == MOST


def test_an_answer_that_is_lost_is_not_waited_for_for_ever() -> None:
    line = Line(960, 0.3)
    pace = begun(line)
    line.answers = False
    flooded(line, pace, 2.0, 400)
    assert not pace.room(line.now)
    assert pace.room(line.now + LOST)


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    pace = Pace()
    for moment in range(5):
        pace.answered(float(moment))
    assert pace.on_the_way == 0
    assert pace.room(9.0)


@pytest.mark.parametrize(("rate", "latency"), LINES)
def test_the_end_waits_until_the_last_answer_can_have_come(rate: float, latency: float) -> None:
    line = Line(rate, latency)
    pace = begun(line)
    flooded(line, pace, 20.0, 400)
    line.send(pace, 100)
    end = line.now + pace.patience
    while pace.sent and line.now < end:
        line.pass_time(pace)
    assert not pace.sent


def test_the_end_waits_for_nobody_who_answers_nothing() -> None:
    pace = Pace()
    pace.send(2000, 0.0)
    assert pace.patience == 0.0


def test_before_a_rate_is_known_the_end_waits_as_for_the_quickest_line() -> None:
    pace = Pace()
    pace.send(80, 0.0)
    pace.answered(0.1)
    pace.send(MOST, 1.0)
    assert pace.rate is None
    assert pace.patience == pytest.approx(2 * 0.1 + 1 + WAITING)
    pace.rate = MOST * 2
    assert pace.patience == pytest.approx(2 * 0.1 + 0.5 + WAITING)
