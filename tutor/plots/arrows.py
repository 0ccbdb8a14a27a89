"""A line a word, and what it looks at."""

from lessons.course.lesson.pictures import Arrows
from tutor.plots.canvas import Canvas, CellGrid, shortened

GAP = 2  # columns before an arrow


def draw_arrows(picture: Arrows, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw as many of a word's arrows as have room, each whole."""
    canvas = Canvas(width, height, unicode)
    head = canvas.title(picture.title, len(picture.words))
    name = max(map(len, picture.words), default=0)
    arrow = max((len(each) for row in picture.arrows for each in row), default=0)
    gap = GAP if name + GAP + arrow <= width else 1
    for row, (word, arrows) in enumerate(zip(picture.words, picture.arrows, strict=False), head):
        canvas.put(row, 0, shortened(word, width, unicode), "axis")
        for left, each in zip(range(name + gap, width - arrow + 1, arrow + GAP), arrows, strict=False):
            canvas.put(row, left, each, "positive")
    return canvas.grid(head + len(picture.words))
