"""The real source of minimodel: a file with a cursor in it, and, where there is room, the list of all there is."""

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static

from lessons.outline import Place
from lessons.source import core_files, function_at, source_files
from tutor.session import Session
from tutor.tui.widgets.code_list import CodeList
from tutor.tui.widgets.filter import FilterBox
from tutor.tui.widgets.places import PlaceList

WIDE = 100  # columns from which the list stands beside the code


class SourceView(Horizontal):
    """The source as the learner has it before them. It announces the line that is pointed at, and Escape."""

    BINDINGS = [
        ("left,left_square_bracket", "turn(-1)", ""),
        ("right,right_square_bracket", "turn(1)", ""),
        ("slash", "find", ""),
        ("escape", "leave", ""),
    ]

    @dataclass
    class Pointed(Message):
        """The learner points at a line."""

        file: str
        line: int

    class Left(Message):
        """The learner is done with the source."""

    def __init__(self, session: Session, pointing: bool) -> None:
        super().__init__()
        self.session, self.pointing = session, pointing
        place = session.about(pointing)
        self.files = source_files()
        self.place = place  # the one to begin with
        self.current = self.files.index(place.file if place.file in self.files else self.files[0])

    def compose(self) -> ComposeResult:
        yield PlaceList(self.session)
        with Vertical(id="code"):
            yield Static(id="file-name", classes="heading", markup=False)
            yield CodeList("source", self.pointing, self.open_box)
            yield Static(id="answer")

    def on_mount(self) -> None:
        self.open(self.place)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-with-list")

    @property
    def file(self) -> str:
        return self.files[self.current]

    @property
    def table(self) -> CodeList:
        return self.query_one(CodeList)

    def take_focus(self) -> None:
        self.table.focus()

    def open(self, place: Place) -> None:
        """Show a place of the source."""
        if place.file not in self.files:
            return
        self.current = self.files.index(place.file)
        self.table.show(self.session.code(self.file), place.line)
        self.tell("")
        self.show_where()

    def show_where(self) -> None:
        """Say which file this is, and which class or function the cursor stands in."""
        line = self.table.line
        name = function_at(self.session.code(self.file), line)
        self.query_one("#file-name", Static).update(" · ".join(filter(None, (self.file, name, self.which()))))
        self.query_one(PlaceList).show(self.file, line)

    def which(self) -> str:
        """How far into the core this file is, or into what lies around it."""
        core, number = len(core_files()), self.current + 1
        if number <= core:
            return self.session.text("source.core", number=number, total=core)
        return self.session.text("source.beyond", number=number - core, total=len(self.files) - core)

    def tell(self, words: str, good: bool = False) -> None:
        """Say something of the line that was pointed at."""
        answer = self.query_one("#answer", Static)
        answer.set_class(good, "good")
        answer.update(Content(words))

    def action_turn(self, step: int) -> None:
        """Go to the neighbouring file."""
        self.open(Place(self.files[(self.current + step) % len(self.files)]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """In the box for names `/` is a letter."""
        return action != "find" or not self.has_class("-finding")

    def action_find(self) -> None:
        self.table.search()

    def open_box(self) -> FilterBox:
        """Show the list, over the code where there is no room beside it."""
        self.add_class("-finding")
        return self.query_one(FilterBox)

    def action_leave(self) -> None:
        self.post_message(self.Left())

    def on_place_list_chosen(self, message: PlaceList.Chosen) -> None:
        message.stop()
        self.close_list()
        self.open(message.place)

    def on_place_list_left(self, message: PlaceList.Left) -> None:
        message.stop()
        self.close_list()

    def close_list(self) -> None:
        self.remove_class("-finding")
        self.take_focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.show_where()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Pointed(self.file, event.option_index + 1))
