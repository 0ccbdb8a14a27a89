"""A few lines so small that they have no axes: a thumbnail to choose by."""

from functools import lru_cache

from lessons.pictures import Curves
from tutor.plots.cells.canvas import CellGrid
from tutor.plots.pieces import pieces, places, way
from tutor.plots.scale import Scale
from tutor.plots.sheet import Sheet
from tutor.plots.strokes import stroke


@lru_cache(64)  # an answer box draws all of its thumbnails at every key
def draw_small(picture: Curves, width: int, height: int, unicode: bool = True) -> CellGrid:
    """Draw each curve over the ones before it; the first, which the others are compared with, is dotted."""
    sheet = Sheet(width, height, unicode, axes=False)
    x, y = Scale(picture.x, 0, sheet.size[0]), Scale(picture.y, sheet.size[1], 0)
    for number, curve in enumerate(picture.curves):
        line = places(x, y, curve.x, curve.y)
        if number:
            sheet.line(line, curve.role, stroke(curve.role).ascii)
            continue
        dots = (dot for piece in pieces(line, *sheet.size) for dot in way(piece))
        sheet.dots([dot for dot in dots if dot[0] % (3 if unicode else 2) == 0], curve.role, ".")
    return CellGrid(tuple(map(tuple, sheet.cells())))
