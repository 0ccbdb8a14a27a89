"""Bars and histograms as cells: a row each, with its name, its value in words, and whiskers over the seeds."""

import math
from collections.abc import Iterator, Sequence

from lessons.course.lesson.pictures import Bar, Bars, Histogram
from tutor.plots.bets import BET, DOT
from tutor.plots.canvas import Canvas, CellGrid, label, said, shortened
from tutor.plots.scale import Scale, ticks
from tutor.plots.sheet import Sheet

MIN_BAR_COLUMNS, BAR_COLUMNS, FOOT = 6, 12, 2  # columns for bars, and from which names take more; rows for the axis
EIGHTHS = " ▏▎▍▌▋▊▉"
YARDSTICK = ":┊"  # in ASCII, and else


def draw_bars(picture: Bars, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw as many bars as there are rows, and below them their axis where it fits."""
    canvas = Canvas(width, height, unicode)
    values = max((len(said(bar)) for bar in picture.bars), default=0) + 1
    needed = [len(bar.name) - (0 if said(bar).strip() else values) for bar in picture.bars]
    names = min(
        max([*needed, len(picture.axis.name) + 1 - values, 0]),
        max(width // 3, width - values - 2 - max(BAR_COLUMNS, width // 4)),
    )
    left = names + values + 2
    if width - left < MIN_BAR_COLUMNS or not picture.bars:
        return CellGrid()
    top = canvas.title(picture.title, len(picture.bars))
    canvas.stamp(top, left - 1, sheet_of(picture, width - left, unicode).cells())
    for row, bar in enumerate(picture.bars, top):
        canvas.put(row, left - 2 - len(said(bar)), said(bar))
        canvas.put(row, 0, shortened(bar.name, left - 2 - (values if said(bar).strip() else 0), unicode), bar.role)
    end = top + len(picture.bars)
    canvas.put(end + 1, 0, shortened(picture.axis.name, left - 3, unicode), "axis")
    if end > height:
        canvas.put(height - 1, 0, f"{'…' if unicode else '...'} +{end - height + 1}".ljust(width))
    foot = FOOT + bool(picture.yardstick and end + FOOT < height)
    if (always := picture.yardstick) and foot > FOOT:
        words = f"{YARDSTICK[unicode]} {always.name}: {always.words}"
        canvas.put(end + FOOT, 0, shortened(words, width, unicode), always.role)
    return canvas.grid(end + foot if end + foot <= height else end)


def rows_of(picture: Bars, most: int) -> int:
    """Return the rows that bars take: with their axis, and what is below it, where there is room."""
    bare = 1 + len(picture.bars)
    return next(rows for rows in (bare + FOOT + bool(picture.yardstick), bare + FOOT, bare, most) if rows <= most)


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
        else:
            draw_whiskers(sheet, row, bar, scale)
    for bar in picture.bars:
        if bar.role == BET and len(picture.bars) > 1 and math.isfinite(bar.value):
            sheet.upright(round(scale.held(bar.value)), BET)
    if (always := picture.yardstick) and math.isfinite(always.value):
        column = round(scale.held(always.value))
        sheet.signs([(column, row) for row in range(len(picture.bars))], always.role, YARDSTICK[unicode])
    values = ticks(scale.axis, max(2, columns // 10))
    in_percent = all(bar.words.endswith("%") for bar in picture.bars if math.isfinite(bar.value))
    names = [f"{100 * value:g} %" if in_percent else label(value) for value in values]
    places = [sheet.across * round(scale.held(value)) for value in values]
    sheet.ticks(list(zip(places, names, strict=True)))
    return sheet


def draw_bar(sheet: Sheet, row: int, bar: Bar, scale: Scale, zero: int) -> None:
    """Fill from zero to the value; then the whiskers, and an arrow where the value lies beyond the axis."""
    end = scale.held(bar.value)
    first, eighths = zero, math.ceil(8 * max(end - zero, 1e-9)) if bar.value else 0  # whatever is not zero is seen
    if bar.value < 0:  # in whole cells
        first = min(round(end), zero)
        eighths = 8 * (zero - first) or 1
    signs = block(eighths, sheet.unicode)
    for sign in dict.fromkeys(signs):
        cells = [(column, row) for column, each in enumerate(signs, first) if each == sign]
        sheet.signs(cells, bar.role, sign)
    draw_whiskers(sheet, row, bar, scale, range(first, first + len(signs)))
    if abs(scale.place(bar.value) - scale.held(bar.value)) > 0.5:
        right = scale.place(bar.value) > scale.end
        arrows = "◀▶" if sheet.unicode else "<>"
        sheet.signs([(sheet.columns - 1 if right else 0, row)], bar.role, arrows[right])


def block(eighths: int, unicode: bool) -> str:
    """Return a lying bar, to an eighth of a cell; in ASCII to a whole one."""
    if not unicode:
        return "#" * max(int(eighths > 0), eighths // 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def draw_whiskers(sheet: Sheet, row: int, bar: Bar, scale: Scale, filled: range = range(0)) -> None:
    """Draw both ends, over the bar, and the line between them beside it; no whiskers that would be a dot on it."""
    if bar.low is None or bar.high is None or not (math.isfinite(bar.low) and math.isfinite(bar.high)):
        return
    low, high = sorted((round(scale.held(bar.low)), round(scale.held(bar.high))))
    left, line, right, cross = "├─┤┼" if sheet.unicode else "[-]+"
    role, is_measured = "mark", math.isfinite(bar.value)
    if not is_measured:  # where one was expected: dotted as in curves
        role, line = BET, DOT[sheet.unicode]
    if low == high and not is_measured:
        sheet.signs([(low, row)], role, cross)
    if low < high:
        sheet.signs([(column, row) for column in range(low + 1, high) if column not in filled], role, line)
        sheet.signs([(low, row)], role, left)
        sheet.signs([(high, row)], role, right)
        if is_measured:
            at = min(max(round(scale.held(bar.value)), low), high)
            sheet.signs([(at, row)], role, cross)


MIN_HISTOGRAM_COLUMNS, GAP = 6, 2  # columns for a series; columns between two
Group = tuple[int, int]  # from one bin to before another


def draw_histogram(picture: Histogram, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the series side by side. Where there are more bins than rows, neighbours are counted together."""
    canvas = Canvas(width, height, unicode)
    bins = len(picture.edges) - 1
    head = canvas.title(picture.title, 5, most=2) + 1
    if bins < 1 or not picture.counts or height - head < min(3, bins):
        return CellGrid()
    groups = grouped(picture.edges, height - head)
    names = edge_words(picture.edges, groups, unicode)
    left = max(map(len, names)) + GAP
    each = (width - left + GAP) // len(picture.counts)
    if each < MIN_HISTOGRAM_COLUMNS + GAP:
        return CellGrid()
    for row, name in enumerate(names, head):
        canvas.put(row, left - GAP - len(name), name, "axis")
    sums = [[sum(counts[slice(*group)]) for group in groups] for counts in picture.counts.values()]
    most = max(map(max, sums)) or 1
    for number, name in enumerate(picture.counts):
        column, role = left + number * each, picture.roles.get(name, "")
        canvas.put(head - 1, column, shortened(name, each - GAP, unicode), role)
        for row, count in enumerate(sums[number], head):
            put_count(canvas, row, column, count, count / most, each - GAP - len(str(most)) - 1, role)
    return canvas.grid(head + len(groups))


def grouped(edges: Sequence[float], rows: int) -> list[Group]:
    """Return as many bins a row as needed. A bin of one single value stays alone as long as there are rows for it."""
    bins = len(edges) - 1
    ways = (list(runs(edges, size, alone)) for alone in (True, False) for size in range(1, bins + 1))
    return next(groups for groups in ways if len(groups) <= rows)


def runs(edges: Sequence[float], size: int, alone: bool) -> Iterator[Group]:
    """Yield neighbouring bins, `size` together."""
    begin = 0
    for end in range(1, len(edges)):
        single = alone and edges[end] == edges[end - 1]
        next_single = alone and end + 1 < len(edges) and edges[end + 1] == edges[end]
        if end - begin == size or single or next_single or end == len(edges) - 1:
            yield begin, end
            begin = end


def edge_words(edges: Sequence[float], groups: Sequence[Group], unicode: bool) -> list[str]:
    """Return from which edge to which each group goes, aligned; one number where it holds a single value."""
    low = [label(edges[begin]) for begin, _ in groups]
    high = [label(edges[end]) for _, end in groups]
    between = " … " if unicode else " .. "
    left, right = max(map(len, low)), max(map(len, high))
    single = [edges[begin] == edges[end] for begin, end in groups]
    return [
        f"= {to}".rjust(left + len(between) + right) if one else f"{of:>{left}}{between}{to:>{right}}"
        for of, to, one in zip(low, high, single, strict=True)
    ]


def put_count(canvas: Canvas, row: int, column: int, count: int, share: float, room: int, role: str) -> None:
    """Draw a bar and its count. The smallest bar is seen; a count of 0 is a dot."""
    bar = block(max(1, round(8 * room * share)), canvas.unicode) if count > 0 else ""
    canvas.put(row, column, bar, role)
    if bar:
        canvas.put(row, column + len(bar) + 1, str(count))
    else:
        canvas.put(row, column, "·" if canvas.unicode else ".", "axis")
