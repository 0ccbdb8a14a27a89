"""Hints: a ladder to the edited line. Each asks for a guess first; whoever knows the line points at it."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from lessons.course.lesson.page import Find, Page
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.lists import FilterBox, LineEditor
from tutor.tui.widgets.panes import Column, swap
from tutor.tui.widgets.source import SourceView

WIDE_COLUMNS = 116  # from which the source stands beside the hints


class FindPage(PageView[Find]):
    """The hints taken so far, and the way to the next one."""

    BINDINGS = [("enter", "ask"), ("p", "point"), ("escape", "not_yet")]
    stays = True

    class PointWanted(Message):
        """The learner wants to walk the source and point at the line."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="hunt"), Vertical(id="rungs"):
            yield self.placed(*self.widgets())
            with Column():
                yield Static(id="guess-words", markup=False)
                yield LineEditor(id="guess", placeholder=self.text("hints.guess"), max_length=200)

    async def on_resize(self, event: events.Resize) -> None:
        """Put the source beside the hints where there is room for both."""
        wide = event.size.width >= WIDE_COLUMNS
        self.set_class(wide, "-with-source")
        if wide and not self.query(SourceView):
            await self.query_one("#hunt").mount(SourceView(self.session, pointing=True))
        elif not wide and self.in_source:
            self.reading.focus()
        self.refresh_bindings()

    def begin(self) -> None:
        self.close_guess()
        self.panes.to_end()

    async def show(self, page: Page) -> None:
        has_told = page.want != self.want
        await super().show(page)
        for view in self.query(SourceView) if has_told else ():
            self.session.left = view.place  # where it stays, unless the hint tells where to look
            view.open(self.session.about(pointing=True))
        await swap(self.reading, *self.widgets())
        self.panes.to_end()

    @property
    def in_source(self) -> bool:
        """Return True if keys go into the source beside the hints."""
        return self.has_class("-with-source") and any(view.has_focus_within for view in self.query(SourceView))

    def keys(self) -> str:
        if self.in_source:
            finding = isinstance(self.screen.focused, FilterBox)
            return self.key_line("source.keys_find" if finding else "hints.keys_pane")
        if self.query_one("#guess").display:
            return self.key_line("hints.keys_guess")
        wide = "_wide" if self.has_class("-with-source") else ""
        return self.key_line(f"hints.keys{wide}" if self.want.hints_left else f"hints.keys{wide}_all")

    def action_ask(self) -> None:
        if not self.want.hints_left:
            self.action_point()
            return
        words = self.query_one("#guess-words", Static)
        words.update(self.text("hints.next", what=self.want.next_hint))
        box = self.query_one("#guess", Input)
        words.display = box.display = True
        box.value = ""
        box.focus()
        self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.close_guess()
        self.did(*self.session.hint_acts(event.value))

    async def action_not_yet(self) -> None:
        """Escape: close the guess; if it is closed, leave as everywhere else."""
        if self.query_one("#guess").display:
            self.close_guess()
            self.refresh_bindings()
        else:
            await self.action_leave()

    def close_guess(self) -> None:
        self.query_one("#guess").display = self.query_one("#guess-words").display = False
        self.reading.focus()

    def action_point(self) -> None:
        """Into the source: beside the hints where it stands there, else on a screen of its own."""
        for view in self.query(SourceView) if self.has_class("-with-source") else ():
            view.table.focus()
            return
        self.post_message(self.PointWanted())

    def on_source_view_closed(self, message: SourceView.Closed) -> None:
        message.stop()
        self.reading.focus()

    def on_source_view_line_selected(self, message: SourceView.LineSelected) -> None:
        message.stop()
        self.did(self.session.pointing(message.file, message.line))
