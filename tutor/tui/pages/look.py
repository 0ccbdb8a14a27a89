"""Who was right, a card a question, and then each thing that can be seen in the runs: leafed through, or listed."""

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.worker import get_current_worker

from lessons.page import Block, Card, Look, Page, Words
from tutor.session import Session
from tutor.sizes import BREAKPOINTS
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import MARKS, widgets_of
from tutor.tui.widgets.marked import MarkedList
from tutor.tui.widgets.panes import Column
from tutor.tui.widgets.swap import swap

TWO_PANES = BREAKPOINTS[0][0]  # columns from which the list stands beside what is chosen
LIST = 46  # columns of the list


class ViewList(MarkedList, inherit_bindings=False):
    """The list of what can be seen. The keys that leaf by pages are for what is read."""

    BINDINGS = [
        ("up", "cursor_up", ""),
        ("down", "cursor_down", ""),
        ("home", "first", ""),
        ("end", "last", ""),
    ]


class LookPage(PageView):
    """Cards and views of the same runs, leafed through with ←→; with room, beside the list of them all."""

    BINDINGS = [("right", "turn(1)", ""), ("left", "turn(-1)", ""), ("enter", "forward", "")]

    @dataclass
    class Seen(Message):
        """What a probe shows is there."""

        number: int
        blocks: tuple[Block, ...]

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(session, page)
        self.number = 0
        self.seen: dict[int, tuple[Block, ...]] = {}

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield ViewList(*self.rows(), id="views", markup=False)
            with Vertical():
                with Column():
                    yield Static(id="view-title", classes="heading", markup=False)
                yield self.placed()

    def begin(self) -> None:
        self.call_later(self.show_view)

    # What there is to leaf through: the cards, then the looks; where there is neither, the page itself.

    @property
    def items(self) -> tuple[Card | Look, ...]:
        return (*self.page.cards, *self.page.looks)

    @property
    def count(self) -> int:
        return max(1, len(self.items))

    def name_of(self, number: int) -> str:
        """A card's question with its mark, or the title of a view."""
        item = self.items[number] if self.items else None
        if isinstance(item, Card):
            return f"{'○ ' if item.tone == 'note' else MARKS.get(item.tone, '')}{item.name}"
        return item.title if item else self.text("observe.verdicts")

    def rows(self) -> list[str | None]:
        """The list: what was asked, a line, and what else there is to see."""
        names: list[str | None] = [self.name_of(number) for number in range(self.count)]
        if self.page.cards and self.page.looks:
            names.insert(len(self.page.cards), None)
        return names

    def blocks_of(self, number: int) -> tuple[Block, ...] | None:
        """What is shown; nothing of a view that is not measured yet. The score stands over the first card."""
        item = self.items[number] if self.items else None
        before, after = (self.page.blocks[:1], self.page.blocks[1:]) if number == 0 else ((), ())
        if isinstance(item, Look):
            seen = self.seen.get(number)
            return seen if seen is None else (*before, *after, *seen)
        return (*before, *(item.blocks[1:] if item else ()), *after)

    @property
    def room(self) -> int:
        width = self.app.size.width
        return min(super().room, width - 7 - (LIST if width >= TWO_PANES else 0))

    def keys(self) -> str:
        return str(self.text("observe.keys" if self.number + 1 < self.count else "observe.keys_last"))

    # Leafing.

    async def action_turn(self, step: int) -> None:
        self.number = (self.number + step) % self.count
        await self.show_view()

    async def action_forward(self) -> None:
        """Enter: the next view, and after the last one on."""
        if self.number + 1 < self.count:
            await self.action_turn(1)
        else:
            self.post_message(self.Onwards())

    async def on_key(self, event: events.Key) -> None:
        """In the list, too, Enter leafs on, and pages scroll what is read."""
        if event.key == "enter":
            event.stop()
            await self.action_forward()

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index != self.number:
            self.number = event.option_index
            await self.show_view()

    def on_resize(self) -> None:
        """With room the list stands beside; it takes the keys then."""
        self.query_one("#views" if self.app.size.width >= TWO_PANES else "#reading").focus()

    async def show_view(self) -> None:
        """The view whose turn it is, once it is there."""
        self.query_one("#views", OptionList).highlighted = self.number
        self.query_one("#view-title", Static).update(self.title_words())
        blocks = self.blocks_of(self.number)
        if blocks is None:
            self.measure(self.number)
            blocks = (Words(self.text("observe.loading"), "note"),)
        await swap(self.reading, *widgets_of(blocks, self.room))
        self.panes.to_top()
        self.show_keys()

    def title_words(self) -> str:
        return f"{self.number + 1}/{self.count} · {self.name_of(self.number)}"

    # Measuring.

    def measure(self, number: int) -> None:
        """Begin to train the runs again, in a worker thread."""
        look = self.items[number]
        assert isinstance(look, Look)
        self.run_worker(lambda: self.see(number, look), thread=True, exclusive=True)

    def see(self, number: int, look: Look) -> None:
        """In the worker thread: the same runs again, bit for bit, and a look inside."""
        worker = get_current_worker()
        for blocks in self.session.see(look):
            if worker.is_cancelled:
                return
            if blocks is not None:
                self.post_message(self.Seen(number, blocks))

    async def on_look_page_seen(self, message: Seen) -> None:
        self.seen[message.number] = message.blocks
        if message.number == self.number:
            await self.show_view()
