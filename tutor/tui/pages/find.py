"""Hints: a ladder to the edited line. Each asks for a guess first; whoever knows the line points at it."""

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input, Static

from lessons.page import Find, Page
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.editor import LineEditor
from tutor.tui.widgets.panes import Column
from tutor.tui.widgets.swap import swap


class FindPage(PageView):
    """The hints taken so far, and the way to the next one."""

    BINDINGS = [("enter", "ask", ""), ("p", "point", ""), ("escape", "not_yet", "")]

    class PointWanted(Message):
        """The learner wants to walk the source and point at the line."""

    @property
    def want(self) -> Find:
        assert isinstance(self.page.want, Find)
        return self.page.want

    def compose(self) -> ComposeResult:
        yield self.placed(*self.widgets())
        with Column():
            yield Static(id="guess-words")
            yield LineEditor(id="guess", placeholder=self.text("hints.guess"), max_length=200)

    def begin(self) -> None:
        self.query_one("#guess", Input).cursor_blink = False
        self.close_guess()
        self.panes.to_end()

    def fits(self, page: Page) -> bool:
        return page.step == self.page.step and isinstance(page.want, Find)

    async def show(self, page: Page) -> None:
        await super().show(page)
        await swap(self.reading, *self.widgets())
        self.panes.to_end()

    def keys(self) -> str:
        if self.query_one("#guess").display:
            return str(self.text("hints.keys_guess"))
        return str(self.text("hints.keys" if self.want.hints_left else "hints.keys_all"))

    def action_ask(self) -> None:
        """Ask for a guess before the next hint."""
        if not self.want.hints_left:
            self.action_point()
            return
        words = self.query_one("#guess-words", Static)
        words.update(self.text("hints.next", what=self.want.next_hint))
        box = self.query_one("#guess", Input)
        words.display = box.display = True
        box.value = ""
        box.focus()
        self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The guess is kept, and the hint reveals what it declares."""
        event.stop()
        self.close_guess()
        self.session.take_hint(event.value)
        self.post_message(self.Changed())

    def action_not_yet(self) -> None:
        """Escape: close the guess; where there is none, leave as everywhere else."""
        if self.query_one("#guess").display:
            self.close_guess()
            self.show_keys()
        else:
            self.post_message(self.Left())

    def close_guess(self) -> None:
        self.query_one("#guess").display = self.query_one("#guess-words").display = False
        self.reading.focus()

    def action_point(self) -> None:
        self.post_message(self.PointWanted())
