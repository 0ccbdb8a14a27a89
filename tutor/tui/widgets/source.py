"""The real source of minimodel: a file with a cursor in it, and, where there is room, the list of all there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from lessons.course.lesson.source import Place, core_files, function_at, outline, parts, search, source_files
from tutor.library import Library, titles_of
from tutor.own_change import OwnChange
from tutor.session import Session
from tutor.tui.widgets.code_list import CodeList
from tutor.tui.widgets.lists import FilterBox, MarkedList

WIDE_COLUMNS = 100  # from which the list stands beside the code


class SourceView(Horizontal):
    """The source as the learner has it before them. It announces the line that is pointed at, and Escape."""

    BINDINGS = [
        ("left,left_square_bracket", "turn(-1)"),
        ("right,right_square_bracket", "turn(1)"),
        ("slash", "find"),
        ("escape", "leave"),
    ]

    @dataclass
    class LineSelected(Message):
        """The learner points at a line."""

        file: str
        line: int

    class Closed(Message):
        """The learner is done with the source."""

    def __init__(self, session: Session | Library, pointing: bool) -> None:
        super().__init__()
        self.session, self.pointing = session, pointing
        self.files = source_files()
        self.current = 0  # the file that is open
        self.places: list[Place | None] = []  # one a row of the list; a heading has none
        self.listed = ""  # the file whose outline is in the list

    def compose(self) -> ComposeResult:
        with Vertical(id="place-list"):
            yield FilterBox("place-filter", self.session.text("source.filter"))
            yield MarkedList(id="places")
        with Vertical(id="code"):
            yield Static(id="file-name", classes="heading", markup=False)
            yield CodeList("source", self.open_box, can_choose=self.pointing or isinstance(self.session, OwnChange))
            yield Static(id="answer")

    def on_mount(self) -> None:
        self.place_list.can_focus = False
        self.open(self.session.about(self.pointing))

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= WIDE_COLUMNS, "-with-list")

    @property
    def file(self) -> str:
        return self.files[self.current]

    @property
    def place(self) -> Place:
        return Place(self.file, self.table.line)

    @property
    def table(self) -> CodeList:
        return self.query_one(CodeList)

    @property
    def place_list(self) -> OptionList:
        return self.query_one("#places", OptionList)

    @property
    def box(self) -> FilterBox:
        return self.query_one(FilterBox)

    def open(self, place: Place) -> None:
        if place.file in self.files:
            self.current = self.files.index(place.file)
        self.table.show(self.session.code(self.file), place.line)
        self.tell("")
        self.show_where()

    def open_again(self) -> None:
        """Show the text of the file as it is now."""
        self.listed = ""
        self.open(self.place)

    def show_where(self) -> None:
        """Say which file this is, and which class or function the cursor is in; mark it in the list."""
        name = function_at(self.session.code(self.file), self.table.line)
        core, number = len(core_files()), self.current + 1
        if number <= core:
            which = self.session.text("source.core", number=number, total=core)
        else:
            which = self.session.text("source.beyond", number=number - core, total=len(self.files) - core)
        self.query_one("#file-name", Static).update(" · ".join(filter(None, (self.file, name, which))))
        if self.box.letters:
            return
        if self.listed != self.file:
            self.list_places()
        self.place_list.highlighted = self.row_here()

    def tell(self, words: str, good: bool = False) -> None:
        answer = self.query_one("#answer", Static)
        answer.set_class(good, "good")
        answer.update(Content(words))

    def action_turn(self, step: int) -> None:
        self.open(Place(self.files[(self.current + step) % len(self.files)]))

    def list_places(self) -> None:
        """List every file, with what the open one defines; or, with letters in the box, what has them in its name."""
        letters = self.box.letters
        rows = list(self.found(letters) if letters else self.all_places())
        self.listed = "" if letters else self.file
        self.places = [place for _, place in rows]
        self.place_list.set_options(Option(words, disabled=place is None) for words, place in rows)
        self.place_list.highlighted = self.row_here() if not letters else 0 if self.places[0] else None

    def all_places(self) -> Iterator[tuple[Content, Place | None]]:
        for name, files in parts().items():
            yield Content.styled(self.session.text(f"source.part_{name}"), "bold $primary"), None
            for file in files:
                yield Content(short(file)), Place(file)
                for title in titles_of(file, self.session.learner, self.session.text) if file == self.file else ():
                    yield Content.styled(f"  ↳ {title}", "$accent"), None
                for place in outline(file, self.session.code(file)) if file == self.file else ():
                    words = "  " * place.depth + place.name.rpartition(".")[2]
                    yield Content.styled(words, "$muted"), place

    def found(self, letters: str) -> Iterator[tuple[Content, Place | None]]:
        """Yield the places that have these letters in their name, the likeliest first."""
        places = search(letters, self.session.code)
        for place in places:
            file = (f"  {short(place.file)}", "$muted")
            yield Content.assemble(place.name, file) if place.name else Content(short(place.file)), place
        if not places:
            yield Content.styled(self.session.text("source.nothing"), "$muted"), None

    def row_here(self) -> int | None:
        found = None
        for row, place in enumerate(self.places):
            if place and place.file == self.file and place.line <= self.table.line:
                found = row
        return found

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """In the box for names `/` is a letter, and arrows move in it."""
        return action not in ("find", "turn") or not self.has_class("-finding")

    def action_find(self) -> None:
        self.table.search()

    def open_box(self) -> FilterBox:
        """Show the list, over the code where there is no room beside it."""
        self.add_class("-finding")
        return self.box

    def go_to(self, row: int | None) -> None:
        place = self.places[row] if row is not None and row < len(self.places) else None
        if place:
            self.close_list()
            self.open(place)

    def close_list(self) -> None:
        self.box.value = ""
        self.remove_class("-finding")
        self.table.focus()

    def action_leave(self) -> None:
        if self.box.has_focus:
            self.close_list()
        else:
            self.post_message(self.Closed())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.list_places()

    def on_filter_box_cursor_moved(self, message: FilterBox.CursorMoved) -> None:
        message.stop()
        message.move(self.place_list)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.go_to(self.place_list.highlighted)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_list is self.table:
            self.show_where()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_list is self.table:
            self.post_message(self.LineSelected(self.file, event.option_index + 1))
        else:
            self.go_to(event.option_index)


def short(file: str) -> str:
    return file.removeprefix("minimodel/")
