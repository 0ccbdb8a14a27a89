"""What a run shows: its pictures, how far it has come, and what was measured. Only message handlers touch widgets."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.measurements import experiment_words
from lessons.page import Onward, Page, Train
from lessons.pictures import Picture
from lessons.play_acts import Tried
from tutor.film import Film
from tutor.session import Session
from tutor.training import Watching
from tutor.tui.driving import Controls
from tutor.tui.pages.page import PageView
from tutor.tui.running import Running
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.run_body import LOW, ProgressRow, RunBody
from tutor.tui.widgets.swap import swap

SHORT = 30  # rows of a window below which the curves come before numbers


class RunPage(PageView):
    """One run at a time, at work in a `Running`; what another one posts is not for this page."""

    can_focus = True

    class Prepared(Message):
        """What there is to see before the first step."""

        def __init__(self, pictures: tuple[Picture, ...]) -> None:
            super().__init__()
            self.pictures = pictures

    def __init__(self, session: Session, page: Page, running: Running | None = None) -> None:
        super().__init__(session, page)
        self.running = running
        self.is_busy = running is not None  # with a run that counts, and has not ended
        self.controls = running.controls if running else Controls()
        self.film, self.place = Film(), 0

    def compose(self) -> ComposeResult:
        yield Static(id="run-title", markup=False)
        yield RunBody(next((aside.title for aside in self.page.asides), ""), self.said())
        with VerticalScroll(id="numbers", can_focus=False):
            yield from widgets_of(self.page.blocks, self.room)
        yield ProgressRow(id="progress-row")

    def said(self) -> list[Widget]:
        """What the learner said of this run."""
        return [widget for aside in self.page.asides for widget in widgets_of(aside.blocks, self.room)]

    def begin(self) -> None:
        """A run that another page began goes on; one that was made is drawn again; else what waits is shown."""
        self.query_one("#numbers").display = bool(self.page.blocks) and not self.is_busy
        self.show_wanted()
        self.focus()
        if self.running:
            self.show_title(self.running.want)
            self.running.go_on(self.session, self)
        elif made := self.session.made():
            self.begin_run(Running(self.session, made, Controls(full_speed=True), counts=False))
        elif isinstance(self.page.want, Train):
            self.show_title(self.page.want)
            self.run_worker(self.prepare, thread=True)

    def on_unmount(self) -> None:
        """Whatever a run still posts finds none that it is for."""
        if self.running:
            self.running.stop()
            self.running = None

    def is_at_work(self) -> bool:
        return self.is_busy

    def handed_over(self) -> Running | None:
        """The run that goes on without this page, if there is one."""
        running, self.running = (self.running, None) if self.is_busy else (None, self.running)
        return running

    def fits(self, page: Page) -> bool:
        """The page of the same run after one of its parts."""
        return page.step == self.page.step

    async def show(self, page: Page) -> None:
        """Keep the pictures; show what was measured, who was right, and what is wanted next."""
        await super().show(page)
        box = self.query_one("#numbers", VerticalScroll)
        await swap(box, *widgets_of(page.blocks, self.room))
        box.display = bool(page.blocks)
        self.call_after_refresh(self.show_newest)
        await self.query_one(RunBody).say(self.said())
        self.show_wanted()

    def show_newest(self) -> None:
        """What was measured last, where the numbers of several experiments have no room."""
        for box in self.query("#numbers"):
            if begins := list(box.query(".good")):
                box.scroll_to_widget(begins[-1], top=True, animate=False)

    def on_resize(self) -> None:
        rows = self.app.size.height
        self.set_class(rows < SHORT, "-short")
        self.set_class(rows < LOW, "-low")

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through the numbers."""
        box = self.query_one("#numbers", VerticalScroll)
        box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)

    # The run.

    def begin_run(self, running: Running) -> None:
        """Show this run in place of another."""
        if self.running:
            self.running.stop()
        self.running, self.is_busy, self.film = running, running.counts, Film()
        self.show_title(running.want)
        running.start(self)

    def prepare(self) -> None:
        """In a worker thread: what there is to see before the first step."""
        want, worker = self.page.want, get_current_worker()
        training = self.session.training(want) if isinstance(want, Train) else None
        if isinstance(training, Watching):
            pictures = training.before()
            if not worker.is_cancelled:
                self.post_message(self.Prepared(pictures))

    def on_run_page_prepared(self, message: Prepared) -> None:
        if self.running is None:
            self.show_pictures(message.pictures)

    def on_running_progressed(self, message: Running.Progressed) -> None:
        running, snapshot = message.running, message.snapshot
        if running is self.running and self.is_busy:
            if snapshot.pictures:
                self.show_pictures(snapshot.pictures)
            seeds = running.want.experiment.seeds
            words = self.text(f"run.{snapshot.phase}", done=snapshot.done, total=snapshot.total, seeds=seeds)
            self.query_one(ProgressRow).show(snapshot.done / (snapshot.total or 1), words)
        self.call_after_refresh(running.shown.set)

    def on_running_ended(self, message: Running.Ended) -> None:
        if message.running is not self.running:
            return
        stopped = self.is_busy and message.act is None
        self.is_busy = False
        if stopped:
            self.running = None
            self.query_one(ProgressRow).say(message.trouble or self.text("run.stopped"))
        else:
            self.film, self.place = message.film, message.film.last
            self.show_pictures(message.pictures)
        self.show_keys()
        if message.act and not isinstance(message.act, Tried):  # which is none of a lesson
            self.did(message.act)

    # What is shown.

    def show_wanted(self, instead: str = "") -> None:
        """What Enter would do, in the place of the bar; or something else to be said there."""
        want = self.page.want
        words = want.words if isinstance(want, (Train, Onward)) else ""
        self.query_one(ProgressRow).say(instead or words)

    def show_title(self, want: Train, more: str = "") -> None:
        task = experiment_words(want.experiment.id, self.session.prose)
        key = "run.title" if want.seed is not None else "run.sweep_title"
        if self.session.steps.review:
            key = "review.training"
        words = self.text(key, task=task, seed=want.seed, seeds=want.experiment.seeds)
        self.query_one("#run-title", Static).update(f"{words}{more}")

    def show_place(self) -> None:
        """The pictures of the moment that is looked at, and its step in the title."""
        self.show_pictures(self.film.at(self.place))
        if self.running:
            step, steps = self.film.step(self.place), self.film.step(self.film.last)
            self.show_title(self.running.want, self.text("run.looking", step=step, steps=steps))
            self.show_wanted(self.film.words(self.place))

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        for body in self.query(RunBody):
            body.show(pictures)
