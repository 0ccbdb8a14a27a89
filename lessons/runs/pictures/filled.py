"""A grammar grid from the cells that a journal kept."""

from lessons.behaviour import LETTERS, Rows
from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid
from lessons.text import Text

NAMED = 6  # cells that are named as wrong, at most
STATES = {letter: state for state, letter in LETTERS.items()}


def filled_grid(found: Rows, name: str, role: str, text: Text) -> Grid:
    """The picture, and what it says."""
    cells = tuple(tuple(STATES.get(letter, "") for letter in row) for row in found.cells)
    return Grid(
        f"{text('picture.grid')} · {name}",
        found.rows,
        found.columns,
        cells,
        said(found, cells, name, text),
        role,
    )


def said(found: Rows, cells: tuple[tuple[str, ...], ...], name: str, text: Text) -> str:
    counts = {state: sum(row.count(state) for row in cells) for state in LETTERS}
    wrong = [
        f"{found.rows[row]} {found.columns[column]}"
        for row, states in enumerate(cells)
        for column, state in enumerate(states)
        if state in (WRONG, HELD_OUT_WRONG)
    ]
    words = text(
        "says.grid" if wrong else "says.grid_all",
        arm=name,
        right=counts[RIGHT],
        count=counts[RIGHT] + counts[WRONG],
        right_out=counts[HELD_OUT_RIGHT],
        count_out=counts[HELD_OUT_RIGHT] + counts[HELD_OUT_WRONG],
        wrong=", ".join(wrong[:NAMED]) + ", …" * (len(wrong) > NAMED),
    )
    return words[:1].upper() + words[1:]
