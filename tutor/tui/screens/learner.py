"""The learner's own pages: where they are, how sure and how right, concept by concept, week by week, their hints."""

from dataclasses import dataclass
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from progress.inert import inert
from tutor import plots
from tutor.exits import Refused
from tutor.kiosk import is_kiosk
from tutor.learner import Learner
from tutor.reports import output
from tutor.reports.export import FORMATS, draw_runs, plan_export
from tutor.reports.learner_report import build_report
from tutor.reports.own_pages import OwnPage, own_pages
from tutor.sizes import WIDEST
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.panes import Column, Panes
from tutor.tui.widgets.swap import swap


def export_folder(learner: Learner) -> Path:
    return learner.folder if is_kiosk() else Path()


class LearnerScreen(FramedScreen):
    """Five pages of one report, leafed through with ←→."""

    BINDINGS = [
        ("right,enter", "turn(1)", ""),
        ("left", "turn(-1)", ""),
        ("escape,m,b", "map", ""),
        ("e", "export", ""),
    ]
    help_key = "mine.help"

    @dataclass
    class Told(Message):
        """The events have been read."""

        pages: tuple[OwnPage, ...]

    @dataclass
    class Exported(Message):
        """The pages are written, or a sentence says why not."""

        words: str
        done: bool

    def __init__(self, number: int = 0, exporting: bool = False) -> None:
        super().__init__()
        self.number, self.exporting = number, exporting
        self.pages: tuple[OwnPage, ...] = ()

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('mine.title')}", f"{self.who()} ")
        with Column(id="own-title"):
            yield Static(id="view-title", classes="heading")
        yield Panes([Static(self.text("mine.loading"), classes="note")], (), takes_focus=True)
        yield KeyLine(self.text("mine.keys"))

    def on_mount(self) -> None:
        self.run_worker(self.tell, thread=True, group="tell")
        self.query_one("#reading").focus()
        if self.exporting:  # in the other language, when this one was chosen
            self.action_export()

    def tell(self) -> None:
        """In a worker thread: a year of events takes a moment."""
        plots.make_ready()
        learner = self.tutor.learner
        self.post_message(self.Told(own_pages(build_report(learner), learner, self.text)))

    async def on_learner_screen_told(self, message: Told) -> None:
        self.pages = message.pages
        await self.show_page()

    async def on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        super().on_resize(event)
        await self.show_page()

    async def show_page(self) -> None:
        if not self.pages:
            return
        page = self.pages[self.number]
        heading = f"{self.number + 1}/{len(self.pages)} · {self.text(f'mine.{page.name}')}"
        self.query_one("#view-title", Static).update(heading)
        box = self.query_one("#reading", VerticalScroll)
        await swap(box, *widgets_of(page.blocks, min(WIDEST, self.app.size.width - 7)))
        box.scroll_home(animate=False)

    async def action_turn(self, step: int) -> None:
        self.number = (self.number + step) % max(1, len(self.pages))
        await self.show_page()

    def action_map(self) -> None:
        self.tutor.show_map(self)

    def action_export(self) -> None:
        """The same files as `lynx-tutor export` writes, into the folder that the tutor was started in; a kiosk
        writes them beside the learner's progress."""
        if not self.tutor.learner.journal.events:
            self.notify(self.text("mine.nothing"))
            return
        self.exporting = True
        self.notify(self.text("mine.writing"), timeout=2)
        self.run_worker(self.export, thread=True, exclusive=True)

    def export(self) -> None:
        """In a worker thread: the learner's runs are trained again for their plots. Leaving ends it."""
        worker, text = get_current_worker(), self.text
        report = build_report(self.tutor.learner)
        runs = draw_runs(report, text, wanted=lambda: not worker.is_cancelled)
        if worker.is_cancelled:
            return
        try:
            planned = plan_export(FORMATS, export_folder(self.tutor.learner), report, runs, text)
            for path, page in planned.items():
                output.write_page(path, page, text)
        except Refused as refused:
            self.post_message(self.Exported(str(refused), False))
            return
        files = ", ".join(inert(str(path)) for path in planned)
        self.post_message(self.Exported(text("mine.written", files=files), True))

    def on_learner_screen_exported(self, message: Exported) -> None:
        self.exporting = False
        self.notify(
            message.words, severity="information" if message.done else "warning", timeout=12, markup=False
        )

    def recreated(self) -> "LearnerScreen":
        """The same page, in the language that is on now; what was being written is written in it."""
        return LearnerScreen(self.number, self.exporting)
