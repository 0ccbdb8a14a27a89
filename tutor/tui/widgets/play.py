"""What one plays with: the knobs, a row each, and the line for a finding."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from lessons.course.page import Knob
from tutor.tui.widgets.bars import Links, shortened
from tutor.tui.widgets.lists import LineEditor
from tutor.words.text import Text

MIN_VALUE_COLUMNS = 6
MARK_COLUMNS = 8  # around the name and the value
MAX_FINDING_LETTERS = 500


class Knobs(Links):
    """Rows of names and values. The keys are the screen's; a click on a row chooses it, on an arrow turns it."""

    def __init__(self, knobs: tuple[Knob, ...], chosen: int = 0) -> None:
        super().__init__(id="knobs")
        self.knobs, self.chosen = knobs, chosen

    def show(self, knobs: tuple[Knob, ...], chosen: int) -> None:
        if (knobs, chosen) != (self.knobs, self.chosen):
            self.knobs, self.chosen = knobs, chosen
            self.refresh()

    def render(self) -> Content:
        return Content("\n").join(self.row(place, knob) for place, knob in enumerate(self.knobs))

    def row(self, place: int, knob: Knob) -> Content:
        """Return a mark for the row that is chosen, the name, and the value; one that was turned is marked, too."""
        chosen = place == self.chosen
        names = max(len(each.name) for each in self.knobs)
        room = max(MIN_VALUE_COLUMNS, self.size.width - names - MARK_COLUMNS)
        style = "bold $accent" if chosen else "$foreground" if knob.applies else "$muted"
        name = self.link(knob.name.ljust(names), style, f"screen.choose({place})")
        value = self.link(shortened(knob.said(), room), style, f"screen.choose({place})")
        turned = "•" if knob.is_turned and knob.applies else " "
        if not chosen or not knob.applies:
            return Content.assemble("  " if not chosen else "▸ ", name, " ", (turned, "$accent"), "  ", value)
        back, on = (
            self.link(arrow, style if has else "$muted", f"screen.turn({by})" if has else "")
            for arrow, by, has in (("◂", -1, has_more(knob, -1)), ("▸", 1, has_more(knob, 1)))
        )
        return Content.assemble("▸ ", name, " ", (turned, "$accent"), back, " ", value, " ", on)


def has_more(knob: Knob, by: int) -> bool:
    """Return True if it can be turned further this way."""
    return knob.value in knob.values and knob.value != knob.values[-1 if by > 0 else 0]


class FindingBox(Vertical):
    """One line. Enter and Escape are its screen's."""

    def __init__(self, text: Text) -> None:
        super().__init__(id="finding")
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text("play.finding"), classes="heading")
        yield LineEditor(id="finding-line", max_length=MAX_FINDING_LETTERS)
        yield Static(id="finding-about", classes="note", markup=False)

    @property
    def line(self) -> LineEditor:
        return self.query_one(LineEditor)

    @property
    def words(self) -> str:
        return self.line.value.strip()

    def ask(self, about: str) -> None:
        """Show the box with the cursor in it."""
        self.query_one("#finding-about", Static).update(about)
        self.display = True
        self.line.focus()

    def close(self) -> None:
        self.line.value = ""
        self.display = False
