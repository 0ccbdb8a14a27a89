"""Numbers to cells, to plain lines and to SVG: every picture of a lesson, drawn without colour or widget.

A cell carries the role of what drew it (see `ROLES`); whoever shows it picks the colours. No role rests on its colour.
Curves and bars are plotext's (see `sheet.py`). `svg` stands in `tutor.plots.svg`, because the app starts without it.
"""

from tutor.plots.cells import ascii, draw
from tutor.plots.cells.canvas import Cell, CellGrid
from tutor.plots.cells.small import draw_small
from tutor.plots.sheet import make_ready
from tutor.plots.strokes import ROLES

__all__ = ["ROLES", "Cell", "CellGrid", "ascii", "draw", "draw_small", "make_ready"]
