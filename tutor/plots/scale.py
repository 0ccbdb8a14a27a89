"""Find where a value is along an axis; and lines through places, cut where a place is missing or off the plane."""

import math
from collections.abc import Iterable, Iterator, Sequence

from lessons.course.lesson.pictures import Axis, Curve, rounded

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
        """Take the logarithm on a logarithmic axis. Values without a logarithm lie below all others."""
        if not self.axis.log:
            return value
        return math.log10(value) if value > 0 else -math.inf

    def place(self, value: float) -> float:
        """Return the place of a finite value; for one outside of the ends, a place outside."""
        place = self.start + (self.measure(value) - self.low) * self.slope
        return -FAR if place < -FAR else FAR if place > FAR else place

    def held(self, value: float) -> float:
        """Return the place of a value, or the end of the axis that it lies beyond."""
        first, last = sorted((self.start, self.end))
        return min(max(self.place(value), first), last)


def ticks(axis: Axis, most: int) -> tuple[float, ...]:
    """Choose round values along an axis, about `most` of them and never fewer than one."""
    axis = sound(axis)
    return log_ticks(axis, most) if axis.log else even_ticks(axis.low, axis.high, most)


def even_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Choose multiples of 1, 2 or 5 times a power of ten."""
    step = rounded((high - low) / max(1, most - 1))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1)) or even_ticks(low, high, most + 1)


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
    """Return True if a value lies on an axis, its ends included, however they were rounded."""
    return axis.low * (1 - 1e-9) <= value <= axis.high * (1 + 1e-9)


Place = tuple[float, float]
Dot = tuple[int, int]


def places(x: Scale, y: Scale, xs: Sequence[float], ys: Sequence[float]) -> list[Place | None]:
    """Put values on the plane. What is no finite number has no place."""
    finite = math.isfinite
    pairs = zip(xs, ys, strict=False)
    return [(x.place(a), y.place(b)) if finite(a) and finite(b) else None for a, b in pairs]


def pieces(line: Iterable[Place | None], width: float, height: float) -> Iterator[list[Place]]:
    """Cut a line into the pieces that lie on the plane, from 0 to `width` and from 0 to `height`."""
    piece: list[Place] = []
    before: Place | None = None
    for place in line:
        cut = within(before, place, width, height)
        if piece and (cut is None or cut[0] != piece[-1]):
            yield piece
            piece = []
        if cut is not None:
            piece.extend(cut[1:] if piece else dict.fromkeys(cut))
        before = place
    if piece:
        yield piece


def within(before: Place | None, place: Place | None, width: float, height: float) -> tuple[Place, Place] | None:
    """Return the part of one stretch that lies on the plane, or None. A place without one before it is a stretch."""
    if place is None:
        return None
    before = before or place
    if all(0 <= x <= width and 0 <= y <= height for x, y in (before, place)):
        return before, place
    return clipped(before, place, width, height) if before != place else None


def clipped(before: Place, after: Place, width: float, height: float) -> tuple[Place, Place] | None:
    """Cut a stretch at the four sides of the plane (Liang and Barsky's way)."""
    begin, end = 0.0, 1.0
    for start, stop, size in zip(before, after, (width, height), strict=True):
        way = stop - start
        if way == 0:
            if not 0 <= start <= size:
                return None
            continue
        near, far = sorted((-start / way, (size - start) / way))
        begin, end = max(begin, near), min(end, far)
    if begin > end:
        return None
    return along(before, after, begin), along(before, after, end)


def along(before: Place, after: Place, share: float) -> Place:
    """Return the place a share of the way along; both ends exactly themselves, so that pieces join."""
    if share in (0.0, 1.0):
        return after if share else before
    return before[0] + share * (after[0] - before[0]), before[1] + share * (after[1] - before[1])


def way(piece: Sequence[Place]) -> Iterator[Dot]:
    """Yield every dot along a piece of a line, none twice in a row."""
    x, y = round(piece[0][0]), round(piece[0][1])
    yield x, y
    for place in piece[1:]:
        right, down = round(place[0]) - x, round(place[1]) - y
        steps = max(abs(right), abs(down))
        for step in range(1, steps + 1):
            yield x + (2 * right * step + steps) // (2 * steps), y + (2 * down * step + steps) // (2 * steps)
        x, y = x + right, y + down


def lost(curve: Curve) -> tuple[float, float | None, str] | None:
    """Find where a curve stops being a number: at which x, after which value, and the word for what follows."""
    before = None
    for x, y in zip(curve.x, curve.y, strict=False):
        if not math.isfinite(y):
            return x, before, "NaN" if math.isnan(y) else "inf" if y > 0 else "-inf"
        before = y
    return None
