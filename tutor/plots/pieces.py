"""Lines through places, cut where a place is missing and where they leave the plane."""

import math
from collections.abc import Iterable, Iterator, Sequence

from lessons.pictures import Curve
from tutor.plots.scale import Scale

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


def within(
    before: Place | None, place: Place | None, width: float, height: float
) -> tuple[Place, Place] | None:
    """The part of one stretch that lies on the plane. A place with none before it is a stretch of its own."""
    if place is None:
        return None
    before = before or place
    if on_plane(before, width, height) and on_plane(place, width, height):
        return before, place
    return clipped(before, place, width, height) if before != place else None


def on_plane(place: Place, width: float, height: float) -> bool:
    return 0 <= place[0] <= width and 0 <= place[1] <= height


def clipped(before: Place, after: Place, width: float, height: float) -> tuple[Place, Place] | None:
    """Cut a stretch at the four sides of the plane (Liang and Barsky's way)."""
    begin, end = 0.0, 1.0
    for start, way, size in (
        (before[0], after[0] - before[0], width),
        (before[1], after[1] - before[1], height),
    ):
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
    """The place a share of the way along; both ends exactly themselves, so that pieces join."""
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
