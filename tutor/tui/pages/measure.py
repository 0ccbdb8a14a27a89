"""Instruments in a list; beside the one under the cursor, or below, what it asks, what is normal, and what it read."""

from dataclasses import dataclass

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from lessons.course.lesson.page import Block, Measure, Words
from lessons.course.lesson.state import Looked
from tutor.training import JobRun
from tutor.tui.pages.look import TALL_ROWS, TWO_PANES_COLUMNS
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of, words_and_pictures
from tutor.tui.widgets.lists import NumberedList
from tutor.tui.widgets.panes import swap
from tutor.tui.widgets.picture import PictureView

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

    @dataclass
    class SymptomSeen(Message):
        """The symptom is measured."""

        blocks: tuple[Block, ...]

    def compose(self) -> ComposeResult:
        rows = NumberedList.rows(self.want.options.values())
        with Horizontal(id="measuring"):
            yield NumberedList(*rows, None, Option(self.want.words), id="instruments", markup=False)
            with Vertical():
                yield self.placed(takes_focus=False)
                yield Container(*widgets_of(self.not_yet, self.room), id="symptom")

    def begin(self) -> None:
        self.session.process.begin()
        rows = self.query_one("#instruments", OptionList)
        rows.focus()
        rows.highlighted = list(self.want.options).index(self.want.seen[-1]) if self.want.seen else 0

    @property
    def room(self) -> int:
        return min(super().room, self.app.size.width - 7 - (0 if self.has_class("-narrow") else LIST_COLUMNS))

    def on_resize(self) -> None:
        """Show the symptom below what is read where there is room for both."""
        width, height = self.app.size
        self.set_class(width < NARROW_COLUMNS, "-narrow")
        has_room = bool(self.page.looks) and width >= TWO_PANES_COLUMNS and height >= TALL_ROWS
        if has_room and not self.has_class("-with-symptom"):
            self.see_symptom()
        self.set_class(has_room, "-with-symptom")

    @work(thread=True, exclusive=True, group="symptom")
    def see_symptom(self) -> None:
        worker = get_current_worker()
        session, look = self.session, self.page.looks[0]
        for blocks in session.instruments.symptom(self.text.language, session.see(look)):
            if worker.is_cancelled:
                return
            if blocks:
                self.post_message(self.SymptomSeen(blocks))

    async def on_measure_page_symptom_seen(self, message: SymptomSeen) -> None:
        message.stop()
        words, pictures = words_and_pictures(message.blocks)
        await swap(self.query_one("#symptom"), *map(PictureView, pictures), *widgets_of(words, self.room))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return False for the key that points at the line where the instruments lie over an open lesson."""
        return action != "onwards" or self.want.points

    def keys(self) -> str:
        return self.key_line("instruments.keys_more" if self.panes.has_more() else "instruments.keys")

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
            await swap(self.reading, *widgets_of(self.not_yet, self.room))
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
