"""Pictures that come into being: frozen frames from a finished picture, the last of which is the picture itself."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lessons.pictures import Curves, Grid, Picture

FRAMES = 12  # in about a second


def unfolding(pictures: Sequence[Picture], frames: int = FRAMES) -> Iterator[tuple[Picture, ...]]:
    """Curves whose last line is drawn from its first step to its last, and grids that fill up row by row."""
    for number in range(1, frames):
        yield tuple(part_of(picture, number / frames) for picture in pictures)
    yield tuple(pictures)


def part_of(picture: Picture, share: float) -> Picture:
    """So much of a picture; one that is neither is there at once."""
    if isinstance(picture, Curves) and picture.curves:
        *others, last = picture.curves
        count = max(1, math.ceil(share * len(last.x)))
        return replace(picture, curves=(*others, replace(last, x=last.x[:count], y=last.y[:count])))
    if isinstance(picture, Grid):
        count = math.floor(share * len(picture.cells))
        empty = ("",) * len(picture.columns)
        filled = (row if number < count else empty for number, row in enumerate(picture.cells))
        return replace(picture, cells=tuple(filled))
    return picture
