"""The learner's own pages: where they are, how sure and how right, concept by concept, week by week, their hints."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from textual import events, work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.course.lesson.page import Block
from progress.sentence import inert
from tutor import plots
from tutor.exits import Refused
from tutor.kiosk import is_kiosk
from tutor.learner import Learner
from tutor.reports.learner_pages import FORMATS, draw_runs, own_pages, write_export
from tutor.reports.learner_report import build_report
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.panes import WIDEST, Column, Panes, swap
from tutor.words.text import Text


class LearnerScreen(FramedScreen):
    """Five pages of one report, leafed through with ←→."""

    BINDINGS = [("right,enter", "turn(1)"), ("left", "turn(-1)"), ("escape,m,b", "map"), ("e", "export")]
    help_key = "mine.help"
    keys_key = "mine.keys"
    title_key = "mine.title"
    number = 0
    exporting = False
    pages: Mapping[str, tuple[Block, ...]] = {}  # by name

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
        self.pages = await asyncio.to_thread(pages_of, self.tutor.learner, self.text)
        await self.show_page()

    async def on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        await self.show_page()

    async def show_page(self) -> None:
        if not self.pages:
            return
        name, blocks = list(self.pages.items())[self.number]
        heading = f"{self.number + 1}/{len(self.pages)} · {self.text(f'mine.{name}')}"
        self.query_one("#view-title", Static).update(heading)
        box = self.query_one("#reading", VerticalScroll)
        await swap(box, *widgets_of(blocks, min(WIDEST, self.app.size.width - 7)))
        box.scroll_home(animate=False)

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


def pages_of(learner: Learner, text: Text) -> Mapping[str, tuple[Block, ...]]:
    plots.make_ready()
    return own_pages(build_report(learner), learner, text)


def write_pages(learner: Learner, text: Text, wanted: Callable[[], bool]) -> str:
    """Write the pages as files, with the learner's runs trained again for their plots, and return their names."""
    report = build_report(learner)
    runs = draw_runs(report, text, wanted=wanted)
    if not wanted():
        return ""
    written = write_export(FORMATS, learner.folder if is_kiosk() else Path(), report, runs, text)
    return ", ".join(inert(str(path)) for path in written)
