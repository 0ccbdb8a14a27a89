"""Bars as cells: a row each, with its name, its value in words, and whiskers as far as the seeds lie around it."""

import math

from lessons.pictures import Bar, Bars
from tutor.plots.cells.canvas import Canvas, CellGrid, shortened
from tutor.plots.scale import Scale, ticks
from tutor.plots.sheet import Sheet
from tutor.plots.values import label, said, spread

FEWEST, FOOT = 6, 2  # columns for the bars themselves, and rows for their axis
EIGHTHS = " ▏▎▍▌▋▊▉"
BET = "ideal"  # the role of what the learner said


def draw_bars(picture: Bars, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw as many bars as there are rows, and below them their axis where it fits."""
    canvas = Canvas(width, height, unicode)
    names = min(max((len(bar.name) for bar in picture.bars), default=0), width // 3)
    left = names + max((len(said(bar)) for bar in picture.bars), default=0) + 3
    if width - left < FEWEST or not picture.bars:
        return CellGrid()
    top = canvas.title(picture.title, len(picture.bars))
    canvas.stamp(top, left - 1, sheet_of(picture, width - left, unicode).cells())
    for row, bar in enumerate(picture.bars, top):
        canvas.put(row, 0, shortened(bar.name, names, unicode), bar.role)
        canvas.put(row, left - 2 - len(said(bar)), said(bar))
    end = top + len(picture.bars)
    canvas.put(end + 1, 0, shortened(picture.axis.name, left - 3, unicode), "axis")
    if end > height:
        canvas.put(height - 1, 0, f"{'…' if unicode else '...'} +{end - height + 1}".ljust(width))
    return canvas.grid(end + FOOT if end + FOOT <= height else end)


def sheet_of(picture: Bars, columns: int, unicode: bool) -> Sheet:
    """Draw the bars, and what the learner said as a line through them. Where they say per cent, so do the ticks."""
    sheet = Sheet(columns, len(picture.bars), unicode)
    scale = Scale(picture.axis, 0, columns - 1)
    zero = 0 if scale.axis.log else round(scale.held(0))
    if zero:
        sheet.upright(zero, "axis")
    for row, bar in enumerate(picture.bars):
        if math.isfinite(bar.value):
            draw_bar(sheet, row, bar, scale, zero)
    for bar in picture.bars:
        if bar.role == BET and len(picture.bars) > 1 and math.isfinite(bar.value):
            sheet.upright(round(scale.held(bar.value)), BET)
    in_percent = all(bar.words.endswith("%") for bar in picture.bars)
    named = [
        (value, f"{100 * value:g} %" if in_percent else label(value))
        for value in ticks(scale.axis, max(2, columns // 10))
    ]
    sheet.ticks([(sheet.across * round(scale.held(value)), words) for value, words in named])
    return sheet


def draw_bar(sheet: Sheet, row: int, bar: Bar, scale: Scale, zero: int) -> None:
    """Fill from zero to the value; then the whiskers, and an arrow where the value lies beyond the axis."""
    first, eighths = fill(zero, scale.held(bar.value))
    signs = block(eighths, sheet.unicode)
    for sign in dict.fromkeys(signs):
        cells = [(column, row) for column, each in enumerate(signs, first) if each == sign]
        sheet.signs(cells, bar.role, sign)
    draw_whiskers(sheet, row, bar, scale)
    if abs(scale.place(bar.value) - scale.held(bar.value)) > 0.5:
        right = scale.place(bar.value) > scale.end
        arrows = "◀▶" if sheet.unicode else "<>"
        sheet.signs([(sheet.columns - 1 if right else 0, row)], bar.role, arrows[right])


def fill(zero: int, end: float) -> tuple[int, int]:
    """The first cell of a bar and its length in eighths of a cell. Whatever is not zero is seen."""
    if end < zero:
        return round(end), 8 * (zero - round(end)) or 1
    return zero, math.ceil(8 * (end - zero))


def block(eighths: int, unicode: bool) -> str:
    """A lying bar, to an eighth of a cell; in ASCII to a whole one."""
    if not unicode:
        return "#" * max(int(eighths > 0), eighths // 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def draw_whiskers(sheet: Sheet, row: int, bar: Bar, scale: Scale) -> None:
    """From the low end to the high end, over the bar; nothing where they would be a dot."""
    around = spread(bar)
    low, high = (round(scale.held(end)) for end in around) if around else (0, 0)
    if low < high:
        left, line, right, cross = "├─┤┼" if sheet.unicode else "[-]+"
        at = min(max(round(scale.held(bar.value)), low), high)
        sheet.signs([(column, row) for column in range(low + 1, high)], "mark", line)
        for column, sign in ((low, left), (high, right), (at, cross)):
            sheet.signs([(column, row)], "mark", sign)
