"""Pictures as standalone SVG."""

from collections.abc import Callable
from typing import Any

from lessons.pictures import Bars, Boundary, Curves, Grid, Histogram, Matrix, Picture, Scatter
from tutor.plots.vectors.bars import draw_bars, draw_histogram
from tutor.plots.vectors.boundary import draw_boundary
from tutor.plots.vectors.curves import draw_curves
from tutor.plots.vectors.grid import draw_grid
from tutor.plots.vectors.markup import text_of
from tutor.plots.vectors.matrix import draw_matrix
from tutor.plots.vectors.paper import Drawn, page
from tutor.plots.vectors.scatter import draw_scatter

DRAW: dict[type, Callable[[Any, int, int], Drawn]] = {
    Curves: draw_curves,
    Bars: draw_bars,
    Histogram: draw_histogram,
    Matrix: draw_matrix,
    Boundary: draw_boundary,
    Grid: draw_grid,
    Scatter: draw_scatter,
}


def svg(picture: Picture, width: int = 640, height: int = 360) -> str:
    """Draw a picture as one SVG of at most this size, which also says in words what it shows."""
    width, height = max(width, 160), max(height, 120)
    drawn, used = DRAW[type(picture)](picture, width, height)
    return text_of(page(picture.title, picture.says, width, min(height, used), drawn))
