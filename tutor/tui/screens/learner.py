"""The learner's own pages: where they are, how sure and how right, concept by concept, week by week, their hints."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from textual import events, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from lessons.course.lesson.page import Block
from lessons.course.lesson.state import Moved
from progress.sentence import inert
from tutor import plots
from tutor.exits import Refused
from tutor.kiosk import is_kiosk
from tutor.learner import Learner
from tutor.reports.bets import PastBet, bet_table, bets
from tutor.reports.learner_pages import FORMATS, draw_runs, own_pages, write_export
from tutor.reports.learner_report import build_report
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.blocks import row_contents, widgets_of
from tutor.tui.widgets.lists import MarkedList
from tutor.tui.widgets.panes import WIDEST, Column, Panes, swap
from tutor.words.text import Text

LIST_EDGES = 3  # columns of a list that are no words


class LearnerScreen(FramedScreen):
    """The pages of one report, leafed through with ←→; on that of the bets Enter opens the page of one."""

    BINDINGS = [
        ("right", "turn(1)"),
        ("left", "turn(-1)"),
        ("enter", "read_on"),
        ("escape,m,b", "map"),
        ("e", "export"),
    ]
    help_key = "mine.help"
    title_key = "mine.title"
    number = 0
    exporting = False
    pages: Mapping[str, tuple[Block, ...]] = {}  # by name
    bets: tuple[PastBet, ...] = ()

    def compose(self) -> ComposeResult:
        yield TitleLine()
        with Column(id="own-title"):
            yield Static(id="view-title", classes="heading")
        yield Panes([Static(self.text("mine.loading"), classes="note")], (), takes_focus=True)
        yield KeyLine()

    async def begin(self) -> None:
        self.query_one("#reading").focus()
        self.read_events()
        if self.exporting:  # in the other language, when this one was chosen
            self.action_export()

    @work(exclusive=True, group="read")
    async def read_events(self) -> None:
        """Show the pages once all events are read: a year of them takes a moment."""
        self.pages, self.bets = await asyncio.to_thread(pages_of, self.tutor.learner, self.text)
        await self.show_page()

    async def on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        await self.show_page()

    async def show_page(self) -> None:
        if not self.pages:
            return
        name, blocks = list(self.pages.items())[self.number]
        heading = f"{self.number + 1}/{len(self.pages)} · {self.text(f'mine.{name}')}"
        self.query_one("#view-title", Static).update(heading)
        box, room = self.query_one("#reading", VerticalScroll), min(WIDEST, self.app.size.width - 7)
        await swap(box, *([self.bet_list(room)] if self.has_bets else widgets_of(blocks, room)))
        (box.query_one("#bets") if self.has_bets else box).focus()
        box.scroll_home(animate=False)
        self.refresh_bindings()

    @property
    def has_bets(self) -> bool:
        """Return True on the page of the bets, if there are any."""
        return bool(self.bets) and list(self.pages)[self.number] == "bets"

    def keys(self) -> str:
        return self.text("mine.keys_bets" if self.has_bets else "mine.keys")

    def bet_list(self, room: int) -> MarkedList:
        headings, *rows = row_contents(bet_table(self.bets, self.text), room - LIST_EDGES)
        return MarkedList(Option(headings, disabled=True), *map(Option, rows), id="bets", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the page on which a bet is judged."""
        event.stop()
        bet = self.bets[event.option_index - 1]
        if bet.place and bet.step:
            self.tutor.learner.record(Moved(bet.step), bet.place)
        if bet.place:
            self.tutor.open_place(bet.place)

    async def action_read_on(self) -> None:
        """Down, where a page goes on below; at its end, to the next one."""
        if not self.query_one(Panes).leaf(1):
            await self.action_turn(1)

    async def action_turn(self, step: int) -> None:
        self.number = (self.number + step) % max(1, len(self.pages))
        await self.show_page()

    def action_export(self) -> None:
        """Write the same files as `lynx-tutor export`."""
        if not self.tutor.learner.journal.events:
            self.notify(self.text("mine.nothing"))
            return
        self.exporting = True
        self.notify(self.text("mine.writing"), timeout=2)
        self.export()

    @work(exclusive=True)
    async def export(self) -> None:
        worker, text, learner = get_current_worker(), self.text, self.tutor.learner
        try:
            files = await asyncio.to_thread(write_pages, learner, text, lambda: not worker.is_cancelled)
        except Refused as refused:
            self.notify(str(refused), severity="warning", timeout=12, markup=False)
        else:
            self.notify(text("mine.written", files=files), timeout=12, markup=False)
        self.exporting = False


def pages_of(learner: Learner, text: Text) -> tuple[Mapping[str, tuple[Block, ...]], tuple[PastBet, ...]]:
    plots.make_ready()
    report = build_report(learner)
    return own_pages(report, learner, text), bets(report, learner, text)


def write_pages(learner: Learner, text: Text, wanted: Callable[[], bool]) -> str:
    """Write the pages as files, with the learner's runs trained again for their plots, and return their names."""
    report = build_report(learner)
    runs = draw_runs(report, text, wanted=wanted)
    if not wanted():
        return ""
    written = write_export(FORMATS, learner.folder if is_kiosk() else Path(), report, runs, text)
    return ", ".join(inert(str(path)) for path in written)
