"""The real source of minimodel over a lesson: to read, or to point at the edited line."""

from textual.app import ComposeResult

from lessons.course.lesson import page, source
from lessons.course.steps import hints
from tutor.library import Library
from tutor.own_change import OwnChange
from tutor.session import Session
from tutor.tui.screens.edit import EditScreen
from tutor.tui.screens.frame import OverScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.lists import FilterBox
from tutor.tui.widgets.source import SourceView


class SourceScreen(OverScreen[bool]):
    """The source, opened where the page is about it. Closing says whether the edited line is found."""

    BINDINGS = [("c,q,escape", "close"), ("question_mark,f1", "app.help")]
    help_key = "source.help"

    def __init__(self, session: Session | Library, pointing: bool) -> None:
        super().__init__()
        self.session, self.pointing = session, pointing

    @property
    def title_key(self) -> str:  # type: ignore[override]
        return "point.title" if self.pointing else "source.title"

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield SourceView(self.session, self.pointing)
        yield KeyLine()

    def on_mount(self) -> None:
        self.view.table.focus()

    def keys(self) -> str:
        if isinstance(self.focused, FilterBox):
            return self.text("source.keys_find")
        if isinstance(self.session, OwnChange):
            return self.text("play.keys_mine")
        if not self.pointing:
            return self.text("app.keys_source")
        return self.text("point.keys_found" if self.is_found else "point.keys")

    @property
    def is_found(self) -> bool:
        return isinstance(self.session, Session) and bool(self.session.state.found)

    @property
    def view(self) -> SourceView:
        return self.query_one(SourceView)

    def action_close(self) -> None:
        if self.pointing or isinstance(self.session, Library):  # where a page is about it, it opens there
            self.session.left = self.view.place
        self.dismiss(self.is_found)

    def on_source_view_closed(self, message: SourceView.Closed) -> None:
        message.stop()
        self.action_close()

    def on_source_view_line_selected(self, message: SourceView.LineSelected) -> None:
        """Point at this line; the one is found only once, and then Enter leads back."""
        message.stop()
        if isinstance(self.session, OwnChange):
            self.app.push_screen(EditScreen(self.session, message.file, message.line), lambda _: self.view.open_again())
            return
        if self.is_found or isinstance(self.session, Library):
            self.action_close()
            return
        near = source.nearness(self.session.place.lesson, message.file, message.line)
        act = self.session.pointing(message.file, message.line)
        self.session.do(act)
        words = hints.pointing_words(self.session.place.lesson, near, self.session.prose, self.text)
        self.view.tell(f"{'✓' if act.found else '→'} {page.plain_text(words)}", good=act.found)
        self.refresh_bindings()
