"""What stands in the place of the map at the first start: what will happen, what it takes, how long, the language."""

import textwrap
from collections.abc import Iterator

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from tutor.words.text import Text

WIDEST = 72  # columns
ROOMY = 18  # rows from which there is a free line between two
CLICK = Style.from_meta({"@click": "screen.language"})


class Welcome(Widget, can_focus=True):
    """Five lines. Enter begins the first lesson, Escape shows the map, a click on the languages takes the other."""

    BINDINGS = [("enter", "begin", ""), ("escape", "leave", "")]

    class Begun(Message):
        """The learner wants the first lesson."""

    class Left(Message):
        """The learner wants the map."""

    def __init__(self, text: Text, lines: tuple[tuple[str, str], ...]) -> None:
        super().__init__(id="welcome")
        self.text, self.lines = text, lines

    def action_begin(self) -> None:
        self.post_message(self.Begun())

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_resize(self, event: events.Resize) -> None:
        self.refresh(layout=True)

    def render(self) -> Content:
        width = min(WIDEST, self.size.width - 2)
        rows = [Content.styled(f"{self.text('welcome.title'):<{width}}", "bold $accent")]
        for number, (name, words) in enumerate(self.lines):
            if self.size.height >= ROOMY:
                rows.append(Content(""))
            rows += self.line_rows(name, words, width, last=number == len(self.lines) - 1)
        return Content("\n").join(rows)

    def line_rows(self, name: str, words: str, width: int, last: bool) -> Iterator[Content]:
        """One of the five, under its name, on as many rows as it needs."""
        names = max(len(name) for name, _ in self.lines) + 2
        style: str | Style = "bold $accent" if last else CLICK if "⇄" in words else ""
        for number, row in enumerate(textwrap.wrap(words, width - names)):
            begin = name if number == 0 else ""
            yield Content.assemble(
                (f"{begin:<{names}}", "bold $primary"), (row, style), " " * (width - names - len(row))
            )
