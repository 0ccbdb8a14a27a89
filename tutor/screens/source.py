"""The real source of minimodel, file by file, with a cursor: to read, or to point at the broken line."""

from textual.app import ComposeResult
from textual.content import Content
from textual.highlight import highlight
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.breaks import broken_line, healthy_text
from lessons.diagnosis import Pointing, core_files, source, source_files
from lessons.schema import Lesson
from tutor.learner import Place
from tutor.text import Text
from tutor.widgets.bars import KeyLine


class SourceScreen(ModalScreen[bool]):
    """The source as the broken library has it, or, once repaired, as it should be."""

    BINDINGS = [
        ("escape", "close", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
        ("n", "close", ""),
    ]

    def __init__(self, place: Place, pointing: bool) -> None:
        super().__init__()
        self.place, self.pointing = place, pointing
        self.files = source_files()

    def compose(self) -> ComposeResult:
        yield Static(id="file-name", classes="heading")
        yield OptionList(id="source")
        yield Static(id="answer")
        yield KeyLine(self.text("point.keys" if self.pointing else "app.keys_source"))

    @property
    def text(self) -> Text:
        return self.app.text  # type: ignore[attr-defined]

    def on_mount(self) -> None:
        start = self.place.lesson.broken.file if not self.pointing else core_files()[0]
        self.current = self.files.index(start) if start in self.files else 0
        self.show_file()
        self.query_one("#source").focus()

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

    def where(self) -> str:
        """Which file this is, and how far into the core or what lies around it."""
        core, number = len(core_files()), self.current + 1
        part = ("source.core", number, core)
        if number > core:
            part = ("source.beyond", number - core, len(self.files) - core)
        name, place, total = part
        return f"{self.text(name, number=place, total=total)} · {self.file}"

    def code(self) -> str:
        """Once the line is found there is nothing left to hide: the healthy text."""
        broken = self.place.lesson.broken
        learner = self.app.learner  # type: ignore[attr-defined]
        if self.file == broken.file and learner.state(self.place).repaired:
            return healthy_text(broken)
        return source(broken, self.file)

    def action_turn(self, step: int) -> None:
        self.current = (self.current + step) % len(self.files)
        self.query_one("#answer", Static).update("")
        self.show_file()

    def action_close(self) -> None:
        self.dismiss(self.app.learner.state(self.place).diagnosed)  # type: ignore[attr-defined]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if not self.pointing:
            return
        learner = self.app.learner  # type: ignore[attr-defined]
        if learner.state(self.place).diagnosed:
            self.answer(self.text("point.already"), True)
            return
        found = learner.point(self.place, self.file, event.option_index + 1)
        self.answer(pointing_words(self.text, self.place.lesson, found), found.found)

    def answer(self, words: str, found: bool) -> None:
        answer = self.query_one("#answer", Static)
        answer.set_class(found, "good")
        answer.update(f"{'✓' if found else '→'} {words}".replace("[", r"\["))


def pointing_words(text: Text, lesson: Lesson, found: Pointing) -> str:
    """What is said of a line that the learner pointed at: the lesson's own answer for that place, if it has one."""
    if found.near:
        return lesson.prose[text.language].sections[f"near {found.near}"].replace("`", "")
    if found.found:
        broken = lesson.broken
        where = text("hints.found", line=broken_line(broken), file=broken.file)
        return f"{text('point.found')} {where}"
    return text(f"point.{found.how}")


def numbered(code: str) -> list[Content]:
    """Each line with its number, coloured as Python."""
    lines = highlight(code, language="python").split("\n", allow_blank=True)
    return [Content.assemble((f"{number:>3} ", "$muted"), line) for number, line in enumerate(lines, 1)]
