"""The pictures of a run, and what the learner said of it: beside them where there is room, else below."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widget import Widget

from lessons.pictures import Picture
from tutor.tui.widgets.pictures import Pictures
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
