"""Where a curve leaves the plane, or the numbers: an arrow at the edge, and NaN or inf in words."""

import math

from lessons.pictures import Curve
from tutor.plots.cells.plane import Plane
from tutor.plots.pieces import lost, places
from tutor.plots.strokes import MARKS, stroke

BETWEEN_ARROWS = 6


def point_outside(plane: Plane, curve: Curve, number: int) -> None:
    """An arrow at the edge that the curve is beyond; more of them where it stays there."""
    arrows = "▲▼" if plane.canvas.unicode else "^v"
    last = {0: -BETWEEN_ARROWS, 1: -BETWEEN_ARROWS}
    for place in places(plane.x, plane.y, curve.x, curve.y):
        if place is None or 0 <= place[1] <= plane.sheet.size[1] or not 0 <= place[0] <= plane.sheet.size[0]:
            continue
        below, column = int(place[1] > 0), round(place[0]) * plane.sheet.columns // (plane.sheet.size[0] + 1)
        if column >= last[below] + BETWEEN_ARROWS:
            last[below] = column
            plane.put(below * (plane.sheet.rows - 1), column + number, arrows[below], curve.role)


def say_lost(plane: Plane, curve: Curve) -> None:
    """NaN or inf, in words, where the curve stops being a number."""
    found = lost(curve)
    if found is None or not math.isfinite(found[0]):
        return
    x, before, word = found
    how = stroke(curve.role)
    words = how.sign(plane.canvas.unicode) + word if how.kind == MARKS else word
    column = min(max(0, plane.column(x)), plane.sheet.columns - len(words))
    row = 0 if before is None else min(max(0, plane.row(before)), plane.sheet.rows - 1)
    while row < plane.sheet.rows - 1 and says_something(plane, row, column, len(words)):
        row += 1
    plane.put(row, column, words, curve.role)


def says_something(plane: Plane, row: int, column: int, length: int) -> bool:
    """Whether another curve's word stands here."""
    cells = plane.canvas.rows[plane.top + row][plane.left + column : plane.left + column + length]
    return any(character.isalpha() and character not in "xo" for character, _ in cells)
