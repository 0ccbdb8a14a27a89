"""Where a value stands along an axis, and which ticks are named there. Numbers in, numbers out."""

import math

from lessons.pictures import Axis

FAR = 1e6  # the furthest outside that a place may lie: beyond it, a line is as steep as it can look
LARGEST, SMALLEST = 1e300, 1e-290  # ends further out, or closer together, are beyond what a float can divide


def sound(axis: Axis) -> Axis:
    """Give an axis that can be drawn: its ends are finite and apart, and above zero where it is logarithmic."""
    ends = [min(max(end, -LARGEST), LARGEST) for end in (axis.low, axis.high) if not math.isnan(end)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    size = max(abs(low), abs(high))
    if high - low < max(1e-12 * size, SMALLEST):
        room = size / 2 if size > 1e-200 else 0.5
        low, high = low - room, high + room
    return Axis(axis.name, low, high, axis.log and low > 0)


class Scale:
    """Turns values into places: the axis's low end stands at `start`, its high end at `end`."""

    def __init__(self, axis: Axis, start: float, end: float) -> None:
        self.axis = sound(axis)
        self.start, self.end = start, end
        self.low = self.measure(self.axis.low)
        self.slope = (end - start) / ((self.measure(self.axis.high) - self.low) or 1.0)

    def measure(self, value: float) -> float:
        """Take the logarithm where the axis is logarithmic. What has none lies below everything."""
        if not self.axis.log:
            return value
        return math.log10(value) if value > 0 else -math.inf

    def place(self, value: float) -> float:
        """Tell where a finite value stands; outside of both ends, where it lies outside."""
        place = self.start + (self.measure(value) - self.low) * self.slope
        return -FAR if place < -FAR else FAR if place > FAR else place

    def held(self, value: float) -> float:
        """Tell where a value stands, or the end of the axis that it lies beyond."""
        first, last = sorted((self.start, self.end))
        return min(max(self.place(value), first), last)


def ticks(axis: Axis, most: int) -> tuple[float, ...]:
    """Choose round values along an axis, about `most` of them and never fewer than one."""
    axis = sound(axis)
    if axis.log:
        return log_ticks(axis, most)
    return even_ticks(axis.low, axis.high, most)


def even_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Choose multiples of 1, 2 or 5 times a power of ten."""
    step = round_step((high - low) / max(1, most - 1))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1)) or even_ticks(low, high, most + 1)


def round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(times * power for times in (1, 2, 5, 10, 20) if times * power >= least * (1 - 1e-9))


def log_ticks(axis: Axis, most: int) -> tuple[float, ...]:
    """Choose whole powers of ten; with fewer than two of them, also their doubles and halves."""
    first, last = math.floor(math.log10(axis.low)), math.ceil(math.log10(axis.high))
    powers = [power for power in range(first, last + 1) if holds(axis, 10.0**power)]
    if len(powers) > 1:
        every = math.ceil(len(powers) / max(2, most))
        return tuple(10.0**power for power in powers if power % every == 0)
    halves = [times * 10.0**power for power in range(first, last + 1) for times in (1, 2, 5)]
    within = tuple(value for value in halves if holds(axis, value))
    return within if len(within) > 1 else even_ticks(axis.low, axis.high, most)


def holds(axis: Axis, value: float) -> bool:
    """Whether a value lies on an axis, its ends included, however they were rounded."""
    return axis.low * (1 - 1e-9) <= value <= axis.high * (1 + 1e-9)
