"""A run at work in a worker thread: its frames go to the widget that shows it, which may pause, hurry and stop it."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget
from textual.worker import get_current_worker

from lessons.course.lesson.film import Frame, Outcome, incoming
from lessons.course.lesson.page import Train
from lessons.course.lesson.pictures import Picture
from lessons.course.play.knobs import Try
from tutor.play_session import PlaySession
from tutor.training import UPDATES_PER_S, Controls
from tutor.tui.widgets.bars import ProgressRow
from tutor.tui.widgets.picture import MapLayers, Pictures

if TYPE_CHECKING:  # which play does not need
    from tutor.session import Session

SLOW_UPDATES_PER_S = 1.0  # where the line is slow
INCOMING_FRAMES = 8  # in which the seeds of a quick sweep come in, in a second
GOES_ON = ("watched", "swept")  # phases after which there is another frame
SCREEN_WAIT_S = 0.1  # that the training waits for the screen


class RunControl:
    """One run and its controls. The widget that shows it is told how far it is, and what came of it."""

    @dataclass
    class Progressed(Message):
        """A run has come further."""

        running: "RunControl"
        frame: Frame

    @dataclass
    class Ended(Message, bubble=False):
        """A run has come to its end; or there was trouble; or it was stopped, and there is neither."""

        running: "RunControl"
        outcome: Outcome | Try | None
        trouble: str = ""

    def __init__(self, session: "Session | PlaySession", want: Train, controls: Controls, counts: bool = True) -> None:
        self.session, self.want, self.controls = session, want, controls
        self.counts = counts  # or it only shows again what has been
        self.run = session.train(want, controls) if counts else session.training(want, controls)
        self.shown = threading.Event()
        self.next_s = 0.0  # on a slow line
        self.page: Widget | None = None
        self.frame: Frame | None = None  # the last one

    def start(self, page: Widget) -> None:
        self.page = page
        page.run_worker(self.work, thread=True)

    def speak(self) -> None:
        """Go on in the language that the session has now."""
        self.controls.set(words=(self.session.prose, self.session.text))

    def leave(self) -> None:
        """End it: nobody sees it any more."""
        self.page = None
        self.run.stop()

    @property
    def listener(self) -> MessagePump | None:
        """Return who is told what came of it; None if it was left."""
        return self.page

    def work(self) -> None:
        """In the worker thread: run, posting frames, and then what came of it."""
        worker, outcomes = get_current_worker(), self.session.learner.outcomes
        if not self.counts:
            self.run.recall(outcomes)
        for frame in self.frames():
            self.frame = frame or self.frame
            if worker.is_cancelled:
                self.run.stop()
            elif frame and self.counts and (page := self.page):
                self.post(frame, page)
        outcome = None if self.controls.stopped else self.run.outcome
        if isinstance(outcome, Outcome):
            self.run.keep(outcomes)
        if not worker.is_cancelled and (listener := self.listener):
            listener.post_message(self.Ended(self, outcome, self.run.trouble))

    def frames(self) -> Iterator[Frame | None]:
        """Yield the frames of the run; of a sweep that was too quick to be drawn its seeds come in afterwards."""
        is_drawn = False
        for frame in self.run:
            is_drawn = is_drawn or bool(frame and frame.pictures)
            yield frame
        swept = self.run.outcome if self.want.seed is None and not is_drawn else None
        if swept:
            for seeds, pictures in incoming(swept.pictures, INCOMING_FRAMES):
                if self.controls.full_speed or self.controls.stopped:
                    return
                yield Frame(seeds, swept.act.seeds, pictures, phase="seeds")
                self.controls.rest(1 / INCOMING_FRAMES)

    def post(self, frame: Frame, page: Widget) -> None:
        """Send a frame to its page, and let it be shown first: a key must not wait for the training."""
        is_slow = getattr(page.app, "line_is_slow", False)
        self.controls.updates = SLOW_UPDATES_PER_S if is_slow else UPDATES_PER_S
        if is_slow and time.monotonic() < self.next_s and frame.phase in GOES_ON and frame.done < frame.total:
            return
        self.next_s = time.monotonic() + 1 / SLOW_UPDATES_PER_S
        self.shown.clear()
        page.post_message(self.Progressed(self, frame))
        self.shown.wait(SCREEN_WAIT_S)


class Batch(RunControl):
    """Every seed of a lesson's experiment. Left alone it goes on until the app ends, which is told what came of it."""

    session: "Session"
    app: App[None] | None = None

    @staticmethod
    def of(app: App[None], session: "Session") -> "Batch | None":
        """Return the one that is under way in the open step of a lesson."""
        names = {experiment.id for experiment in session.experiments}
        here = (each for each in batches_of(app) if each.session.place.key == session.place.key)
        return next((each for each in here if each.want.experiment.id in names), None)

    def start(self, page: Widget) -> None:
        """Begin, or show it on another page than before."""
        self.page = page
        if self.app:
            self.speak()
            if self.frame:
                page.post_message(self.Progressed(self, self.frame))
        else:
            self.app = page.app
            batches_of(self.app).append(self)
            self.app.run_worker(self.work, thread=True)

    def leave(self) -> None:
        self.page = None

    @property
    def listener(self) -> MessagePump | None:
        return self.app


class KeepsBatches(Protocol):
    """The app, for its batches."""

    batches: list[Batch]


def batches_of(app: App[None]) -> list[Batch]:
    """Return the batches that are under way, whoever sees them."""
    return cast(KeepsBatches, app).batches


class RunView(MapLayers):
    """A view of one run at a time: what another one posts is too late. Mix it in after the kind of widget."""

    running: RunControl | None = None
    controls: Controls

    def on_unmount(self) -> None:
        self.end_run()

    def end_run(self) -> None:
        if self.running:
            self.running.leave()
            self.running = None

    def begin_run(self, running: RunControl) -> None:
        self.end_run()
        self.running = running
        running.start(self)

    def action_stop(self) -> None:
        if self.running:
            self.running.run.end()

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.refresh_bindings()

    def on_run_control_progressed(self, message: RunControl.Progressed) -> None:
        running, now = message.running, message.frame
        if running is self.running:
            if now.pictures:
                self.show_pictures(now.pictures)
            words = now.says or running.session.text(f"run.{now.phase}", done=now.done, total=now.total)
            for row in self.query(ProgressRow):
                row.show(now.done / (now.total or 1), words)
        self.call_after_refresh(running.shown.set)

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        for box in self.query(Pictures):
            box.show(pictures)
