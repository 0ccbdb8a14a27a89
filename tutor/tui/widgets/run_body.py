"""What a run shows: its pictures and what the learner said of it, and how far it has come."""

from collections.abc import Iterable

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from lessons.pictures import Picture
from tutor.tui.textual_private import has_styles
from tutor.tui.widgets.picture import Pictures
from tutor.tui.widgets.swap import swap

LOW = 20  # rows of a window in which companions of the curves leave no room for words


class RunBody(Container):
    """Pictures and predictions. Curves that stand alone leave room beside them, which the stylesheet gives away."""

    def __init__(self, title: str, said: Iterable[Widget]) -> None:
        super().__init__(id="run-body")
        self.title, self.said = title, tuple(said)

    def compose(self) -> ComposeResult:
        yield Pictures(id="pictures")
        box = VerticalScroll(*self.said, id="said", can_focus=False)
        box.border_title = self.title
        yield box

    def show(self, pictures: tuple[Picture, ...]) -> None:
        for box in self.query(Pictures):
            box.show(pictures)
        self.place_said()

    async def say(self, said: Iterable[Widget]) -> None:
        """Show these predictions in place of others."""
        self.said = tuple(said)
        await swap(self.query_one("#said"), *self.said)
        self.place_said()

    def on_mount(self) -> None:
        self.place_said()

    def on_resize(self) -> None:
        self.place_said()

    def place_said(self) -> None:
        """In a low window what the companions of the curves show goes before words."""
        for pictures in self.query(Pictures):
            alone = not pictures.parts()[1]
            self.set_class(alone, "-alone")
            self.query_one("#said").display = bool(self.said) and (alone or self.app.size.height >= LOW)


BAR = 12  # cells


class ProgressRow(Horizontal):
    """One row of words, and a bar while something runs."""

    def compose(self) -> ComposeResult:
        yield Line(id="progress")
        yield Static(id="bar")

    def say(self, words: str) -> None:
        """Words alone: nothing runs."""
        self.query_one("#progress", Line).show(words, bold=True)
        self.query_one("#bar").display = False

    def show(self, share: float, words: str) -> None:
        self.query_one("#progress", Line).show(words)
        bar = self.query_one("#bar", Static)
        bar.display = True
        bar.update("█" * int(share * BAR) + "░" * (BAR - int(share * BAR)), layout=False)


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
