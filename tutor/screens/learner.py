"""The learner's own pages: where they are, how sure and how right, idea by idea, week by week, and their hints."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from progress.inert import inert
from tutor.reports.curves import no_curves, own_curves
from tutor.reports.own_report import OwnReport, own_report
from tutor.screens.frame import FramedScreen
from tutor.screens.layout import Room
from tutor.screens.learner_views import PAGES
from tutor.widgets.bars import KeyLine, TitleLine
from tutor.widgets.curve_plot import speaks_unicode

FORMATS = ("md", "html")
WIDEST = 94  # columns that an eye follows, as in the lessons


class LearnerScreen(FramedScreen):
    """Five pages of one report, leafed through with ←→."""

    BINDINGS = [
        ("right,enter", "turn(1)", ""),
        ("left", "turn(-1)", ""),
        ("escape,p,b", "map", ""),
        ("t", "app.turn_light", ""),
        ("e", "export", ""),
    ]
    help_key = "mine.help"

    @dataclass
    class Told(Message):
        """The events have been read."""

        report: OwnReport

    @dataclass
    class Exported(Message):
        """The pages are written, or a sentence says why not."""

        words: str
        done: bool

    def __init__(self, page: int = 0, exporting: bool = False) -> None:
        super().__init__()
        self.page, self.exporting = page, exporting
        self.report: OwnReport | None = None

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('mine.title')}", f"{self.who()} ")
        yield Static(id="view-title", classes="heading")
        with VerticalScroll(id="view"):
            yield Static(id="page")
        yield KeyLine(self.text("mine.keys"))

    def on_mount(self) -> None:
        self.run_worker(self.tell, thread=True, group="tell")
        self.query_one("#view").focus()
        self.show_page()
        if self.exporting:  # in the other language, when this one was chosen
            self.action_export()

    def tell(self) -> None:
        """In a worker thread: a year of events takes a moment."""
        learner = self.tutor.learner
        damaged = bool(learner.journal.set_aside)
        report = own_report(
            learner.name,
            learner.journal.events,
            learner.course,
            self.text,
            learner.today(),
            damaged,
            curves=no_curves,
        )
        self.post_message(self.Told(report))

    def on_learner_screen_told(self, message: Told) -> None:
        self.report = message.report
        self.show_page()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.show_page()

    def action_turn(self, step: int) -> None:
        self.page = (self.page + step) % len(PAGES)
        self.show_page()
        self.query_one("#view", VerticalScroll).scroll_home(animate=False)

    def action_map(self) -> None:
        self.tutor.show_map(self)

    def action_export(self) -> None:
        """The same files as `lynx-tutor export` writes, into the folder that the tutor was started in."""
        if not self.tutor.learner.journal.events:
            self.notify(self.text("mine.nothing"))
            return
        self.exporting = True
        self.notify(self.text("mine.writing"), timeout=2)
        self.run_worker(self.export, thread=True, exclusive=True)

    def export(self) -> None:
        """In a worker thread: the learner's runs are trained again for their plots. Leaving ends it."""
        from tutor.cli import Refused
        from tutor.reports.export import albums, told

        worker = get_current_worker()
        curves = partial(own_curves, wanted=lambda: not worker.is_cancelled)
        report = told(self.tutor.learner, self.text, curves)
        if worker.is_cancelled:
            return
        try:
            made = albums(FORMATS, Path(), report, self.text)
            for album in made:
                album.write(self.text)
        except Refused as refused:
            self.post_message(self.Exported(str(refused), False))
            return
        files = ", ".join(inert(str(album.path)) for album in made)
        self.post_message(self.Exported(self.text("mine.written", files=files), True))

    def on_learner_screen_exported(self, message: Exported) -> None:
        self.exporting = False
        self.notify(
            message.words, severity="information" if message.done else "warning", timeout=12, markup=False
        )

    def anew(self) -> "LearnerScreen":
        """The same page, in the language that is on now; what was being written is written in it."""
        return LearnerScreen(self.page, self.exporting)

    def show_page(self) -> None:
        name = list(PAGES)[self.page]
        heading = f"{self.page + 1}/{len(PAGES)} · {self.text(f'mine.{name}')}"
        self.query_one("#view-title", Static).update(Content(heading))
        self.query_one("#page", Static).update(self.page_content(name))

    def page_content(self, name: str) -> Content:
        if self.report is None:
            return Content(self.text("mine.loading"))
        return PAGES[name](self.report, self.text, self.room)

    @property
    def room(self) -> Room:
        """What is left of the window between the lines around it."""
        width, height = self.app.size
        return Room(min(WIDEST, max(40, width - 4)), max(9, height - 3), speaks_unicode())
