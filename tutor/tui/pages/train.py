"""A run: one seed live, then every seed. What trains is a `Running`; only message handlers touch widgets."""

import random
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.measurements import experiment_words
from lessons.page import Onward, Page, Train
from lessons.pictures import Picture
from tutor.film import Film
from tutor.session import Session
from tutor.tui.driving import Controls
from tutor.tui.pages.page import PageView
from tutor.tui.running import Running
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.line import Line
from tutor.tui.widgets.pictures import Pictures
from tutor.tui.widgets.swap import swap

BAR = 12  # cells
SHORT, LOW = 30, 20  # rows of a window below which the curves come before numbers, and grids before words


class TrainPage(PageView):
    """The pictures of a run, how far it has come, and what was measured. Enter does what the page wants next."""

    BINDINGS = [
        ("enter", "forward", ""),
        ("space", "pause", ""),
        ("s", "new_seed", ""),
        ("x", "stop", ""),
        ("f", "speed", ""),
        ("a", "again", ""),
        ("left", "look_back(-1)", ""),
        ("right", "look_back(1)", ""),
        ("shift+left", "look_back(-10)", ""),
        ("shift+right", "look_back(10)", ""),
        ("home", "look_back(-1000)", ""),
        ("end", "look_back(1000)", ""),
    ]
    can_focus = True

    class Prepared(Message):
        """What there is to see before the first step."""

        def __init__(self, pictures: tuple[Picture, ...]) -> None:
            super().__init__()
            self.pictures = pictures

    def __init__(self, session: Session, page: Page, running: Running | None = None) -> None:
        super().__init__(session, page)
        self.running = running  # the run that is shown; what another one posts is not for us
        self.controls = running.controls if running else Controls()
        self.film, self.place = Film(), 0

    def compose(self) -> ComposeResult:
        yield Static(id="run-title", markup=False)
        with Container(id="run-body"):
            yield Pictures(id="pictures")
            yield VerticalScroll(*self.said(), id="said", can_focus=False)
        with VerticalScroll(id="numbers", can_focus=False):
            yield from widgets_of(self.page.blocks, self.room)
        with Horizontal(id="progress-row"):
            yield Line(id="progress")
            yield Static(id="bar")

    def said(self) -> list[Widget]:
        """What the learner said of this run."""
        return [widget for aside in self.page.asides for widget in widgets_of(aside.blocks, self.room)]

    def begin(self) -> None:
        for aside in self.page.asides:
            self.query_one("#said").border_title = aside.title
        self.place_said()
        self.query_one("#numbers").display = bool(self.page.blocks) and not self.is_busy
        self.show_wanted()
        self.focus()
        if self.running:
            self.show_title(self.running.want)
            self.running.go_on(self.session, self)
        elif made := self.session.made():
            self.show_again(made)
        elif isinstance(self.page.want, Train):
            self.show_title(self.page.want)
            self.run_worker(self.prepare, thread=True)

    def on_unmount(self) -> None:
        if self.running:
            self.running.stop()

    def handed_over(self) -> Running | None:
        """The run that goes on without this page, if there is one."""
        running, self.running = (self.running, None) if self.is_busy else (None, self.running)
        return running

    def fits(self, page: Page) -> bool:
        """The page of the same run after one of its parts."""
        return page.step == self.page.step

    async def show(self, page: Page) -> None:
        """Keep the pictures; show what was measured, and what is wanted next."""
        await super().show(page)
        box = self.query_one("#numbers", VerticalScroll)
        await swap(box, *widgets_of(page.blocks, self.room))
        box.display = bool(page.blocks)
        await swap(self.query_one("#said", VerticalScroll), *self.said())
        self.place_said()
        self.show_wanted()

    def on_resize(self) -> None:
        rows = self.app.size.height
        self.set_class(rows < SHORT, "-short")
        self.set_class(rows < LOW, "-low")
        self.place_said()

    def action_scroll_page(self, pages: int) -> None:
        """Leaf through the numbers."""
        box = self.query_one("#numbers", VerticalScroll)
        box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)

    def place_said(self) -> None:
        """Beside curves that stand alone, where there is room; in a low window they go before what companions say."""
        alone = not self.query_one(Pictures).parts()[1]
        self.query_one("#run-body").set_class(alone, "-alone")
        self.query_one("#said").display = bool(self.page.asides) and (alone or self.app.size.height >= LOW)

    @property
    def is_busy(self) -> bool:
        """Whether a run is at work that counts."""
        return self.running is not None and self.running.counts and self.running.ended is None

    def keys(self) -> str:
        speed = self.text("run.slow" if self.controls.full_speed else "run.fast")
        if self.is_busy and self.running:
            key = "sweep" if self.running.want.seed is None else "live"
        else:
            waits = isinstance(self.page.want, Train) and self.page.want.seed is not None
            key = "ready" if waits else "done" if self.film.moments else "swept"
        return str(self.text(f"run.keys_{key}", speed=speed))

    # What the learner does.

    def action_forward(self) -> None:
        """Enter: whatever the page wants."""
        if self.is_busy:
            return
        if isinstance(self.page.want, Train):
            self.start(self.page.want)
        else:
            self.post_message(self.Onwards())

    def action_pause(self) -> None:
        if self.is_busy and self.running and self.running.want.seed is not None:
            self.controls.set(paused=not self.controls.paused)

    def action_stop(self) -> None:
        if self.is_busy:
            self.controls.set(stopped=True)

    def action_new_seed(self) -> None:
        if last := self.last_watched():
            self.start(replace(last, seed=random.randrange(1000, 10000)))

    def action_again(self) -> None:
        if (last := self.last_watched()) and not self.is_busy:
            self.start(last)

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.show_keys()

    def action_look_back(self, moments: int) -> None:
        """Walk through the run that was watched: all its pictures go along."""
        if not self.is_busy and self.film.moments:
            self.place = min(max(0, self.place + moments), self.film.last)
            self.show_pictures(self.film.at(self.place))
            self.show_place()

    def last_watched(self) -> Train | None:
        """The seed that is watched, or was last; while every seed is trained, none."""
        if self.is_busy and self.running:
            return self.running.want if self.running.want.seed is not None else None
        want = self.page.want
        return want if isinstance(want, Train) and want.seed is not None else self.session.watched()

    # The run.

    def start(self, want: Train) -> None:
        """Begin to train."""
        self.controls = Controls(self.controls.full_speed)
        self.film = Film()
        self.query_one("#numbers").display = False
        if want.seed is None:
            self.show_pictures(())
        self.begin_run(Running(self.session, want, self.controls))
        self.show_keys()

    def show_again(self, want: Train) -> None:
        """Draw once more what was run before."""
        self.begin_run(Running(self.session, want, Controls(full_speed=True), counts=False))

    def begin_run(self, running: Running) -> None:
        if self.running:
            self.running.stop()
        self.running = running
        self.show_title(running.want)
        running.start(self)

    def prepare(self) -> None:
        """In a worker thread: what there is to see before the first step."""
        want, worker = self.page.want, get_current_worker()
        if isinstance(want, Train) and want.seed is not None:
            pictures = self.session.training(want).before()  # type: ignore[union-attr]
            if not worker.is_cancelled:
                self.post_message(self.Prepared(pictures))

    def on_train_page_prepared(self, message: Prepared) -> None:
        if self.running is None:
            self.show_pictures(message.pictures)

    def on_running_progressed(self, message: Running.Progressed) -> None:
        running, snapshot = message.running, message.snapshot
        if running is self.running and running.ended is None:
            if snapshot.pictures:
                self.show_pictures(snapshot.pictures)
            seeds = running.want.experiment.seeds
            words = self.text(f"run.{snapshot.phase}", done=snapshot.done, total=snapshot.total, seeds=seeds)
            self.show_progress(snapshot.done / (snapshot.total or 1), words)
        self.call_after_refresh(running.shown.set)

    def on_running_ended(self, message: Running.Ended) -> None:
        if message.running is not self.running:
            return
        if message.running.counts and message.act is None:
            self.running = None
            self.show_progress(0, self.text("run.stopped"))
            self.show_keys()
            return
        self.film, self.place = message.film, message.film.last
        self.show_pictures(message.pictures)
        self.show_keys()
        if message.act:
            self.did(message.act)

    # What is shown.

    def show_wanted(self, instead: str = "") -> None:
        """What Enter would do, in the place of the bar; or something else to be said there."""
        want = self.page.want
        words = want.words if isinstance(want, (Train, Onward)) else ""
        self.query_one("#progress", Line).show(instead or words, bold=True)
        self.query_one("#bar").display = False

    def show_title(self, want: Train, more: str = "") -> None:
        task = experiment_words(want.experiment.id, self.session.prose)
        key = "run.title" if want.seed is not None else "run.sweep_title"
        if self.session.steps.review:
            key = "review.training"
        words = self.text(key, task=task, seed=want.seed, seeds=want.experiment.seeds)
        self.query_one("#run-title", Static).update(f"{words}{more}")

    def show_place(self) -> None:
        """The step that is looked at, in the title."""
        if self.running:
            step, steps = self.film.step(self.place), self.film.step(self.film.last)
            self.show_title(self.running.want, self.text("run.looking", step=step, steps=steps))
            self.show_wanted(self.film.words(self.place))

    def show_progress(self, share: float, words: str) -> None:
        self.query_one("#progress", Line).show(words)
        bar = self.query_one("#bar", Static)
        bar.display = True
        bar.update("█" * int(share * BAR) + "░" * (BAR - int(share * BAR)), layout=False)

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        for box in self.query(Pictures):
            box.show(pictures)
            self.place_said()
