"""A task that is a grid, as SVG: a mark a cell, right or wrong, and a frame around what was held out."""

from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, Grid
from tutor.plots.vectors.markup import Element, box, cut, words
from tutor.plots.vectors.paper import LETTER, TITLE, Drawn, colour, tile

WIDE, HIGH, GAP = 40.0, 22.0, 24.0  # pixels a cell, and between two parts
HEAD = TITLE + 22


def draw_grid(picture: Grid, width: int, height: int) -> Drawn:
    """Draw the grid in as few parts side by side as its length asks for."""
    most = max(1, int((height - HEAD - 6) / HIGH))
    parts = -(-len(picture.rows) // most) or 1
    rows = -(-len(picture.rows) // parts)
    name, cell = sizes(picture, (width - 8) / parts)
    step = name + cell * len(picture.columns) + GAP
    drawn: list[Element] = []
    for part in range(parts):
        drawn += column_words(picture, 8 + part * step + name, cell)
    for number, row in enumerate(picture.rows):
        part, place = divmod(number, rows)
        left, top = 8 + part * step, HEAD + place * HIGH
        drawn.append(words(left, top + 15, cut(row, name)))
        states = picture.cells[number] if number < len(picture.cells) else ()
        for column, state in enumerate(states[: len(picture.columns)]):
            drawn += grid_cell(state, left + name + column * cell, top, cell)
    return drawn, HEAD + rows * HIGH + 10


def sizes(picture: Grid, room: float) -> tuple[float, float]:
    """How wide names and cells are, narrower where a part has little room."""
    name = 10 + LETTER * max(map(len, picture.rows), default=0)
    cell = max(WIDE, 8 + LETTER * max(map(len, picture.columns), default=0))
    smaller = min(1.0, max(0.1, (room - GAP) / (name + cell * len(picture.columns))))
    return name * smaller, cell * smaller


def column_words(picture: Grid, left: float, cell: float) -> list[Element]:
    return [
        words(left + (column + 0.5) * cell, HEAD - 8, cut(name, cell), "middle", opacity=0.8)
        for column, name in enumerate(picture.columns)
    ]


def grid_cell(state: str, x: float, y: float, wide: float) -> list[Element]:
    """A soft tile with its mark; framed, where the row was held out."""
    right = state in (RIGHT, HELD_OUT_RIGHT)
    role = "right" if right else "wrong"
    drawn = [tile(x + 1, y + 1, wide - 2, HIGH - 2, role, 0.15 if right else 0.4)]
    if state in (HELD_OUT_RIGHT, HELD_OUT_WRONG):
        frame = {"fill": "none", "stroke": colour(role), "stroke_dasharray": "4 2"}
        drawn.append(box(x + 2, y + 2, wide - 4, HIGH - 4, stroke_width=2, **frame))
    return [
        *drawn,
        words(x + wide / 2, y + 16, "✓" if right else "✗", "middle", font_size=14, font_weight="700"),
    ]
