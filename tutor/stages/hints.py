"""Hints: a ladder to the broken line. Each rung asks for a guess first; whoever knows the line points at it."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static

from lessons.breaks import broken_line
from lessons.cascade import State
from tutor.stages.stage import StageView
from tutor.widgets.editor import LineEditor
from tutor.widgets.prose import Prose


class HintsStage(StageView):
    """The rungs taken so far, and the way to the next one."""

    BINDINGS = [("enter", "ask", ""), ("p", "point", ""), ("escape", "not_yet", "")]

    class PointWanted(Message):
        """The learner wants to walk the source and point at the line."""

    def compose(self) -> ComposeResult:
        yield Static(self.text("hints.title"), classes="heading")
        yield VerticalScroll(id="rungs")
        yield Static(id="guess-words")
        yield LineEditor(id="guess", placeholder=self.text("hints.guess"), max_length=200)

    def begin(self) -> None:
        box = self.query_one("#guess", Input)
        box.cursor_blink = False
        self.close_guess()
        self.call_later(self.show_rungs)

    @property
    def hints_left(self) -> bool:
        return self.state.rungs < len(self.place.lesson.hints)

    async def show_rungs(self) -> None:
        """Everything revealed, oldest first, and the cause once the line is found."""
        rungs = self.query_one("#rungs", VerticalScroll)
        widgets: list[Static | Prose] = [Static(self.text("hints.intro"), classes="note")]
        for rung in range(1, self.state.rungs + 1):
            widgets += self.rung_widgets(rung)
        if self.state.diagnosed:
            broken = self.place.lesson.broken
            found = self.text("hints.found", line=broken_line(broken), file=broken.file)
            widgets += [Static(f"✓ {found}", classes="good"), Prose(self.page.sections["cause"])]
        elif not self.hints_left:
            widgets.append(Static(self.text("hints.all"), classes="note"))
        with self.app.batch_update():
            await rungs.remove_children()
        if rungs.is_attached:  # unless the learner has left in the same moment
            await rungs.mount(*widgets)
            rungs.scroll_end(animate=False)

    def rung_widgets(self, rung: int) -> list[Static | Prose]:
        what = self.text(f"reveals.{self.place.lesson.hints[rung - 1].reveals}")
        title = self.text("hints.rung", number=rung, count=len(self.place.lesson.hints), what=what)
        widgets: list[Static | Prose] = [
            Static(title, classes="heading"),
            Prose(self.page.sections[f"hint {rung}"]),
        ]
        if guess := self.state.guesses.get(rung, ""):
            widgets.append(Static(self.text("hints.guessed", guess=guess), classes="note", markup=False))
        return widgets

    def update_state(self, state: State) -> None:
        super().update_state(state)
        self.call_later(self.show_rungs)

    def keys(self) -> str:
        if self.query_one("#guess").display:
            return self.text("hints.keys_guess")
        if self.state.diagnosed:
            return self.text("hints.keys_done")
        return self.text("hints.keys" if self.hints_left else "hints.keys_all")

    def action_ask(self) -> None:
        """Ask for a guess before the next rung."""
        if not self.hints_left or self.state.diagnosed:
            return
        what = self.text(f"reveals.{self.place.lesson.hints[self.state.rungs].reveals}")
        words = self.query_one("#guess-words", Static)
        words.update(self.text("hints.next", what=what))
        box = self.query_one("#guess", Input)
        words.display = box.display = True
        box.value = ""
        box.focus()
        self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The guess is kept, and the rung reveals what it declares."""
        event.stop()
        rung = self.state.rungs + 1
        if guess := event.value.strip():
            self.happened("guess", rung=rung, guess=guess)
        self.close_guess()
        self.happened("rung", rung=rung)

    def action_not_yet(self) -> None:
        """Escape: close the guess; where there is none, leave as everywhere else."""
        if self.query_one("#guess").display:
            self.close_guess()
            self.show_keys()
        else:
            self.post_message(self.Left())

    def close_guess(self) -> None:
        self.query_one("#guess").display = self.query_one("#guess-words").display = False
        self.query_one("#rungs").focus()

    def action_point(self) -> None:
        self.post_message(self.PointWanted())
