"""Histograms as cells: a row a bin, named by its edges, and for every series its own column of bars."""

from collections.abc import Iterator, Sequence

from lessons.pictures import Histogram
from tutor.plots.cells.bars import block
from tutor.plots.cells.canvas import Canvas, CellGrid, shortened
from tutor.plots.values import label

FEWEST, GAP = 6, 2  # columns for a series; columns between two
Group = tuple[int, int]  # from one bin to before another


def draw_histogram(picture: Histogram, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the series side by side. Where there are more bins than rows, neighbours are counted together."""
    canvas = Canvas(width, height, unicode)
    bins = len(picture.edges) - 1
    head = canvas.title(picture.title, 5) + 1
    if bins < 1 or not picture.counts or height - head < min(3, bins):
        return CellGrid()
    groups = grouped(picture.edges, height - head)
    names = edge_words(picture.edges, groups, unicode)
    left = max(map(len, names)) + GAP
    each = (width - left + GAP) // len(picture.counts)
    if each < FEWEST + GAP:
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
    """As many bins a row as needed. A bin of one single value stays alone as long as there are rows for it."""
    bins = len(edges) - 1
    ways = (list(runs(edges, size, alone)) for alone in (True, False) for size in range(1, bins + 1))
    return next(groups for groups in ways if len(groups) <= rows)


def runs(edges: Sequence[float], size: int, alone: bool) -> Iterator[Group]:
    """Neighbouring bins, `size` together."""
    begin = 0
    for end in range(1, len(edges)):
        single = alone and edges[end] == edges[end - 1]
        next_single = alone and end + 1 < len(edges) and edges[end + 1] == edges[end]
        if end - begin == size or single or next_single or end == len(edges) - 1:
            yield begin, end
            begin = end


def edge_words(edges: Sequence[float], groups: Sequence[Group], unicode: bool) -> list[str]:
    """From one edge to the next, aligned; one number, where a bin holds a single value."""
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
    """A bar and its count. Whatever is there is seen, however small; nothing is a dot."""
    bar = block(max(1, round(8 * room * share)), canvas.unicode) if count > 0 else ""
    canvas.put(row, column, bar, role)
    if bar:
        canvas.put(row, column + len(bar) + 1, str(count))
    else:
        canvas.put(row, column, "·" if canvas.unicode else ".", "axis")
