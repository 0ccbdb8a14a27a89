"""A grammar grid from the cells that a journal kept."""

from lessons.behaviour import LETTERS, Rows
from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid
from lessons.text import Text

NAMED = 6  # cells that are named as wrong, at most
Cells = tuple[tuple[str, ...], ...]
STATES = {letter: state for state, letter in LETTERS.items()}


def filled_grid(found: Rows, name: str, role: str, text: Text) -> Grid:
    """The picture, and what it says."""
    cells = tuple(tuple(STATES.get(letter, "") for letter in row) for row in found.cells)
    return Grid(
        f"{name} · {text('picture.grid', right=len(right_in(cells)), count=counted(cells))}",
        found.rows,
        found.columns,
        cells,
        said(found, cells, name, text),
        role,
    )


def counted(cells: Cells) -> int:
    return sum(map(len, cells))


def right_in(cells: Cells, *states: str) -> list[str]:
    """The cells that are right; or those in these states."""
    return [state for row in cells for state in row if state in (states or (RIGHT, HELD_OUT_RIGHT))]


def said(found: Rows, cells: Cells, name: str, text: Text) -> str:
    wrong = [
        f"{found.rows[row]} {found.columns[column]}"
        for row, states in enumerate(cells)
        for column, state in enumerate(states)
        if state in (WRONG, HELD_OUT_WRONG)
    ]
    words = text(
        "says.grid_kept" if wrong else "says.grid_all",
        arm=name,
        right=len(right_in(cells)),
        count=counted(cells),
        right_out=len(right_in(cells, HELD_OUT_RIGHT)),
        count_out=len(right_in(cells, HELD_OUT_RIGHT, HELD_OUT_WRONG)),
        wrong=", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED),
    )
    return words[:1].upper() + words[1:]
