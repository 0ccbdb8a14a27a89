"""Show who was right, a card a question, then each thing that can be seen in the runs: leafed through, or listed."""

from dataclasses import dataclass

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.worker import get_current_worker

from lessons.course.lesson.page import Block, Look, Onward, Page, Words
from lessons.course.lesson.pictures import Boundary, Picture
from tutor.session import Session
from tutor.tui.pages.page import PageView
from tutor.tui.steady import BREAKPOINTS
from tutor.tui.widgets.blocks import MARKS, InlinePicture, ProseBlock, widgets_of, words_and_pictures
from tutor.tui.widgets.lists import MarkedList
from tutor.tui.widgets.panes import Column, Panes, swap
from tutor.tui.widgets.picture import MIN_PICTURE_COLUMNS, MapLayers, PictureView

TWO_PANES_COLUMNS = BREAKPOINTS[0][0]  # from which the list stands beside what is chosen
LIST_COLUMNS = 46
TALL_ROWS = 40  # from which the run that decided stands below its verdict


class ViewList(MarkedList, inherit_bindings=False):
    """The list of what can be seen. The keys that leaf by pages are for what is read."""

    BINDINGS = [("up", "cursor_up"), ("down", "cursor_down"), ("home", "first"), ("end", "last")]


class LookPage(PageView[Onward], MapLayers):
    """Cards and views of the same runs, leafed through with ←→; with room, beside the list of them all."""

    BINDINGS = [("right", "turn(1)"), ("left", "turn(-1)"), ("enter", "forward")]

    @dataclass
    class ProbeReady(Message):
        """A probe's blocks are there."""

        number: int
        blocks: tuple[Block, ...]

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(session, page)
        self.number = 0
        self.count = max(1, len(page.cards) + len(page.looks))
        cards = list(enumerate(page.cards))[1:] if page.folds else []
        self.right_cards = [card for _, card in cards if card.tone == "right"]
        self.folded = {number for number, card in cards if card.tone == "right"}  # left out by Enter
        self.seen = {number: card.blocks[1:] for number, card in enumerate(page.cards)}  # and what was measured
        if not page.cards and not page.looks:
            self.seen[0] = ()
        self.runs: dict[int, list[Picture]] = {}  # that decided a card, by its number

    def compose(self) -> ComposeResult:
        rows: list[str | None] = [*self.names()]
        if self.page.cards and self.page.looks:
            rows.insert(len(self.page.cards), None)  # a line
        with Horizontal():
            yield ViewList(*rows, id="views", markup=False)
            with Vertical():
                with Column():
                    yield Static(id="view-title", classes="heading", markup=False)
                yield self.placed(*self.shown())

    def begin(self) -> None:
        if self.page.looks:
            self.session.process.begin()  # who trains again starts meanwhile
        self.call_later(self.open_view)

    def names(self) -> list[str]:
        """Name what there is to leaf through: the cards, then the looks; where there is neither, the page itself."""
        marks = {**MARKS, "note": "○ "}
        names = [f"{marks.get(card.tone, '')}{card.name}" for card in self.page.cards]
        return [*names, *(look.title for look in self.page.looks)] or [self.text("observe.verdicts")]

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks to show. Over the first card are the score and the right answers, a line each."""
        own, seen = self.page.blocks, self.seen.get(self.number, self.not_yet)
        if self.number:
            return seen
        right = [Words(card.name, card.tone) for card in self.right_cards]
        if right and isinstance(own[0], Words):  # the score
            own = (Words(f"{own[0].markdown} {self.text('observe.folded')}", own[0].tone), *own[1:])
        return (*own[:1], *right, *seen, *own[1:]) if self.page.cards else (*own, *seen)

    @property
    def has_list(self) -> bool:
        return self.app.size.width >= TWO_PANES_COLUMNS and self.count > 1

    @property
    def run(self) -> Look | None:
        """Return the run to show below the verdict, where there is room."""
        size, cards = self.app.size, self.page.cards
        has_room = size.width >= TWO_PANES_COLUMNS and size.height >= TALL_ROWS
        return cards[self.number].run if has_room and self.number < len(cards) else None

    @property
    def next_number(self) -> int | None:
        return next((number for number in range(self.number + 1, self.count) if number not in self.folded), None)

    @property
    def room(self) -> int:
        return min(super().room, self.app.size.width - 7 - (LIST_COLUMNS if self.has_list else 0))

    def keys(self) -> str:
        more = any(panes.has_more() for panes in self.query(Panes))
        key = "observe.keys" + ("_more" if more else "" if self.next_number is not None else "_last")
        browse = self.text("observe.browse") if self.count > 1 else ""
        return self.key_line(key, browse=browse, units=self.text("run.units") if self.has_units else "")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return {"units": self.has_units, "turn": self.count > 1}.get(action, True)

    async def action_turn(self, step: int) -> None:
        self.number = (self.number + step) % self.count
        await self.show_view()

    async def action_forward(self) -> None:
        """Enter: down, where a view goes on below; then the next view but for right answers; after the last one on."""
        if self.panes.leaf(1):
            return
        if self.next_number is None:
            self.action_onwards()
        else:
            await self.action_turn(self.next_number - self.number)

    async def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            await self.action_forward()

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index != self.number:
            self.number = event.option_index
            await self.show_view()

    def on_resize(self) -> None:
        """With room the list stands beside, and takes the keys; and the run below."""
        self.set_class(self.count == 1, "-single")
        self.query(".run").set(display=self.run is not None)
        if self.screen.focused is None or self.has_focus_within:  # and not a line that is typed below the page
            self.query_one("#views" if self.has_list else "#reading").focus()

    async def show_view(self) -> None:
        self.open_view()
        await swap(self.reading, *self.shown())
        self.panes.to_top()

    def open_view(self) -> None:
        """Say which view this is, and measure what it shows where that is not known yet."""
        self.query_one("#views", OptionList).highlighted = self.number
        place = f"{self.number + 1}/{self.count} · " if self.count > 1 else ""
        self.query_one("#view-title", Static).update(f"{place}{self.names()[self.number]}")
        if self.number not in self.seen:
            self.measure(self.number, self.page.looks[self.number - len(self.page.cards)])
        elif self.run and self.number not in self.runs:
            self.measure(self.number, self.run)
        self.call_after_refresh(self.renew_keys)

    def shown(self) -> list[Widget]:
        """Return the blocks of the open view, and below them the run that decided it; until that comes its place."""
        run = [Horizontal(*self.run_widgets(), classes="run")] if self.run else []
        return [*paired(widgets_of(self.blocks(), self.room)), *run]

    def run_widgets(self) -> list[Widget]:
        if self.number not in self.runs:
            return widgets_of(self.not_yet, self.room)
        return [PictureView(each) for each in self.runs[self.number][: self.room // MIN_PICTURE_COLUMNS]]

    @work(thread=True, exclusive=True)
    def measure(self, number: int, look: Look) -> None:
        """In a worker thread: train the same runs again, bit for bit, and look inside."""
        worker = get_current_worker()
        for blocks in self.session.see(look):
            if worker.is_cancelled:
                return
            if blocks is not None:
                self.post_message(self.ProbeReady(number, blocks))

    async def on_look_page_probe_ready(self, message: ProbeReady) -> None:
        """Put what was measured in the place that was kept for it: the page stays where it is read."""
        if is_run := message.number in self.seen:
            self.runs[message.number] = words_and_pictures(message.blocks)[1]
        else:
            self.seen[message.number] = message.blocks
        if message.number == self.number:
            for box in self.query(".run") if is_run else ():
                await swap(box, *self.run_widgets())
            if not is_run:
                async with self.reading.batch():
                    await self.reading.children[-1].remove()
                    await self.reading.mount(*paired(widgets_of(message.blocks, self.room)))
            self.call_after_refresh(self.renew_keys)


def paired(widgets: list[Widget]) -> list[Widget]:
    """Put the words before a map that is alone beside it: it is no wider than it is high."""
    match widgets:
        case [*before, ProseBlock() as words, InlinePicture(picture=Boundary()) as square]:
            return [*before, Horizontal(square, words, classes="squares lone")]
    return widgets
