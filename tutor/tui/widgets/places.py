"""The files of minimodel, and the classes and functions of the one that is open; letters find any of them."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from lessons.outline import Place, outline, parts, search
from tutor.session import Session
from tutor.tui.widgets.filter import FilterBox
from tutor.tui.widgets.marked import MarkedList

Row = tuple[Content, Place | None]


class PlaceList(Vertical):
    """A list to jump from. It posts the place that was chosen."""

    BINDINGS = [("escape", "leave", "")]

    @dataclass
    class Chosen(Message):
        """The learner wants to see this place."""

        place: Place

    class Left(Message):
        """The learner wants back to the code."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.rows: list[Row] = []
        self.here: tuple[str, int] = ("", 1)  # the file and the line that are open

    def compose(self) -> ComposeResult:
        yield FilterBox("place-filter", self.session.text("source.filter"))
        yield MarkedList(id="places")

    def on_mount(self) -> None:
        self.table.can_focus = False

    @property
    def table(self) -> OptionList:
        return self.query_one("#places", OptionList)

    @property
    def letters(self) -> str:
        return self.query_one(FilterBox).letters

    def show(self, file: str, line: int) -> None:
        """Mark where the code stands; of another file, its outline."""
        before, self.here = self.here, (file, line)
        if self.letters:
            return
        if before[0] != file:
            self.fill(self.all_rows())
        self.table.highlighted = self.row_here()

    def row_here(self) -> int | None:
        """The row of the class or function that the line stands in."""
        file, line = self.here
        begun = [
            row
            for row, (_, place) in enumerate(self.rows)
            if place and place.file == file and place.line <= line
        ]
        return begun[-1] if begun else None

    def fill(self, rows: list[Row]) -> None:
        self.rows = rows
        self.table.set_options(Option(content, disabled=place is None) for content, place in rows)

    def all_rows(self) -> list[Row]:
        """Every file under its part of the library; below the open one, what it defines."""
        rows: list[Row] = []
        for name, files in parts().items():
            rows.append((Content.styled(self.session.text(f"source.part_{name}"), "bold $primary"), None))
            for file in files:
                rows.append((Content(short(file)), Place(file)))
                if file == self.here[0]:
                    places = outline(file, self.session.code(file))
                    rows += [(defined_words(place), place) for place in places]
        return rows

    def on_input_changed(self, event: Input.Changed) -> None:
        """Letters list what has them in its name, the likeliest first."""
        event.stop()
        if not self.letters:
            self.fill(self.all_rows())
            self.table.highlighted = self.row_here()
            return
        places = search(self.letters, self.session.code)
        nothing: list[Row] = [(Content.styled(self.session.text("source.nothing"), "$muted"), None)]
        rows: list[Row] = [(hit_words(place), place) for place in places]
        self.fill(rows or nothing)
        self.table.highlighted = 0 if places else None

    def on_filter_box_moved(self, message: FilterBox.Moved) -> None:
        message.stop()
        message.move(self.table)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        row = self.table.highlighted
        self.choose(self.rows[row][1] if row is not None and row < len(self.rows) else None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.choose(self.rows[event.option_index][1])

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()

    def choose(self, place: Place | None) -> None:
        if place:
            self.clear()
            self.post_message(self.Chosen(place))

    def clear(self) -> None:
        """Forget the letters."""
        box = self.query_one(FilterBox)
        if box.value:
            box.value = ""

    def action_leave(self) -> None:
        self.clear()
        self.post_message(self.Left())


def short(file: str) -> str:
    return file.removeprefix("minimodel/")


def defined_words(place: Place) -> Content:
    """A class or function below its file."""
    return Content.styled("  " * place.depth + place.name.rpartition(".")[2], "$muted")


def hit_words(place: Place) -> Content:
    """A file, or a name with the file that it stands in."""
    if not place.name:
        return Content(short(place.file))
    return Content.assemble(place.name, (f"  {short(place.file)}", "$muted"))
