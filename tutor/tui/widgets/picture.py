"""A picture of a lesson, drawn into the cells that there are, at any size."""

import sys

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from lessons.pictures import Picture
from tutor.plots import ROLES, CellGrid, draw
from tutor.terminals import codec
from tutor.tui.textual_private import has_styles


def speaks_unicode() -> bool:
    """Whether the terminal can show braille and boxes: what the app writes to says so."""
    return codec.speaks_unicode(sys.__stderr__)


class PictureView(Widget):
    """Shows one picture; drawn again when its size or the picture changes."""

    COMPONENT_CLASSES = {f"plot--{role}" for role in ROLES}

    def __init__(self, picture: Picture | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture = picture
        self.grid = CellGrid()

    def show(self, picture: Picture | None) -> None:
        """Draw a picture, and refresh the rows that differ: while a run is watched, no key waits for the rest."""
        if picture is None or picture != self.picture:
            self.picture = picture
            self.draw_again()

    def draw_again(self) -> None:
        before = self.grid.rows
        self.grid = self.drawn()
        if len(before) != len(self.grid.rows):
            self.refresh()
            return
        pairs = enumerate(zip(before, self.grid.rows, strict=True))
        if changed := [Region(0, row, self.size.width, 1) for row, (old, new) in pairs if old != new]:
            self.refresh(*changed)

    def drawn(self) -> CellGrid:
        width, height = self.size
        if self.picture is None or width < 8 or height < 3:
            return CellGrid()
        return draw(self.picture, width, height, speaks_unicode())

    def on_resize(self) -> None:
        self.draw_again()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self.grid.rows) or not has_styles(self):
            return Strip.blank(self.size.width, self.rich_style)
        segments: list[Segment] = []
        blanks = ""
        for character, role in self.grid.rows[y]:
            if (
                character == " "
            ):  # a blank has no colour: it rides with its neighbour, and saves a colour code
                blanks += character
                continue
            style = self.style_of(role)
            if segments and segments[-1].style is style:
                segments[-1] = Segment(f"{segments[-1].text}{blanks}{character}", style)
            else:
                segments.append(Segment(blanks + character, style))
            blanks = ""
        segments.append(Segment(blanks, self.rich_style))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def style_of(self, role: str) -> Style:
        name = role if role in ROLES else "axis"
        return self.get_component_rich_style(f"plot--{name}")
