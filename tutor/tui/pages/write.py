"""The last page: why it is so, and a box for the learner's own words. Enter ends the lesson."""

import asyncio

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from lessons.course.lesson.page import Page, Write
from lessons.course.lesson.state import Act, Finished
from progress.schedule import scheduler
from tutor.lesson_status import what_follows
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.panes import Column, swap


class WordsBox(Editor):
    """A box that is low while nobody types in it, and shows the first words then: the cursor may be in an empty row."""

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_words)

    def show_words(self) -> None:
        if self.has_focus:
            self.scroll_cursor_visible()
        else:
            self.scroll_home(animate=False, immediate=True)


class WritePage(PageView[Write]):
    """The last page of a lesson."""

    class PlayWanted(Message):
        """The learner wants to play with the lesson's experiment."""

    class NextWanted(Message):
        """The learner wants the lesson that comes next."""

    BINDINGS = [("tab", "write"), ("enter", "read_on"), ("ctrl+s", "end"), ("p", "play"), ("escape", "leave")]
    stays = True

    def compose(self) -> ComposeResult:
        self.read = self.want.text  # what is kept of the box, as far as this page knows
        yield self.placed(*self.in_order())
        box = WordsBox(self.want.text, id="reflection", soft_wrap=True, tab_behavior="focus")
        yield Column(Static(id="asked", classes="heading"), box, id="words")

    def in_order(self) -> list[Widget]:
        """Put what follows below the two lines that say what was done."""
        widgets = self.widgets()
        place = 2 if self.session.state.finished else len(widgets)
        return [*widgets[:place], Vertical(id="follows"), *widgets[place:]]

    @property
    def box(self) -> Editor:
        return self.query_one("#reflection", Editor)

    async def show(self, page: Page) -> None:
        fresh, former = page.blocks != self.page.blocks, self.want.text
        await super().show(page)
        is_new = self.want.text not in (former, self.read)
        if is_new and self.box.text.strip() == self.read:  # written elsewhere, and nothing typed here since
            self.box.replace_all(self.want.text)
            self.read = self.want.text
        if fresh:
            await swap(self.reading, *self.in_order())
            self.panes.to_top()
        self.tell_saved()
        self.tell_what_follows()

    def tell_saved(self) -> None:
        """Say that these words are saved, or ask for some."""
        is_saved = self.box.text.strip() == self.want.text != ""
        self.query_one("#asked", Static).update(self.text("why.saved" if is_saved else "why.reflection"))

    def on_text_area_changed(self) -> None:
        super().on_text_area_changed()
        self.tell_saved()

    @work(exclusive=True)
    async def tell_what_follows(self) -> None:
        """Say when its ideas come back, and what is next: FSRS is imported in a worker thread."""
        session = self.session
        if not session.state.finished:
            return
        await asyncio.to_thread(scheduler)
        blocks = tuple(what_follows(session.learner, session.place, session.text))
        for box in self.query("#follows"):
            await swap(box, *widgets_of(blocks, self.room))

    def begin(self) -> None:
        super().begin()
        self.query_one("#words").display = self.want.asks_words
        self.tell_saved()
        self.tell_what_follows()

    def keys(self) -> str:
        if self.box.has_focus:
            return self.key_line("why.keys_box_done" if self.session.state.finished else "why.keys_box")
        if self.session.state.finished and self.want.asks_words:
            return self.key_line("why.keys_visited" if self.session.is_visit else "why.keys_done")
        if self.panes.has_more():
            return self.key_line("why.keys_more")
        return self.key_line("why.keys" if self.want.asks_words else "why.keys_short")

    def action_write(self) -> None:
        (self.reading if self.box.has_focus else self.box).focus()

    def on_editor_exited(self, message: Editor.Exited) -> None:
        message.stop()
        self.reading.focus()

    def action_play(self) -> None:
        self.post_message(self.PlayWanted())

    def keep_draft(self) -> None:
        """While one types, the words go to a draft; the journal has them once, when the page is left."""
        self.session.keep_words(self.box.text.strip())

    def draft(self) -> Act | None:
        words, before = self.box.text.strip(), self.read
        if words == before:
            return None
        self.read = words
        return self.session.words_to_keep(words, before)

    def action_read_on(self) -> None:
        """Down, where the text goes on below; at its end the lesson is done. It is read then: the next one begins."""
        if self.session.state.finished:
            self.post_message(self.NextWanted())
        elif not self.panes.leaf(1):
            self.action_end()
            if not self.want.asks_words:
                self.post_message(self.NextWanted())

    def action_end(self) -> None:
        """End the lesson, wherever one reads or writes."""
        if act := self.draft():
            self.did(act)
        self.reading.focus()
        if not self.session.state.finished:
            self.did(Finished())
