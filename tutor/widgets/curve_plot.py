"""A plot that sends only what changed: a new picture is compared with the old one, cell by cell."""

import locale
from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tutor.plot import Axes, Curve, Picture, changed_spans, draw_curves


def speaks_unicode() -> bool:
    """Whether the terminal's locale can show braille and boxes."""
    return locale.getpreferredencoding(False).lower().replace("-", "") == "utf8"


class CurvePlot(Widget):
    """Curves on fixed axes, redrawn at any size."""

    COMPONENT_CLASSES = {"plot--axis", "plot--healthy", "plot--broken"}

    def __init__(self, axes: Axes, id: str | None = None) -> None:
        super().__init__(id=id)
        self.axes = axes
        self.curves: tuple[Curve, ...] = ()
        self.picture = Picture()

    def show(self, curves: Sequence[Curve], axes: Axes | None = None) -> None:
        """Draw these curves. Only the cells that differ are refreshed."""
        self.curves = tuple(curves)
        self.axes = axes or self.axes
        old, self.picture = self.picture, self.drawn()
        if len(old.rows) != len(self.picture.rows):
            self.refresh()
            return
        spans = changed_spans(old, self.picture)
        if spans:
            self.refresh(*(Region(column, row, length, 1) for row, column, length in spans))

    def drawn(self) -> Picture:
        width, height = self.size
        if width < 16 or height < 5:
            return Picture()
        return draw_curves(self.curves, self.axes, width, height, speaks_unicode())

    def on_resize(self) -> None:
        self.picture = self.drawn()
        self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self.picture.rows) or not self._component_styles:
            return Strip.blank(self.size.width, self.rich_style)
        segments: list[Segment] = []
        style = {
            role: self.get_component_rich_style(f"plot--{role}") for role in ("axis", "healthy", "broken")
        }
        blanks = ""
        for character, role in self.picture.rows[y]:
            if (
                character == " "
            ):  # a blank has no colour: it rides with its neighbour, and saves a colour code
                blanks += character
                continue
            wanted = style.get(role, style["axis"])
            if segments and segments[-1].style is wanted:
                segments[-1] = Segment(f"{segments[-1].text}{blanks}{character}", wanted)
            else:
                segments.append(Segment(blanks + character, wanted))
            blanks = ""
        segments.append(Segment(blanks, self.rich_style))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)
