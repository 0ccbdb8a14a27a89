"""Curves as cells: every seed or the band behind, lines over them, marks, words for what leaves; and thumbnails."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lessons.course.lesson.pictures import Curve, Curves
from tutor.plots.bets import draw_bet, entry, put_ends
from tutor.plots.canvas import DASHES, DOTTED, LINE, MARKS, POINTS, Canvas, CellGrid, faint, stroke
from tutor.plots.plane import Entry, Plane, open_plane
from tutor.plots.scale import Dot, Scale, lost, pieces, places, way
from tutor.plots.sheet import Sheet

BETWEEN_ARROWS = 6


def point_outside(plane: Plane, curve: Curve, number: int) -> None:
    """Draw an arrow at the edge that the curve is beyond; more of them where it stays there."""
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
    """Write NaN or inf where the curve stops being a number, over no other curve's word."""
    found = lost(curve)
    if found is None or not math.isfinite(found[0]):
        return
    x, before, word = found
    how = stroke(curve.role)
    words = how.sign(plane.canvas.unicode) + word if how.kind == MARKS else word
    column = min(max(0, plane.column(x)), plane.sheet.columns - len(words))
    row = 0 if before is None else min(max(0, plane.row(before)), plane.sheet.rows - 1)
    while row < plane.sheet.rows - 1:
        here = plane.canvas.rows[plane.top + row][plane.left + column : plane.left + column + len(words)]
        if not any(character.isalpha() and character not in "xo" for character, _ in here):
            break
        row += 1
    plane.put(row, column, words, curve.role)


FAINT_SIGN, BAND_SIGNS = ".", ":░"
EVERY = (1, 4, 16)  # seeds of which one is drawn
SEEDS_SEEN, MOST_DOTS = 8, 0.2  # lines that always have room; the share of the plane that more of them may fill
BEHIND_FIRST = (DOTTED, MARKS, LINE, DASHES)  # whoever has marks is seen by them
APART = 3  # columns from one curve's mark to another's: where curves coincide, a line is seen between them


def draw_curves(picture: Curves, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw all curves on one plane; what stands behind comes first, and words come last."""
    canvas = Canvas(width, height, unicode)
    named = [(curve, stroke(curve.role).sample(unicode)) for curve in picture.curves if curve.name]
    legend: list[Entry] = [((sample, curve.role), (f" {curve.name}", "")) for curve, sample in named]
    legend += [entry(bet, unicode) for bet in picture.bets]
    plane = open_plane(canvas, picture.title, picture.x, picture.y, legend)
    if plane is None:
        return CellGrid()
    if picture.at is not None and math.isfinite(picture.at):
        column = min(max(0, plane.column(picture.at)), plane.sheet.columns - 1)
        plane.sheet.upright(column, "mark")
    for bet in picture.bets:
        draw_bet(plane, bet)
    draw_on(plane, picture.curves)
    plane.stamp()
    for bet in picture.bets:
        put_ends(plane, bet, picture.curves)
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
            finite = (at for at in zip(curve.x, curve.y, strict=False) if all(map(math.isfinite, at)))
            cells = [(plane.column(x), plane.row(y)) for x, y in finite]
            plane.sheet.signs(cells, curve.role, stroke(curve.role).sign(plane.sheet.unicode))


def draw_behind(plane: Plane, curve: Curve) -> None:
    """Draw the seeds as dotted lines, never as dense as the one that stands for them all; or else the band.

    Of seeds that would fill the plane, as those of small batches do, only some are drawn.
    """
    sheet, most = plane.sheet, plane.sheet.columns * max(SEEDS_SEEN, MOST_DOTS * plane.sheet.size[1])
    for every in EVERY:
        seeds = dots_of(plane, curve, every)
        if len(seeds) <= most:
            break
    sheet.dots(seeds, faint(curve.role), FAINT_SIGN)
    if not seeds:
        sheet.signs(band(plane, curve), faint(curve.role), BAND_SIGNS[sheet.unicode])


def dots_of(plane: Plane, curve: Curve, every: int) -> dict[Dot, None]:
    """Return the dots of every so many seeds' lines, in every second column of dots."""
    sheet, some = plane.sheet, slice(None, None, max(1, len(curve.x) // plane.sheet.columns))
    seeds: dict[Dot, None] = {}
    for ys in curve.faint[::every]:
        for piece in pieces(places(plane.x, plane.y, curve.x[some], ys[some]), *sheet.size):
            seeds.update((dot, None) for dot in way(piece) if dot[0] % sheet.across == 0)
    return seeds


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
