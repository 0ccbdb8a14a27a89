"""Instruments in a list; beside the one under the cursor, or below, what it asks, what is normal, and what it read."""

from dataclasses import dataclass

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from lessons.course.lesson.page import Measure, Words
from lessons.course.lesson.state import Looked
from tutor.training import JobRun
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.lists import NumberedList
from tutor.tui.widgets.panes import swap

NARROW_COLUMNS = 72  # below which the reading stands under the list
LIST_COLUMNS = 36


class MeasurePage(PageView[Measure]):
    """A row for each instrument, and one that goes on. Enter looks; a row that was looked at shows its reading."""

    BINDINGS = [("p", "onwards")]

    @dataclass
    class LookDone(Message):
        """An instrument has looked."""

        instrument: str
        run: JobRun

    def compose(self) -> ComposeResult:
        rows = NumberedList.rows(self.want.options.values())
        with Horizontal(id="measuring"):
            yield NumberedList(*rows, None, Option(self.want.words), id="instruments", markup=False)
            yield self.placed(takes_focus=False)

    def begin(self) -> None:
        self.session.process.begin()
        rows = self.query_one("#instruments", OptionList)
        rows.focus()
        rows.highlighted = list(self.want.options).index(self.want.seen[-1]) if self.want.seen else 0

    @property
    def room(self) -> int:
        return min(super().room, self.app.size.width - 7 - (0 if self.has_class("-narrow") else LIST_COLUMNS))

    def on_resize(self) -> None:
        self.set_class(self.app.size.width < NARROW_COLUMNS, "-narrow")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return False for the key that points at the line where the instruments lie over an open lesson."""
        return action != "onwards" or self.want.points

    def keys(self) -> str:
        return self.key_line("instruments.keys")

    def instrument(self, row: int) -> str:
        """Return the instrument of a row; `""` for the one that goes on."""
        return next(iter(list(self.want.options)[row : row + 1]), "")

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        own = self.want.details.get(self.instrument(event.option_index), ())
        await swap(self.reading, *widgets_of((*own, *self.page.blocks), self.room))
        self.panes.to_top()
        self.call_after_refresh(self.show_answer)

    def show_answer(self) -> None:
        """Scroll to what was said of the reading."""
        for told in self.query("#reading > .right, #reading > .wrong"):
            told.scroll_visible(animate=False)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        name = self.instrument(event.option_index)
        if not name:
            self.action_onwards()
        elif name not in self.want.seen:
            await swap(self.reading, *widgets_of((Words(self.text("observe.loading"), "note"),), self.room))
            self.look(name)

    @work(thread=True, exclusive=True)
    def look(self, name: str) -> None:
        run = self.session.instruments.reading(name, self.text)
        run.result()
        self.post_message(self.LookDone(name, run))

    async def on_measure_page_look_done(self, message: LookDone) -> None:
        message.stop()
        if message.run.trouble:
            await swap(self.reading, *widgets_of((Words(message.run.trouble, "note"),), self.room))
        else:
            self.did(Looked(message.instrument, message.run.outcome))
