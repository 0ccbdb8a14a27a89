"""Widgets of play: the knobs, a row each, and the line for a finding, a path or a number."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from lessons.course.lesson.page import Knob
from lessons.course.lesson.pictures import Arrows, Matrix, Picture
from lessons.course.lesson.values import shortened
from lessons.course.play.knobs import neighbour
from tutor.tui.widgets.bars import Links
from tutor.tui.widgets.lists import LineEditor
from tutor.tui.widgets.picture import Pictures

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
            self.refresh(layout=True)
            self.call_after_refresh(self.show_chosen)

    def show_chosen(self) -> None:
        """Scroll to the row that is chosen, where there are more rows than room."""
        if isinstance(self.parent, KnobRows):
            self.parent.scroll_to_region(Region(0, self.chosen, 1, 1), animate=False)

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
        left = Content.assemble("▸ " if chosen else "  ", name, " ", (turned, "$accent"))
        if not chosen or not knob.applies:
            return Content.assemble(left, "  ", value)
        back, on = self.arrow("◂", -1, knob), self.arrow("▸", 1, knob)
        return Content.assemble(left, back, " ", value, " ", on)

    def arrow(self, sign: str, by: int, knob: Knob) -> Content:
        """Return an arrow that turns a knob when it is clicked, unless there is no further value this way."""
        has_more = knob.value in knob.values and neighbour(knob.value, by, knob.values) != knob.value
        return self.link(sign, "bold $accent" if has_more else "$muted", f"screen.turn({by})" if has_more else "")


class KnobRows(VerticalScroll, can_focus=False):
    """The place of the knobs, which scrolls where they have too little room."""

    def on_resize(self) -> None:
        self.query_one(Knobs).show_chosen()


class LineBox(Vertical):
    """One line: a finding, the path of a file of rows, an explanation. Enter and Escape are its screen's."""

    def __init__(self) -> None:
        super().__init__(id="finding")
        self.display = False

    def compose(self) -> ComposeResult:
        yield Static(id="finding-heading", classes="heading", markup=False)
        yield LineEditor(id="finding-line", max_length=MAX_FINDING_LETTERS, select_on_focus=False)
        yield Static(id="finding-about", classes="note", markup=False)

    @property
    def words(self) -> str:
        return self.query_one(LineEditor).value.strip()

    def ask(self, heading: str, about: str, words: str = "") -> None:
        """Ask for a line, which may begin with some words, and say below what it is about."""
        self.query_one("#finding-heading", Static).update(heading)
        self.query_one("#finding-about", Static).update(about)
        self.display = True
        line = self.query_one(LineEditor)
        line.value = words or line.value
        line.cursor_position = len(line.value)
        line.focus()

    def close(self) -> None:
        self.query_one(LineEditor).value = ""
        self.display = False


class PlayPictures(Pictures):
    """The pictures of a try. Of attention its grids, or arrows, as h says: there is no room for both."""

    given: tuple[Picture, ...] = ()

    @property
    def has_arrows(self) -> bool:
        return any(isinstance(each, Arrows) for each in self.given)

    def show_again(self) -> None:
        self.show(self.given)

    def show(self, pictures: tuple[Picture, ...]) -> None:
        self.given = pictures
        hidden = Matrix if self.screen.has_class("-units") else Arrows
        super().show(tuple(each for each in pictures if not self.has_arrows or not isinstance(each, hidden)))
