"""Named places as cells: each name at its place as a word; a dot with its word near it where words would meet."""

import math

from lessons.pictures import Point, Scatter
from tutor.plots.cells.canvas import Canvas, CellGrid, shortened
from tutor.plots.cells.plane import Plane, open_plane
from tutor.plots.strokes import stroke

ROWS_OFF, COLUMNS_OFF = 3, 10  # how far from its dot a word may stand


def draw_scatter(picture: Scatter, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw a dot or an arrow for every point, and over the dots the words that have room."""
    canvas = Canvas(width, height, unicode)
    plane = open_plane(canvas, picture.title, picture.x, picture.y)
    if plane is None:
        return CellGrid()
    plane.stamp()
    placed = [point for point in picture.points if math.isfinite(point.x) and math.isfinite(point.y)]
    inside = [point for point in placed if on(plane, point)]
    for point in placed:
        if point not in inside:
            put_arrow(plane, point)
    for point in inside:
        plane.put(plane.row(point.y), plane.column(point.x), dot(point, unicode), point.role)
    crowded = [point for point in inside if not put_word(plane, point)]
    for point in crowded:
        put_near(plane, point)
    say_lost(plane, [point.name for point in picture.points if point not in placed])
    return canvas.grid()


def on(plane: Plane, point: Point) -> bool:
    return 0 <= plane.column(point.x) < plane.sheet.columns and 0 <= plane.row(point.y) < plane.sheet.rows


def put_word(plane: Plane, point: Point) -> bool:
    """The word over its dot, or beginning or ending there, if it covers no other; else the dot stays."""
    column, row, length = plane.column(point.x), plane.row(point.y), len(point.name)
    for start in (column - length // 2, column, column - length + 1):
        if length and has_room(plane, row, start, length, column):
            plane.put(row, start, point.name, point.role)
            return True
    return False


def put_near(plane: Plane, point: Point) -> None:
    """The word as near to its dot as it has room: within a few rows, and not far beside it."""
    column, row, length = plane.column(point.x), plane.row(point.y), len(point.name)
    middle = column - length // 2
    places = [
        (up, aside) for up in range(-ROWS_OFF, ROWS_OFF + 1) for aside in range(-COLUMNS_OFF, COLUMNS_OFF + 1)
    ]
    for up, aside in sorted(places, key=lambda place: (2 * abs(place[0]) + abs(place[1]), place)):
        if length and is_blank(plane, row + up, middle + aside, length):
            plane.put(row + up, middle + aside, point.name, point.role)
            return


def is_blank(plane: Plane, row: int, start: int, length: int) -> bool:
    """Whether a word would stand on nothing at all, with a blank on both sides."""
    if not (0 <= row < plane.sheet.rows and start >= 0 and start + length <= plane.sheet.columns):
        return False
    first, last = plane.left + max(0, start - 1), plane.left + min(plane.sheet.columns, start + length + 1)
    return all(character == " " for character, _ in plane.canvas.rows[plane.top + row][first:last])


def has_room(plane: Plane, row: int, start: int, length: int, dot: int) -> bool:
    """Whether a word fits on the plane with a blank on both sides, over nothing but its own dot."""
    first, last = plane.left + max(0, start - 1), plane.left + min(plane.sheet.columns, start + length + 1)
    cells = plane.canvas.rows[plane.top + row][first:last]
    taken = [place for place, (character, _) in enumerate(cells, first - plane.left) if character != " "]
    return start >= 0 and start + length <= plane.sheet.columns and taken == [dot]


def dot(point: Point, unicode: bool) -> str:
    return stroke(point.role).sign(unicode) if point.role else "●" if unicode else "*"


def put_arrow(plane: Plane, point: Point) -> None:
    """At the edge next to a place outside."""
    column, row = plane.column(point.x), plane.row(point.y)
    signs = "◀▶▲▼" if plane.canvas.unicode else "<>^v"
    sign = signs[2 + (row > 0)] if not 0 <= row < plane.sheet.rows else signs[column > 0]
    plane.put(
        min(max(row, 0), plane.sheet.rows - 1), min(max(column, 0), plane.sheet.columns - 1), sign, point.role
    )


def say_lost(plane: Plane, names: list[str]) -> None:
    """Who has no place, in the plane's upper corner."""
    if names:
        plane.put(
            0, 1, shortened(f"NaN: {', '.join(names)}", plane.sheet.columns - 1, plane.canvas.unicode), "mark"
        )
