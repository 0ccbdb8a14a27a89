"""The real source of minimodel, file by file, with a cursor: to read, or to point at the edited line."""

from textual.app import ComposeResult
from textual.content import Content
from textual.highlight import highlight
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.hunt import pointing_words
from lessons.runs.edits import edited_lines, healthy_text
from lessons.source import core_files, nearness, source, source_files
from tutor.session import Session
from tutor.tui.widgets.bars import KeyLine
from tutor.tui.widgets.blocks import plain
from tutor.words.text import Text


class SourceScreen(ModalScreen[bool]):
    """The source as the edited library has it; once the learner has mended it, as it should be."""

    BINDINGS = [
        ("escape", "close", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
        ("n,c,q", "close", ""),
    ]

    def __init__(self, session: Session, pointing: bool) -> None:
        super().__init__()
        self.session, self.pointing = session, pointing
        self.lesson, self.edits = session.place.lesson, session.edits
        self.files = source_files()

    @property
    def text(self) -> Text:
        return self.session.text

    def compose(self) -> ComposeResult:
        yield Static(id="file-name", classes="heading")
        yield OptionList(id="source")
        yield Static(id="answer")
        yield KeyLine(self.text("point.keys" if self.pointing else "app.keys_source"))

    def on_mount(self) -> None:
        self.current = self.files.index(self.first_file())
        self.show_file()
        self.query_one("#source").focus()

    @property
    def hides_edit(self) -> bool:
        """Whether the learner still looks for the line."""
        return self.pointing or (
            self.session.place.mode == "blind" and "hints" not in self.session.state.found
        )

    def first_file(self) -> str:
        """The edited file, unless that would give it away."""
        edited = self.edits[0].file if self.edits and not self.hides_edit else ""
        return edited if edited in self.files else core_files()[0]

    @property
    def file(self) -> str:
        return self.files[self.current]

    def show_file(self) -> None:
        title = self.text("point.title") if self.pointing else ""
        self.query_one("#file-name", Static).update(f"{title}   {self.where()}".strip())
        table = self.query_one("#source", OptionList)
        table.clear_options()
        table.add_options(Option(line) for line in numbered(self.code()))
        table.highlighted = 0
        if self.edits and self.file == self.edits[0].file and not self.hides_edit:
            table.highlighted = edited_lines(self.edits, self.file)[0] - 1

    def where(self) -> str:
        """Which file this is, and how far into the core or what lies around it."""
        core, number = len(core_files()), self.current + 1
        part = ("source.core", number, core)
        if number > core:
            part = ("source.beyond", number - core, len(self.files) - core)
        name, place, total = part
        return f"{self.text(name, number=place, total=total)} · {self.file}"

    def code(self) -> str:
        """Once the repair has passed there is nothing left to mend: the healthy text."""
        mended = "repair" in self.session.state.passed
        return healthy_text(self.file) if mended else source(self.edits, self.file)

    def action_turn(self, step: int) -> None:
        self.current = (self.current + step) % len(self.files)
        self.query_one("#answer", Static).update("")
        self.show_file()

    def action_close(self) -> None:
        self.dismiss(bool(self.session.state.found))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Point at this line; the one is found only once, and then Enter leads back."""
        event.stop()
        if not self.pointing:
            return
        if self.session.state.found:
            self.action_close()
            return
        line = event.option_index + 1
        found = self.session.point(self.file, line)
        words = pointing_words(
            self.lesson, nearness(self.lesson, self.file, line), self.session.prose, self.text
        )
        answer = self.query_one("#answer", Static)
        answer.set_class(found, "good")
        answer.update(Content(f"{'✓' if found else '→'} {plain(words)}"))
        if found:
            self.query_one(KeyLine).show(self.text("point.keys_found"))


def numbered(code: str) -> list[Content]:
    """Each line with its number, coloured as Python."""
    lines = highlight(code, language="python").split("\n", allow_blank=True)
    return [Content.assemble((f"{number:>3} ", "$muted"), line) for number, line in enumerate(lines, 1)]
