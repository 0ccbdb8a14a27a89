"""What was said beside what happened, and one key away each thing that can be seen in the runs."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.page import Block, Look, Page, Words
from tutor.session import Session
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.panes import Column
from tutor.tui.widgets.swap import swap


class LookPage(PageView):
    """Views of the same runs, leafed through with ←→; the first is the page itself."""

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
        with Column():
            yield Static(id="view-title", classes="heading", markup=False)
        yield self.placed()

    def begin(self) -> None:
        super().begin()
        self.call_later(self.show_view)

    @property
    def count(self) -> int:
        return len(self.page.looks) + 1

    def keys(self) -> str:
        return str(self.text("observe.keys" if self.number + 1 < self.count else "observe.keys_last"))

    async def action_turn(self, step: int) -> None:
        self.number = (self.number + step) % self.count
        await self.show_view()

    async def action_forward(self) -> None:
        """Enter: the next view, and after the last one on."""
        if self.number + 1 < self.count:
            await self.action_turn(1)
        else:
            self.post_message(self.Onwards())

    async def show_view(self) -> None:
        """The view whose turn it is, once it is there."""
        self.query_one("#view-title", Static).update(self.title_words())
        blocks = self.page.blocks if self.number == 0 else self.seen.get(self.number)
        if blocks is None:
            self.measure(self.number)
            blocks = (Words(self.text("observe.loading"), "note"),)
        await swap(self.reading, *widgets_of(blocks, self.room))
        self.panes.to_top()
        self.show_keys()

    def title_words(self) -> str:
        if self.number == 0:
            return f"1/{self.count} · {self.text('observe.verdicts')}"
        look = self.page.looks[self.number - 1]
        return f"{self.number + 1}/{self.count} · {look.title}"

    def measure(self, number: int) -> None:
        """Begin to train the runs again, in a worker thread."""
        look = self.page.looks[number - 1]
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
