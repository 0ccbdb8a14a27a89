"""The four rows of a task as the corners of a square, in the signs that maps have for the two classes."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Block, Strings, Table
from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.edits import healthy_library
from lessons.runs.tasks import draw_rows

SIGNS = "○●"  # of the two classes
PLACES = ("up-left", "up-right", "down-left", "down-right")
LINE, UPRIGHT, SHORTEST = "─", "│", 4


def corners(settings: Mapping[str, Any], page: Prose, text: Strings) -> tuple[Block, ...]:
    """Return a task's four rows as a square: each corner has its sign, and the page's words or the class's name."""
    task, own = settings["task"], settings["words"]
    if odd := next((place for place in own if place not in PLACES), ""):
        raise LessonError(f"{odd!r} is no corner.{nearest(odd, PLACES)}")
    labels = labels_of(task)
    across, up = (sorted({place[side] for place in labels}) for side in (0, 1))
    x, y = ([end_name(task, side, *end, text) for end in enumerate(ends)] for side, ends in (("x", across), ("y", up)))
    found = [labels[right, high] for high, right in product(reversed(up), across)]
    words = [own.get(place, class_name(task, label, text)) for place, label in zip(PLACES, found, strict=True)]
    signed = [f"{SIGNS[label]} {each}" for label, each in zip(found, words, strict=True)]
    said = [text("draw.corner", x=a, y=b, words=each) for (b, a), each in zip(product(y[::-1], x), words, strict=True)]
    return (Table(("", ""), square(signed, x, y), lines=(text("draw.corners", corners="; ".join(said)),)),)


def labels_of(task: str) -> dict[tuple[float, float], int]:
    """Return the label of each corner. Raises LessonError for a task that has other rows than four corners."""
    rows = draw_rows(healthy_library(), {"name": task}, 0)
    labels = {tuple(place): int(label) for place, label in zip(rows.x[:, :2].tolist(), rows.y, strict=True)}
    sides = [len({place[side] for place in labels}) for side in (0, 1)]
    if len(rows.x) != 4 or sides != [2, 2] or not set(labels.values()) <= {0, 1}:
        raise LessonError(f"task = {task!r} has other rows than four corners of two classes.")
    return labels


def square(corners: Sequence[str], x: Sequence[str], y: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return rows of a table: the name of a height, and what is drawn there."""
    upper, lower, wide = corners[:2], corners[2:], max(map(len, (*corners, x[0]))) + SHORTEST
    edges = [f"{left} ".ljust(wide, LINE) + f" {right}" for left, right in (upper, lower)]
    side, foot = f"{UPRIGHT:<{wide + 1}}{UPRIGHT}", f"{x[0]:<{wide + 1}}{x[1]}"
    return (y[1], edges[0]), ("", side), ("", side), (y[0], edges[1]), ("", foot)


def end_name(task: str, side: str, number: int, value: float, text: Strings) -> str:
    key = f"corner.{task}_{side}_{number}"
    return text(key) if text.has(key) else f"{side} = {value:g}"


def class_name(task: str, label: int, text: Strings) -> str:
    own = f"class.{task}_{label}"
    return text(own if text.has(own) else f"class.{label}")
