"""Curves as cells: every seed or the band behind, lines over them, their marks over all lines; then words."""

import math
from collections.abc import Iterator, Sequence

from lessons.pictures import Curve, Curves
from tutor.plots.cells.canvas import Canvas, CellGrid
from tutor.plots.cells.leaving import point_outside, say_lost
from tutor.plots.cells.plane import Plane, open_plane
from tutor.plots.pieces import Dot, pieces, places, way
from tutor.plots.strokes import DASHES, DOTTED, LINE, MARKS, POINTS, faint, stroke

FAINT_SIGN, BAND_SIGNS = ".", ":░"
BEHIND_FIRST = (DOTTED, MARKS, LINE, DASHES)  # whoever has marks is seen by them
APART = 3  # columns from one curve's mark to another's: where curves coincide, a line is seen between them


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
        column = min(max(0, plane.column(picture.at)), plane.sheet.columns - 1)
        plane.sheet.upright(column, "mark")
    draw_on(plane, picture.curves)
    plane.stamp()
    for number, curve in enumerate(picture.curves):
        point_outside(plane, curve, number)
    for curve in picture.curves:
        say_lost(plane, curve)
    return canvas.grid()


def draw_on(plane: Plane, curves: Sequence[Curve]) -> None:
    """Draw what stands behind, then the lines, then their marks, and points over all."""
    for curve in curves:
        draw_behind(plane, curve)
    lines = [curve for curve in curves if stroke(curve.role).kind != POINTS]
    for curve in sorted(lines, key=lambda each: BEHIND_FIRST.index(stroke(each.role).kind)):
        draw_line(plane, curve)
    marked = [curve for curve in curves if stroke(curve.role).kind == MARKS]
    for number, curve in enumerate(marked):
        draw_marks(plane, curve, APART * number, APART * (len(marked) + 1))
    for curve in curves:
        if curve not in lines:
            draw_points(plane, curve)


def draw_behind(plane: Plane, curve: Curve) -> None:
    """Draw every seed as a dotted line, never as dense as the one that stands for them all; or else the band."""
    sheet, some = plane.sheet, slice(None, None, max(1, len(curve.x) // plane.sheet.columns))
    seeds: dict[Dot, None] = {}
    for ys in curve.faint:
        for piece in pieces(places(plane.x, plane.y, curve.x[some], ys[some]), *sheet.size):
            seeds.update((dot, None) for dot in way(piece) if dot[0] % sheet.across == 0)
    sheet.dots(seeds, faint(curve.role), FAINT_SIGN)
    if not seeds:
        sheet.signs(band(plane, curve), faint(curve.role), BAND_SIGNS[sheet.unicode])


def band(plane: Plane, curve: Curve) -> Iterator[Dot]:
    """Yield every cell from the band's low side to its high side."""
    low, high = (dict(cells_along(plane, curve.x, side, held=True)) for side in (curve.low, curve.high))
    for column in low.keys() & high.keys():
        yield from ((column, row) for row in range(high[column], low[column] + 1))


def cells_along(plane: Plane, xs: Sequence[float], ys: Sequence[float], held: bool = False) -> list[Dot]:
    """Return the (column, row) of each cell that a line goes through; `held`: at the edge where it lies beyond."""
    sheet = plane.sheet
    line = places(plane.x, plane.y, xs, ys)
    if held:
        line = [place and (place[0], min(max(place[1], 0), sheet.size[1])) for place in line]
    cells = ((x // sheet.across, y // sheet.up) for piece in pieces(line, *sheet.size) for x, y in way(piece))
    return list(dict.fromkeys(cells))


def draw_line(plane: Plane, curve: Curve) -> None:
    """Draw a curve's own line, in dashes or in marks alone where that is its kind."""
    how, sheet = stroke(curve.role), plane.sheet
    line = places(plane.x, plane.y, curve.x, curve.y)
    if how.kind == DOTTED:
        sheet.signs(cells_along(plane, curve.x, curve.y)[::2], curve.role, how.sign(sheet.unicode))
    elif how.kind == DASHES and sheet.unicode:
        dots = (dot for piece in pieces(line, *sheet.size) for dot in way(piece))
        sheet.dots([dot for dot in dots if dot[0] % 12 < 7], curve.role, how.ascii)
    else:
        sheet.line(line, curve.role, how.ascii)


def draw_marks(plane: Plane, curve: Curve, first: int, every: int) -> None:
    """Set marks on a line in every so many columns, and where it is steep in every second row."""
    cells = cells_along(plane, curve.x, curve.y)
    kept: dict[Dot, None] = {}
    for column, row in cells:
        beside = (column, row - 1) in kept or (column, row + 1) in kept
        if column % every == first % every and not beside:
            kept[column, row] = None
    plane.sheet.signs(kept or cells[:1], curve.role, stroke(curve.role).sign(plane.sheet.unicode))


def draw_points(plane: Plane, curve: Curve) -> None:
    finite = (at for at in zip(curve.x, curve.y, strict=False) if all(map(math.isfinite, at)))
    cells = [(plane.column(x), plane.row(y)) for x, y in finite]
    plane.sheet.signs(cells, curve.role, stroke(curve.role).sign(plane.sheet.unicode))
