"""Draw a prediction in a chart: a number dashed, a range shaded, arms at the ends where they should be."""

import math
from collections.abc import Iterable
from itertools import product

from lessons.course.lesson.pictures import Bet, Curve
from tutor.plots.canvas import stroke
from tutor.plots.plane import Entry, Plane
from tutor.plots.scale import Scale

BET = "ideal"  # the role of what the learner said
DASHES = {True: "┄┊", False: "-:"}  # in Unicode and else: of a line that lies, and of one that stands
DOT, APART = {True: "·", False: "."}, 4  # of a shaded range, and columns between two of them
ARROWS = {True: ("↓↑", "←→"), False: ("v^", "<>")}


def entry(bet: Bet, unicode: bool) -> Entry:
    """Return the bet's entry in a legend."""
    is_range = any(low < high for low, high in bet.spans)
    sample = 3 * DOT[unicode] if is_range else 2 * DASHES[unicode][0]
    arrows = [(f"{words} ", role) for words, role in ends(bet, unicode) if words]
    return ((f"{sample} " if bet.spans else "", BET), *arrows, (bet.words, BET))


def ends(bet: Bet, unicode: bool) -> list[tuple[str, str]]:
    """Return the arm that should come out low (or first), and that which should come out high: its arrow and role."""
    both = zip((bet.low, bet.high), ARROWS[unicode][bet.is_across], strict=True)
    return [(f"{stroke(role).sign(unicode)}{arrow}" if role else "", role) for role, arrow in both]


def draw_bet(plane: Plane, bet: Bet) -> None:
    sheet = plane.sheet
    for low, high in (span for span in bet.spans if span[0] <= span[1]):  # and none that is NaN
        columns, rows = range(sheet.columns), range(sheet.rows)
        if bet.is_across:
            columns = cells_between(plane.x, (low, high), sheet.across)
        else:
            rows = cells_between(plane.y, (low, high), sheet.up)
        cells = product(columns, rows)
        if low == high:
            sheet.signs((cell for cell in cells if sum(cell) % 3), BET, DASHES[sheet.unicode][bet.is_across])
        else:
            sheet.signs((at for at in cells if (at[0] + 2 * at[1]) % APART == 0), BET, DOT[sheet.unicode])


def cells_between(scale: Scale, ends: Iterable[float], dots: int) -> range:
    first, last = sorted(round(scale.held(end)) // dots for end in ends)
    return range(first, last + 1)


def put_ends(plane: Plane, bet: Bet, curves: Iterable[Curve]) -> None:
    """Name the arms where they were said to come out: below and above the curves' ends; or first and last."""
    bottom, right = plane.sheet.rows - 1, plane.sheet.columns - 2
    rows = [plane.row(y) for each in curves for y in [y for y in each.y if math.isfinite(y)][-1:]] or [0, bottom]
    below, above = min(bottom, max(rows) + 1), max(0, min(rows) - 1)
    places = ((bottom, 0), (bottom, right)) if bet.is_across else ((below, right), (above, right))
    for (words, role), (row, column) in zip(ends(bet, plane.canvas.unicode), places, strict=True):
        plane.put(max(0, row), column, words, role)
