"""Numbers to cells, to plain lines and to SVG: every picture of a lesson, drawn without colour or widget.

A cell carries the role of what drew it (see `ROLES`); whoever shows it picks the colours. No role rests on its colour.
Curves and bars are plotext's (see `sheet.py`). `svg` is in `tutor.reports.pages`, because the app starts without it.
"""

from collections.abc import Callable
from typing import Any

from lessons.course.lesson.pictures import Arrows, Bars, Boundary, Curves, Grid, Histogram, Matrix, Picture, Scatter
from tutor.plots.arrows import draw_arrows
from tutor.plots.bars import draw_bars, draw_histogram
from tutor.plots.boundary import draw_boundary
from tutor.plots.canvas import ROLES, Cell, CellGrid
from tutor.plots.curves import draw_curves, draw_small
from tutor.plots.grid import draw_grid, draw_matrix
from tutor.plots.plane import draw_scatter
from tutor.plots.sheet import make_ready

__all__ = ["ROLES", "Cell", "CellGrid", "ascii", "draw", "draw_small", "make_ready"]
DRAW: dict[type, Callable[[Any, int, int, bool], CellGrid]] = {
    Curves: draw_curves,
    Bars: draw_bars,
    Histogram: draw_histogram,
    Matrix: draw_matrix,
    Arrows: draw_arrows,
    Grid: draw_grid,
    Scatter: draw_scatter,
}


def draw(picture: Picture, width: int, height: int, unicode: bool = True, colour: bool = False) -> CellGrid:
    """Draw a picture in at most so many columns and rows. An empty grid where they are too few."""
    if width < 1 or height < 1:
        return CellGrid()
    if isinstance(picture, Boundary):
        return draw_boundary(picture, width, height, unicode, colour)
    return DRAW[type(picture)](picture, width, height, unicode)


def ascii(picture: Picture, width: int, height: int) -> str:
    """Draw a picture as lines of ASCII, without any colour."""
    return draw(picture, width, height, unicode=False).text()
