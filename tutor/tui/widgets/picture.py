"""Pictures of a lesson, each drawn into the cells that there are; of a run together, as far as there is room."""

import sys
from dataclasses import replace
from functools import cache

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from lessons.course.lesson.pictures import Bars, Boundary, Curves, Grid, Picture
from tutor.plots import ROLES, CellGrid, draw
from tutor.plots.bars import rows_of
from tutor.plots.boundary import MANY, MAP, colours
from tutor.terminals import characters
from tutor.tui.textual_private import colours_of, has_styles

COUNTS = {ColorSystem.STANDARD: 16, ColorSystem.EIGHT_BIT: 256}  # of colours, where they are few
MIN_PICTURE_COLUMNS = 38  # of a picture beside others
ROOMY_COLUMNS, ROOMY_ROWS, MOST_BESIDE = 110, 27, 2  # from which so many companions stand beside the curves
STRIP_ROWS = 5  # of a grid that lies on its side
LOW_ROWS = 9  # below which the companions stand alone
TALL_ROWS = 13  # from which a blank row parts them


def speaks_unicode() -> bool:
    """Return True if the terminal can show braille and boxes: what the app writes to says so."""
    return characters.speaks_unicode(sys.__stderr__)


@cache
def map_style(role: str, system: ColorSystem | None) -> Style | None:
    """Return the two colours of a cell, where a role says them."""
    pair = colours(role, COUNTS.get(system or ColorSystem.TRUECOLOR, MANY))
    return Style(color=pair[0], bgcolor=pair[1]) if pair else None


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
        before, self.grid = self.grid.rows, CellGrid()
        width, height = self.size
        if self.picture and width >= 8 and height >= 3:
            colour = colours_of(self.app.console) is not None
            picture = self.picture
            if isinstance(picture, Boundary):
                picture = replace(picture, is_layered=self.screen.has_class("-units"))
            self.grid = draw(picture, width, height, speaks_unicode(), colour)
        if len(before) != len(self.grid.rows):
            self.refresh()
            return
        pairs = enumerate(zip(before, self.grid.rows, strict=True))
        if changed := [Region(0, row, self.size.width, 1) for row, (old, new) in pairs if old != new]:
            self.refresh(*changed)

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
            if character == " " and not role.startswith(MAP):
                blanks += character  # it has no colour: it rides with its neighbour, and saves a colour code
                continue
            style = self.style_of(role)
            if blanks and role.startswith(MAP):
                segments.append(Segment(blanks, self.rich_style))
                blanks = ""
            if segments and segments[-1].style is style:
                segments[-1] = Segment(f"{segments[-1].text}{blanks}{character}", style)
            else:
                segments.append(Segment(blanks + character, style))
            blanks = ""
        segments.append(Segment(blanks, self.rich_style))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def style_of(self, role: str) -> Style:
        pair = map_style(role, colours_of(self.app.console))
        return pair or self.get_component_rich_style(f"plot--{role if role in ROLES else 'axis'}")


class MapLayers(Widget):
    """A view whose maps can have the hidden units' own lines drawn on them. Mix it in after the kind of widget."""

    BINDINGS = [("h", "units")]

    @property
    def has_units(self) -> bool:
        return any(getattr(view.picture, "units", ()) for view in self.query(PictureView))

    def action_units(self) -> None:
        self.screen.toggle_class("-units")
        for box in self.query(Pictures):
            box.show_again()
        for view in self.query(PictureView):
            view.draw_again()


class Pictures(Container):
    """As many pictures as are shown, each in its place."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pictures: tuple[Picture, ...] = ()

    def compose(self) -> ComposeResult:
        yield Horizontal(PictureView(id="plot"), id="main-pictures")
        yield Horizontal(id="companions")

    def on_mount(self) -> None:
        self.show(self.pictures)

    def show(self, pictures: tuple[Picture, ...]) -> None:
        """Show these in place of others; the widgets stay where their number does."""
        moved = list(map(type, pictures)) != list(map(type, self.pictures))
        self.pictures = pictures
        if not self.query("#companions"):  # they came before the boxes: then these show them
            return
        if moved:
            self.place_boxes()
        main, companions = self.parts()
        for box, shown in (("#main-pictures", main), ("#companions", companions)):
            fill(self.query_one(box, Horizontal), shown)

    def show_again(self) -> None:
        """Show the same in another way, where there is one."""

    def parts(self) -> tuple[tuple[Picture, ...], tuple[Picture, ...]]:
        """Return the curves and their companions; of others as many as have room, several above their curves."""
        if self.is_curves_first:
            others = self.pictures[1:]
            if self.size.height < LOW_ROWS:  # what was bet on stands in words, too
                others = tuple(each for each in others if not isinstance(each, Bars))
            return self.pictures[:1], others
        maps = sum(not isinstance(each, Curves) for each in self.pictures)
        above = maps if maps > 1 and self.size.height >= ROOMY_ROWS else len(self.pictures)
        return self.pictures[: min(above, max(1, self.app.size.width // MIN_PICTURE_COLUMNS))], self.pictures[above:]

    @property
    def is_curves_first(self) -> bool:
        return isinstance(next(iter(self.pictures), None), Curves)

    def on_resize(self) -> None:
        self.place_boxes()

    def place_boxes(self) -> None:
        companions = self.parts()[1]
        width, height = self.size
        roomy = width >= ROOMY_COLUMNS and height >= ROOMY_ROWS and len(companions) <= MOST_BESIDE
        roomy = roomy and self.is_curves_first
        box = self.query_one("#companions", Horizontal)
        box.display = bool(companions)
        self.query_one("#main-pictures").display = roomy or not companions or height >= LOW_ROWS
        self.set_class(roomy and bool(companions), "-roomy")
        if roomy:
            columns = 46 if width >= 170 or any(isinstance(each, Bars) for each in companions) else 33
            box.styles.width, box.styles.height = len(companions) * columns, "1fr"
        else:
            strips = all(isinstance(each, Grid) for each in companions)
            rows = STRIP_ROWS if strips and height < ROOMY_ROWS else height // 2
            rows = max([rows_of(each, rows) for each in companions if isinstance(each, Bars)], default=rows)
            box.styles.width, box.styles.height = "1fr", rows if height >= LOW_ROWS else "1fr"
        box.styles.margin = (1 if not roomy and height >= TALL_ROWS else 0, 0, 0, 2 if roomy else 0)


def fill(box: Horizontal, pictures: tuple[Picture, ...]) -> None:
    """Show each picture in a view of its own."""
    views = list(box.query(PictureView))
    for view, picture in zip(views, pictures, strict=False):
        view.show(picture)
    if fresh := pictures[len(views) :]:  # mounting nothing would still look up the styles of what is there
        box.mount(*map(PictureView, fresh))
    for view in views[max(1, len(pictures)) :]:
        view.remove()
    if not pictures:
        for view in views:
            view.show(None)
