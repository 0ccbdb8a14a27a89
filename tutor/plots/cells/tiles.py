"""The marks of a grid's cells: right or wrong, and what was held out told apart, without any colour."""

from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid
from tutor.plots.cells.canvas import Canvas

# The marks of a cell with room around it, and of one without. The second ones are ASCII.
ROOMY = {
    RIGHT: (" ✓ ", " + "),
    WRONG: (" ✗ ", " X "),
    HELD_OUT_RIGHT: ("[✓]", "[+]"),
    HELD_OUT_WRONG: ("[✗]", "[X]"),
}
TIGHT = {RIGHT: ("✓", "+"), WRONG: ("✗", "X"), HELD_OUT_RIGHT: ("●", "@"), HELD_OUT_WRONG: ("○", "o")}
ROLES = {RIGHT: "right", WRONG: "wrong", HELD_OUT_RIGHT: "right", HELD_OUT_WRONG: "wrong"}


def put_mark(canvas: Canvas, row: int, column: int, state: str, wide: int) -> None:
    """One cell, so many columns wide."""
    marks = (TIGHT if wide < 3 else ROOMY).get(state, ("·", "."))
    canvas.put(row, column, marks[not canvas.unicode].center(wide), ROLES.get(state, ""))


def put_legend(canvas: Canvas, picture: Grid, wide: int) -> None:
    """At the end of the title's row, where there is room: which marks are of cells that were held out."""
    if not picture.held_out:
        return
    marks = TIGHT if wide < 3 else ROOMY
    signs = [marks[state][not canvas.unicode] for state in (HELD_OUT_RIGHT, HELD_OUT_WRONG)]
    words = f"{' '.join(signs)} {picture.held_out}"
    if canvas.is_free(0, canvas.width - len(words) - 1, len(words) + 1):
        canvas.put(0, canvas.width - len(words), words, "axis")
