"""One line of words that sends only what changed: on a slow line every byte counts."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Line(Widget):
    """Words that change often, such as how far a run has come."""

    COMPONENT_CLASSES = {"line--bold"}

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words, self.bold = "", False

    def show(self, words: str, bold: bool = False) -> None:
        """Show these words; refresh from the first letter that differs to the last."""
        old, changed_weight = self.words, bold != self.bold
        self.words, self.bold = words, bold
        length = max(len(old), len(words))
        padded = zip(old.ljust(length), words.ljust(length), strict=True)
        different = [place for place, (before, after) in enumerate(padded) if before != after]
        if changed_weight:
            self.refresh()
        elif different:
            self.refresh(Region(different[0], 0, different[-1] - different[0] + 1, 1))

    def render_line(self, y: int) -> Strip:
        if not self._component_styles:  # taken away already, and asked for a last frame
            return Strip.blank(self.size.width)
        style: Style = self.get_component_rich_style("line--bold") if self.bold else self.rich_style
        words = self.words if y == 0 else ""
        return Strip([Segment(words, style)]).adjust_cell_length(self.size.width, self.rich_style)
