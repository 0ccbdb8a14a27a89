"""Curves as cells: every seed faint behind, the band, the middle line over both, and arrows where one leaves."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lessons.pictures import Curve, Curves
from tutor.plots.cells.canvas import Canvas, CellGrid
from tutor.plots.cells.dots import Dot, Dots, way
from tutor.plots.cells.leaving import point_outside, say_lost
from tutor.plots.cells.plane import Plane, open_plane
from tutor.plots.pieces import Place, pieces, places
from tutor.plots.strokes import DASHES, MARKS, POINTS, Stroke, faint, numbered, stroke

FAINT_SIGN, BAND_SIGN = ".", ":"


def draw_curves(picture: Curves, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw all curves on one plane; what stands behind comes first, and words come last."""
    canvas = Canvas(width, height, unicode)
    legend = [
        ((stroke(curve.role).sample(unicode), curve.role), (f" {curve.name}", ""))
        for curve in picture.curves
        if curve.name
    ]
    plane = open_plane(canvas, picture.title, picture.x, picture.y, legend)
    if plane is None:
        return CellGrid()
    if picture.at is not None:
        draw_mark(plane, picture.at)
    for curve in picture.curves:
        draw_behind(plane, curve)
    numbers = zip(picture.curves, numbered([curve.role for curve in picture.curves]), strict=True)
    for curve, number in sorted(numbers, key=lambda each: stroke(each[0].role).kind == POINTS):
        draw_line(plane, curve, number, marked(picture.curves))
    for number, curve in enumerate(picture.curves):
        point_outside(plane, curve, number)
    for curve in picture.curves:
        say_lost(plane, curve)
    return canvas.grid()


def draw_mark(plane: Plane, x: float) -> None:
    """An upright line where one looks."""
    column = min(max(0, plane.column(x)), plane.columns - 1)
    for row in range(plane.rows):
        plane.put(row, column, "│" if plane.canvas.unicode else "|", "mark")


def marked(curves: Sequence[Curve]) -> int:
    """How many columns from one mark to the next: each curve in marks has its own, and one stays free for lines."""
    marks = [stroke(curve.role).kind == MARKS for curve in curves]
    return max(2, sum(marks) + (not all(marks)))


def draw_behind(plane: Plane, curve: Curve) -> None:
    """The band, and every seed as a dotted line: never as dense as the line that stands for them all."""
    band, seeds = plane.dots(), plane.dots()
    band.put(filled(plane, curve))
    some = slice(None, None, max(1, len(curve.x) // plane.columns))  # a value a column is enough
    for ys in curve.faint:
        for piece in pieces(places(plane.x, plane.y, curve.x[some], ys[some]), *plane.size):
            seeds.put(dot for dot in way(piece) if dot[0] % 2 == 0 or not plane.canvas.unicode)
    band.stamp(plane.canvas, plane.top, plane.left, BAND_SIGN, faint(curve.role))
    seeds.stamp(plane.canvas, plane.top, plane.left, FAINT_SIGN, faint(curve.role))


def filled(plane: Plane, curve: Curve) -> Iterator[Dot]:
    """A net of dots from the band's low side to its high side."""
    width, height = plane.size
    lows, highs = (places(plane.x, plane.y, curve.x, side) for side in (curve.low, curve.high))
    for (low, high), (next_low, next_high) in pairwise(zip(lows, highs, strict=False)):
        if low and high and next_low and next_high:
            for x in range(max(0, round(low[0])), min(width, round(next_low[0])) + 1):
                top, bottom = at(x, high, next_high), at(x, low, next_low)
                for y in range(max(0, round(top)), min(height, round(bottom)) + 1):
                    if not plane.canvas.unicode or (x + 2 * y) % 4 == 0:
                        yield x, y


def at(x: int, before: Place, after: Place) -> float:
    """How high a straight line stands at x."""
    share = (x - before[0]) / ((after[0] - before[0]) or 1)
    return before[1] + min(max(share, 0), 1) * (after[1] - before[1])


def draw_line(plane: Plane, curve: Curve, number: int, every: int) -> None:
    """A curve's own line: of dots, or of marks, and then only so many that others are seen between them."""
    how = stroke(curve.role)
    line = places(plane.x, plane.y, curve.x, curve.y)
    if how.kind == POINTS:
        line = [place for point in line for place in (point, None)]
    dots = plane.dots()
    for piece in pieces(line, *plane.size):
        if how.kind in (MARKS, POINTS):
            put_marks(plane, cells_along(piece, dots), how, curve.role, number, every)
        else:
            dots.put(dashed(way(piece)) if how.kind == DASHES and plane.canvas.unicode else way(piece))
    dots.stamp(plane.canvas, plane.top, plane.left, how.ascii, curve.role)


def dashed(dots: Iterator[Dot]) -> Iterator[Dot]:
    return (dot for dot in dots if dot[0] % 12 < 7)


def cells_along(piece: Sequence[Place], dots: Dots) -> list[Dot]:
    """The (column, row) of each cell that a piece of a line goes through."""
    return list(dict.fromkeys((x // dots.across, y // dots.up) for x, y in way(piece)))


def put_marks(plane: Plane, cells: Sequence[Dot], how: Stroke, role: str, number: int, every: int) -> None:
    """Set marks in every so many columns, and where it is steep in every second row."""
    kept: dict[Dot, None] = {}
    for column, row in cells:
        if (
            column % every == number % every
            and (column, row - 1) not in kept
            and (column, row + 1) not in kept
        ):
            kept[column, row] = None
    for column, row in kept or cells[:1]:
        plane.put(row, column, how.sign(plane.canvas.unicode), role)
