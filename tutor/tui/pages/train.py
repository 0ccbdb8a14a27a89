"""A run at the keyboard: one seed live, then every seed; paused, hurried, walked back through."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from lessons.course.lesson.film import Film, Outcome
from lessons.course.lesson.page import Onward, Page, Train
from lessons.course.lesson.pictures import Boundary, Curves, Picture
from lessons.course.lesson.summaries import Record
from lessons.course.steps.plan import SEED
from tutor.session import Session
from tutor.training import IDLE_S, Controls
from tutor.tui.live_run import Batch, RunControl, RunView
from tutor.tui.pages.page import PageView
from tutor.tui.steady import BREAKPOINTS
from tutor.tui.widgets.bars import ProgressRow
from tutor.tui.widgets.blocks import toned, widgets_of
from tutor.tui.widgets.panes import swap
from tutor.tui.widgets.picture import Pictures

LOW_ROWS = 20  # of a window in which companions of the curves leave no room for words
READY_S, READY_TIMES = IDLE_S / 2, 6  # how often a page that is read keeps a process ready: for half a minute
LOOKING = {"left": -1, "right": 1, "shift+left": -10, "shift+right": 10, "home": -1000, "end": 1000}  # moments of a run


class TrainPage(PageView[Train | Onward], RunView):
    """One run at a time. Enter does what the page wants next: watch a seed, train them all, or go on."""

    BINDINGS = [
        ("enter", "forward"),
        ("space", "pause"),
        ("s", "new_seed"),
        ("x", "stop"),
        ("f", "speed"),
        ("a", "again"),
        *((key, f"look_back({by})") for key, by in LOOKING.items()),
    ]
    can_focus = True
    kept: reactive[int] = reactive(0, repaint=False, bindings=True)  # seeds that count if the others are stopped

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(session, page)
        self.is_busy = False  # with a run that counts, until the page that follows it is here
        self.is_over = self.is_kept = False  # its last step is drawn; and, a moment later, what came of it announced
        self.afterwards: Callable[[], None] | None = None  # what was asked for since its last step was drawn
        self.controls, self.film, self.place = Controls(), Film(), 0
        self.now: Record = {}  # what the run that was watched has come to

    def compose(self) -> ComposeResult:
        yield Static(id="run-title", markup=False)
        said = VerticalScroll(*self.said(), id="said", can_focus=False)
        yield Container(Pictures(id="pictures"), said, id="run-body")
        yield VerticalScroll(*self.measured(), id="numbers", can_focus=False)
        yield ProgressRow(id="progress-row")

    def said(self) -> list[Widget]:
        return [widget for aside in self.page.asides for widget in widgets_of(aside.blocks, self.room)]

    def measured(self) -> list[Widget]:
        """Return the measurements, after the verdicts: in one box, if they do not stand beside the pictures."""
        return [Vertical(*self.said(), id="verdicts"), *widgets_of(self.page.blocks, self.room)]

    def begin(self) -> None:
        """Begin a run that was asked for on the page before, draw again one that was made, or show what waits."""
        self.query_one("#numbers").display = bool(self.page.blocks)
        self.show_wanted()
        self.place_said()
        self.set_interval(READY_S, self.make_ready, repeat=READY_TIMES)
        self.focus()
        if going := Batch.of(self.app, self.session):
            self.controls, going.session = going.controls, self.session
            self.begin_run(going)
        elif isinstance(self.want, Train) and self.want.at_once:
            self.start(self.want)
        elif made := self.session.made():
            self.begin_run(RunControl(self.session, made, Controls(full_speed=True), counts=False))
        elif isinstance(self.want, Train):
            self.show_title(self.want)
            self.prepare(self.want)

    def is_at_work(self) -> bool:
        return self.is_busy

    def fits(self, page: Page) -> bool:
        """Return True for the page of the same run after one of its parts; cards have a page of their own."""
        return page.step == self.page.step and not page.cards and isinstance(page.want, Train | Onward)

    async def show(self, page: Page) -> None:
        """Keep the pictures; show what was measured, who was right, and what is wanted next."""
        goes_on = self.is_busy and self.is_kept and self.app.screen is self.screen
        self.is_busy &= not self.is_kept
        await super().show(page)
        box = self.query_one("#numbers", VerticalScroll)
        await swap(box, *self.measured())
        box.display = bool(page.blocks) and not self.is_busy
        box.scroll_home(animate=False)
        await swap(self.query_one("#said"), *self.said())
        self.show_bets(self.now)
        self.place_said()
        self.show_wanted()
        if isinstance(self.want, Train) and not self.is_busy and (self.want.at_once or (self.want.follows and goes_on)):
            self.start(self.want)
        elif self.afterwards and not self.is_busy:
            self.afterwards()

    async def speak(self) -> bool:
        if self.is_busy and self.running:
            self.running.speak()
            self.show_title(self.running.want)
        return self.is_busy

    def on_resize(self) -> None:
        self.place_said()

    def action_scroll_page(self, pages: int) -> None:
        box = self.query_one("#numbers", VerticalScroll)
        box.scroll_relative(y=pages * max(1, box.size.height - 1), animate=False)

    def on_run_control_progressed(self, message: RunControl.Progressed) -> None:
        """Let what was bet on tick."""
        if message.running is self.running:
            self.is_over = message.frame.done == message.frame.total
            self.show_bets(message.frame.now)
            if self.is_busy and message.frame.is_long:
                self.show_title(message.running.want, self.text("run.meanwhile"))
            self.kept = message.frame.kept

    def show_bets(self, now: Record) -> None:
        self.now = now
        for line, words in zip(self.query("#said .words").results(Static), self.session.bets(now), strict=False):
            line.update(toned(words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something."""
        was_watched = self.last_watched() is not None
        return {
            "pause": self.is_busy and was_watched,
            "stop": self.is_busy,
            "look_back": not self.is_busy and bool(self.film.moments),
            "speed": self.is_busy or self.waits,
            "new_seed": was_watched,
            "units": self.has_units,
            "again": was_watched and not self.is_under_way,
        }.get(action, True)

    def keys(self) -> str:
        speed = self.text("run.slow" if self.controls.full_speed else "run.fast")
        key = "ready" if self.waits else "done" if self.film.moments else "swept"
        if self.is_busy:
            key = "live" if self.last_watched() else "sweep_kept" if self.kept else "sweep"
        values = {"speed": speed, "units": self.text("run.units") if self.has_units else "", "seeds": self.kept}
        return self.key_line(f"run.keys_{key}", **values)

    @property
    def waits(self) -> bool:
        return isinstance(self.want, Train) and self.want.seed is not None

    @property
    def is_under_way(self) -> bool:
        return self.is_busy and not self.is_over

    def once_kept(self, do: Callable[[], None]) -> None:
        """Do something; where a run is over, once the page that follows it is here."""
        if not self.is_busy:
            do()
        elif self.is_over:
            self.afterwards = do

    def action_forward(self) -> None:
        """Do what is wanted next; in the middle of a run go on, which says what that waits for."""
        if self.is_under_way:
            self.action_onwards()
        self.once_kept(self.go_forward)

    def go_forward(self) -> None:
        if isinstance(self.want, Train):
            self.start(self.want)
        else:
            self.action_onwards()

    def action_pause(self) -> None:
        self.controls.set(paused=not self.controls.paused)

    def action_new_seed(self) -> None:
        watch = partial(self.watch_run, random.randrange(1000, 10000))
        if self.is_under_way:
            watch()
        else:
            self.once_kept(watch)

    def action_again(self) -> None:
        self.once_kept(self.watch_run)

    def watch_run(self, seed: int | None = None) -> None:
        """Watch the last run once more, or with another seed."""
        if last := self.last_watched():
            self.start(replace(last, seed=seed or last.seed))

    def action_look_back(self, moments: int) -> None:
        """Walk through the run that was watched: all its pictures go along, and its title says the step."""
        self.place = min(max(0, self.place + moments), self.film.last)
        self.show_pictures(self.film.at(self.place))
        if self.running:
            step, steps = self.film.step(self.place), self.film.step(self.film.last)
            self.show_title(self.running.want, self.text("run.looking", step=step, steps=steps))
            self.show_wanted(self.film.words(self.place))

    def last_watched(self) -> Train | None:
        """Return the seed that is watched, or was last; None while every seed is trained."""
        if self.is_busy and self.running:
            return self.running.want if self.running.want.seed is not None else None
        return self.want if isinstance(self.want, Train) and self.waits else self.session.watched()

    def start(self, want: Train) -> None:
        self.controls = Controls(self.controls.full_speed)
        self.query_one("#numbers").display = False
        self.now = {}
        if want.seed is None:
            self.show_pictures(())
            if self.session.steps.review is None:
                self.prepare(want)
        self.query_one(ProgressRow).say(self.text("run.begun"))
        kind = Batch if want.seed is None and self.session.steps.review is None else RunControl
        self.begin_run(kind(self.session, want, self.controls))
        self.refresh_bindings()

    def begin_run(self, running: RunControl) -> None:
        """Show this run in place of another. One that does not count only draws again what has been."""
        self.is_busy, self.is_over, self.is_kept, self.afterwards = running.counts, False, False, None
        self.film, self.kept = Film(), 0
        self.show_title(running.want, "" if running.counts else self.text("run.redrawn"))
        super().begin_run(running)

    @work
    async def prepare(self, want: Train) -> None:
        """Show what there is to see before the first step; of a batch its axes, until its seeds are drawn."""
        seed = SEED if want.seed is None else want.seed
        pictures = await asyncio.to_thread(self.session.before(replace(want, seed=seed)).result) or ()
        shown = (each for each in pictures if want.seed is not None or isinstance(each, Curves))
        if self.running is None or (self.running.want is want and not self.query_one(Pictures).pictures):
            self.show_pictures(tuple(shown))

    def on_run_control_ended(self, message: RunControl.Ended) -> None:
        if message.running is not self.running:
            return
        stopped, outcome = self.is_busy and message.outcome is None, message.outcome
        self.is_over = self.is_kept = True
        self.show_title(message.running.want)
        if stopped:
            self.is_busy, self.running = False, None
            self.show_wanted(message.trouble or self.text("run.stopped"))
        elif isinstance(outcome, Outcome):
            self.film, self.place = outcome.film, outcome.film.last
            self.show_pictures(outcome.pictures)
        self.refresh_bindings()
        if isinstance(outcome, Outcome) and message.running.counts:
            self.did(outcome.act)

    def show_wanted(self, instead: str = "") -> None:
        """Say what Enter would do, in the place of the bar; or something else."""
        if not self.is_busy:
            self.make_ready()
            self.query_one(ProgressRow).say(instead or self.want.words)

    def make_ready(self) -> None:
        """Let the process that would train start meanwhile, or stay where it is there."""
        if isinstance(self.want, Train) and not self.is_busy:
            self.session.process.begin()

    def show_title(self, want: Train, more: str = "") -> None:
        words = self.session.run_title(want) or self.text("review.training")
        self.query_one("#run-title", Static).update(f"{words}{more}")

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        super().show_pictures(pictures)
        self.place_said()
        self.call_after_refresh(self.renew_keys)

    def place_said(self) -> None:
        """Place what the learner said: beside one map, or beside curves in a wide window; else below them."""
        said, numbers = self.query_one("#said"), self.query_one("#numbers")
        said.border_title = next((aside.title for aside in self.page.asides), "")
        pictures, companions = self.query_one(Pictures).parts()
        are_maps = any(isinstance(each, Boundary) for each in pictures)
        is_beside = not companions and (len(pictures) == 1 if are_maps else self.app.size.width >= BREAKPOINTS[0][0])
        self.query_one("#run-body").set_class(is_beside, "-paired")
        is_below = numbers.display and not is_beside
        numbers.query("#verdicts").set(display=is_below)
        self.set_class(is_low := self.app.size.height < LOW_ROWS, "-low")
        said.display = bool(self.page.asides) and not is_below and not (companions and is_low)
