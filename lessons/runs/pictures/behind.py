"""What was tried before, beside what is tried now: its curves faint behind these, its boundary next to this one."""

from collections.abc import Sequence
from dataclasses import replace

from lessons.numbers import number
from lessons.pictures import Boundary, Curve, Curves, Picture
from lessons.runs.pictures.axes import steady_loss_axis, value_axis
from lessons.text import Text

ROLE = "ideal"  # dots, and no colour of their own
Before = tuple[Curve | Boundary, ...]


def kept(pictures: Sequence[Picture]) -> Before:
    """What to remember of a try: of each picture with lines the model's own, and its boundary."""
    found: list[Curve | Boundary] = []
    for picture in pictures:
        if isinstance(picture, Curves) and picture.curves[0].y:
            found.append(picture.curves[0])
        elif isinstance(picture, Boundary):
            found.append(picture)
    return tuple(found)


def with_before(pictures: Sequence[Picture], before: Before, text: Text) -> tuple[Picture, ...]:
    """The same pictures, each with what was there before."""
    lines = [each for each in before if isinstance(each, Curve)]
    found: list[Picture] = []
    for picture in pictures:
        if isinstance(picture, Curves) and lines:
            picture = behind(picture, lines.pop(0), text)
        found.append(picture)
        if isinstance(picture, Boundary):
            found += [beside(each, text) for each in before if isinstance(each, Boundary)]
    return tuple(found)


def beside(before: Boundary, text: Text) -> Boundary:
    """The boundary of before. What it says was said then."""
    return replace(before, title=text("side.before"), says="", role="")


def behind(picture: Curves, before: Curve, text: Text) -> Curves:
    line = replace(before, name=text("side.before"), role=ROLE)
    curves = (*picture.curves, line)
    values = [value for curve in curves for value in curve.y]
    is_log = picture.y.log
    y = steady_loss_axis(picture.y.name, values) if is_log else value_axis(picture.y.name, values, zero=False)
    says = f"{picture.says} {said(line, text)}" if is_log and picture.says else picture.says
    return replace(picture, curves=curves, y=y, says=says)


def said(line: Curve, text: Text) -> str:
    return text("play.says_before", first=number(line.y[0]), last=number(line.y[-1]))
