"""A run at work in a thread of the app: it goes on while the page that shows it is made anew, in another language."""

import threading
from dataclasses import dataclass
from typing import Protocol

from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from lessons.acts import Act
from lessons.lesson import Prose
from lessons.page import Train
from lessons.pictures import Picture
from lessons.play_acts import Tried
from tutor.film import Film
from tutor.pack_runs import PackRun, trouble_of
from tutor.training import Training, Watching
from tutor.tui.driving import SELDOM, UPDATES, Controls, Snapshot, drive
from tutor.tui.screens.framed import Tutor, tutor_of
from tutor.words.text import Text

PATIENCE = 0.1  # seconds that the training waits for the screen
NO_FILM = Film()


class Trains(Protocol):
    """What a run asks of a session, of a lesson or of play."""

    text: Text

    @property
    def prose(self) -> Prose: ...

    def train(self, want: Train) -> Training: ...

    def training(self, want: Train) -> Training: ...


class Running:
    """One run and its controls. Its page is told how far it is; only message handlers touch widgets."""

    @dataclass
    class Progressed(Message):
        """A run has come further."""

        running: "Running"
        snapshot: Snapshot

    @dataclass
    class Ended(Message):
        """A run has ended, or was stopped: then it has no act."""

        running: "Running"
        act: Act | Tried | None = None
        pictures: tuple[Picture, ...] = ()
        film: Film = NO_FILM
        trouble: str = ""  # what a pack's code did instead of coming to its end

    def __init__(self, session: Trains, want: Train, controls: Controls, counts: bool = True) -> None:
        self.session, self.want, self.controls = session, want, controls
        self.counts = counts  # or it only shows again what has been
        self.training = session.train(want) if counts else session.training(want)
        self.page: Widget | None = None
        self.tutor: Tutor | None = None
        self.ended: Running.Ended | None = None
        self.shown = threading.Event()

    def start(self, page: Widget) -> None:
        """Begin to train, in a worker thread of the app: a page's own would end with the page."""
        self.page, self.tutor = page, tutor_of(page.screen)
        page.app.run_worker(self.work, thread=True)

    def go_on(self, session: Trains, page: Widget) -> None:
        """Report to another page from here on, in its language."""
        self.session, self.page = session, page
        self.training.speak(session.prose, session.text)
        self.controls.set()  # whoever waits looks up, and shows it anew
        if self.ended:
            page.post_message(self.ended)

    def stop(self) -> None:
        self.page = None
        self.controls.set(stopped=True)
        if isinstance(self.training, PackRun):
            self.training.close()

    # In the worker thread.

    def work(self) -> None:
        """Run, posting snapshots, and then what came of it."""
        worker = get_current_worker()

        def post(snapshot: Snapshot) -> None:
            if worker.is_cancelled:
                self.controls.set(stopped=True)
            elif self.counts:
                self.controls.updates = SELDOM if self.tutor and self.tutor.line_is_slow else UPDATES
                self.shown.clear()
                self.tell(self.Progressed(self, snapshot))
                self.shown.wait(PATIENCE)  # the screen first: a key must not wait for the training

        completed = drive(self.training, self.controls, post)
        if not worker.is_cancelled:
            self.ended = self.ending() if completed else self.Ended(self)
            self.tell(self.ended)

    def ending(self) -> "Running.Ended":
        act = self.training.act() if self.counts else None
        pictures, film = self.training.pictures(), film_of(self.training)
        return self.Ended(self, act, pictures, film, trouble_of(self.training, self.session.text))

    def tell(self, message: Message) -> None:
        if page := self.page:
            page.post_message(message)


def film_of(training: Training) -> Film:
    """What there is to walk through; trained once more where a part of it is in another language."""
    if not isinstance(training, Watching):
        return Film()
    if training.spoke:
        training = training.again()
        drive(training, Controls(full_speed=True), lambda _: None)
    return Film(training.live(), tuple(training.moments), training.parting())
