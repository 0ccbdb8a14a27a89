"""Pictures as grids of cells."""

from collections.abc import Callable
from typing import Any

from lessons.pictures import Bars, Boundary, Curves, Grid, Histogram, Matrix, Picture, Scatter
from tutor.plots.cells.bars import draw_bars
from tutor.plots.cells.boundary import draw_boundary
from tutor.plots.cells.canvas import CellGrid
from tutor.plots.cells.curves import draw_curves
from tutor.plots.cells.grid import draw_grid
from tutor.plots.cells.histogram import draw_histogram
from tutor.plots.cells.matrix import draw_matrix
from tutor.plots.cells.scatter import draw_scatter

DRAW: dict[type, Callable[[Any, int, int, bool], CellGrid]] = {
    Curves: draw_curves,
    Bars: draw_bars,
    Histogram: draw_histogram,
    Matrix: draw_matrix,
    Boundary: draw_boundary,
    Grid: draw_grid,
    Scatter: draw_scatter,
}


def draw(picture: Picture, width: int, height: int, unicode: bool = True) -> CellGrid:
    """Draw a picture in at most so many columns and rows. An empty grid where they are too few."""
    if width < 1 or height < 1:
        return CellGrid()
    return DRAW[type(picture)](picture, width, height, unicode)


def ascii(picture: Picture, width: int, height: int) -> str:
    """Draw a picture as lines of ASCII, without any colour."""
    return draw(picture, width, height, unicode=False).text()
