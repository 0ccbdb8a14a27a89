"""One line of words that change often, such as how far a run has come."""

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tutor.tui.textual_private import has_styles


class Line(Widget):
    """Words in one line; the terminal is sent only the cells that differ."""

    COMPONENT_CLASSES = {"line--bold"}

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words, self.bold = "", False

    def show(self, words: str, bold: bool = False) -> None:
        if (words, bold) != (self.words, self.bold):
            self.words, self.bold = words, bold
            self.refresh()

    def render_line(self, y: int) -> Strip:
        if not has_styles(self):
            return Strip.blank(self.size.width)
        style = self.get_component_rich_style("line--bold") if self.bold else self.rich_style
        words = self.words if y == 0 else ""
        return Strip([Segment(words, style)]).adjust_cell_length(self.size.width, self.rich_style)
