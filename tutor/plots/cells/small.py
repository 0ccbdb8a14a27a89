"""A few lines so small that they have no axes: a thumbnail to choose by."""

from lessons.pictures import Curve, Curves
from tutor.plots.cells.canvas import Canvas, CellGrid
from tutor.plots.cells.dots import Dots, way
from tutor.plots.pieces import pieces, places
from tutor.plots.scale import Scale
from tutor.plots.strokes import stroke


def draw_small(picture: Curves, width: int, height: int, unicode: bool = True) -> CellGrid:
    """Draw each curve over the ones before it; the first, which the others are compared with, is dotted."""
    canvas = Canvas(width, height, unicode)
    for number, curve in enumerate(picture.curves):
        dots = Dots(width, height, unicode)
        scales = Scale(picture.x, 0, dots.across * width - 1), Scale(picture.y, dots.up * height - 1, 0)
        draw_line(dots, curve, scales, dotted=number == 0)
        dots.stamp(canvas, 0, 0, "." if number == 0 else stroke(curve.role).ascii, curve.role)
    return canvas.grid()


def draw_line(dots: Dots, curve: Curve, scales: tuple[Scale, Scale], dotted: bool) -> None:
    x, y = scales
    size = dots.across * dots.columns - 1, dots.up * dots.rows - 1
    for piece in pieces(places(x, y, curve.x, curve.y), *size):
        dots.put(dot for dot in way(piece) if not dotted or dot[0] % (3 if dots.unicode else 2) == 0)
