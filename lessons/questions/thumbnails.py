"""What each answer about a loss curve looks like: the healthy one falling, and the one that is meant, over it."""

from collections.abc import Callable, Mapping
from math import exp

from lessons.pictures import Axis, Curve, Curves
from lessons.text import Text

PLACES = tuple(place / 28 for place in range(29))
TOP = 1.0


def healthy(x: float) -> float:
    return 0.05 + 0.95 * exp(-6 * x)


SHAPES: Mapping[str, Callable[[float], float]] = {
    "follows": lambda x: 0.12 + 0.88 * exp(-5 * x),
    "slower": lambda x: 0.05 + 0.95 / (1 + exp(13 * (x - 0.6))),
    "plateau": lambda x: 0.5 + 0.5 * exp(-7 * x),
    "flat": lambda x: 0.94,
    "unfinished": lambda x: TOP - 0.55 * x,
    "diverges": lambda x: 0.55 + 0.25 * exp(-9 * x) + 0.5 * x * x * x,
}


def thumbnails(text: Text) -> dict[str, Curves]:
    """A small picture for each answer, which says the same in words."""
    return {name: thumbnail(text(f"answer.{name}"), shape) for name, shape in SHAPES.items()}


def thumbnail(words: str, shape: Callable[[float], float]) -> Curves:
    compared = Curve("", "healthy", PLACES, tuple(map(healthy, PLACES)))
    meant = Curve("", "broken", PLACES, tuple(map(shape, PLACES)))
    return Curves("", (compared, meant), Axis("", 0.0, 1.0), Axis("", 0.0, TOP), words)
