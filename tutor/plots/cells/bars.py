"""Bars as cells: a row each, with its name, its value in words, and whiskers as far as the seeds lie around it."""

import math

from lessons.pictures import Bar, Bars
from tutor.plots.cells.canvas import Canvas, CellGrid, shortened
from tutor.plots.scale import Scale, ticks
from tutor.plots.values import label, said, spread

FEWEST, FOOT = 6, 2  # columns for the bars themselves, and rows for their axis
EIGHTHS = " ▏▎▍▌▋▊▉"


def draw_bars(picture: Bars, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw as many bars as there are rows, and below them their axis where it fits."""
    canvas = Canvas(width, height, unicode)
    names = min(max((len(bar.name) for bar in picture.bars), default=0), width // 3)
    left = names + max((len(said(bar)) for bar in picture.bars), default=0) + 3
    if width - left < FEWEST or not picture.bars:
        return CellGrid()
    top = canvas.title(picture.title, len(picture.bars))
    scale = Scale(picture.axis, left, width - 1)
    for row, bar in enumerate(picture.bars, top):
        canvas.put(row, 0, shortened(bar.name, names, unicode), bar.role)
        canvas.put(row, left - 2 - len(said(bar)), said(bar))
        draw_bar(canvas, row, bar, scale)
    end = top + len(picture.bars)
    if end > height:
        canvas.put(height - 1, 0, f"{'…' if unicode else '...'} +{end - height + 1}".ljust(width))
    elif end + FOOT <= height:
        in_percent = all(bar.words.endswith("%") for bar in picture.bars)
        draw_foot(canvas, end, left, scale, in_percent)
        end += FOOT
    return canvas.grid(end)


def draw_bar(canvas: Canvas, row: int, bar: Bar, scale: Scale) -> None:
    """Fill from zero to the value; then the whiskers, and an arrow where the value lies beyond the axis."""
    left = round(scale.start)
    zero = left if scale.axis.log else round(scale.held(0))
    for side in {left - 1, zero if zero > left else left - 1}:
        canvas.put(row, side, "│" if canvas.unicode else "|", "axis")
    if not math.isfinite(bar.value):
        return
    first, eighths = fill(zero, scale.held(bar.value))
    canvas.put(row, first, block(eighths, canvas.unicode), bar.role)
    draw_whiskers(canvas, row, bar, scale)
    arrows = "◀▶" if canvas.unicode else "<>"
    if abs(scale.place(bar.value) - scale.held(bar.value)) > 0.5:
        right = scale.place(bar.value) > scale.end
        canvas.put(row, canvas.width - 1 if right else left, arrows[right], bar.role)


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


def draw_whiskers(canvas: Canvas, row: int, bar: Bar, scale: Scale) -> None:
    """From the low end to the high end, over the bar; nothing where they would be a dot."""
    around = spread(bar)
    low, high = (round(scale.held(end)) for end in around) if around else (0, 0)
    if low < high:
        left, line, right, cross = "├─┤┼" if canvas.unicode else "[-]+"
        canvas.put(row, low, left + line * (high - low - 1) + right, "mark")
        canvas.put(row, min(max(round(scale.held(bar.value)), low), high), cross, "mark")


def draw_foot(canvas: Canvas, row: int, left: int, scale: Scale, in_percent: bool) -> None:
    """The axis under the bars, with its ticks, and its name where the names of the bars stand above.

    Where the bars say their values in per cent, so do the ticks.
    """
    corner, floor, tick = "└─┬" if canvas.unicode else "+-+"
    canvas.put(row, left - 1, corner + floor * (canvas.width - left), "axis")
    for value in ticks(scale.axis, max(2, (canvas.width - left) // 10)):
        words = f"{100 * value:g} %" if in_percent else label(value)
        place = round(scale.held(value))
        canvas.put(row, place, tick, "axis")
        canvas.put(row + 1, min(place - (len(words) - 1) // 2, canvas.width - len(words)), words, "axis")
    canvas.put(row + 1, 0, shortened(scale.axis.name, max(0, left - 3), canvas.unicode), "axis")
