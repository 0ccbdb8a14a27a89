"""The one client of the engine: a run is a job under way, whoever does it, for views to drive and to control."""

import pickle
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lessons.course.lesson.film import Frame, Pace
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.values import LessonError
from lessons.engine.job import Job, Progress
from lessons.engine.process import ANSWER_S, NOT_STARTED, UNTIMED_S, CodeEnded, Process
from lessons.engine.thread import Here
from tutor.learner import Outcomes
from tutor.words.author_sentences import author_words
from tutor.words.text import Text

UPDATES_PER_S = 4.4  # enough for the eye, and little enough for a slow line
WATCHED_S = 4.0  # how long a watchable run takes, at least
IDLE_S = 10.0  # that a process is kept for the next job
HERE = Here()
OURS = Process(UNTIMED_S, IDLE_S)  # of the course's own jobs, which take as long as they take

Doer = Here | Process


def doer_of(of_pack: object) -> Process:
    """Return the process of the course's own jobs; for a pack's another one, with a limit of time, too."""
    return Process(ANSWER_S, IDLE_S) if of_pack else OURS


class Controls:
    """The learner's controls of a run under way. Safe to call from any thread."""

    def __init__(self, full_speed: bool = False, seconds: float = WATCHED_S) -> None:
        self._woken = threading.Condition()
        self.paused = False
        self.stopped = self.enough = False  # at once; with the seeds that are there
        self.kept = 0  # seeds that are there, so that they would count
        self.full_speed = full_speed
        self.seconds = seconds  # that a watched run takes at least
        self.updates = UPDATES_PER_S
        self.words: tuple[Prose, Text] | None = None  # of another language than it began with
        self.share, self.since = 0.0, time.monotonic()  # how far it was at its last frame, and when
        self.changes = self.known = 0  # that were made so far, and of which the run has heard

    def set(self, **changes: Any) -> None:
        """Change paused, stopped, enough, full_speed or words, and wake the run if it is waiting."""
        with self._woken:
            for name, value in changes.items():
                setattr(self, name, value)
            self.changes += 1
            self._woken.notify_all()

    def pace(self) -> Pace:
        """Return how far the run may have come by now."""
        self.known = self.changes
        watchable = self.share + (time.monotonic() - self.since) / max(self.seconds, 1e-9)
        share = 0.0 if self.paused else 1.0 if self.full_speed else watchable
        return Pace(share, self.words, self.stopped, self.enough)

    def wait(self, frame: Frame) -> None:
        """Wait until there may be another frame after this one; a change of the controls ends it early."""
        self.share, self.since = frame.done / (frame.total or 1), time.monotonic()
        if self.paused or (frame.phase == "watched" and not self.full_speed):
            self.rest(None if self.paused else 1 / self.updates)

    def rest(self, seconds: float | None) -> None:
        with self._woken:
            self._woken.wait_for(lambda: self.changes != self.known, seconds)


class JobRun:
    """A job under way. Iterate over it; then it has its outcome, or trouble, or neither if it was stopped."""

    def __init__(self, job: Job, doer: Doer, text: Text, controls: Controls | None = None) -> None:
        self.job, self.doer, self.text = job, doer, text
        self.controls = controls or Controls(full_speed=True)
        self.outcome: Any = None  # its last item that is no frame
        self.trouble = ""  # a sentence: why it did not come to its end
        self.own_words = ""  # where it is the learner's own code that can end it

    def __iter__(self) -> Iterator[Frame | None]:
        """Yield frames, five a second at most, and None now and then; nothing where its outcome is known."""
        if self.outcome is not None:
            return
        try:
            for item in self.doer.items(self.job, self.controls.pace):
                if isinstance(item, Frame):
                    self.controls.kept = item.kept
                    yield replace(item, phase="paused") if self.controls.paused else item
                    self.controls.wait(item)
                else:
                    self.outcome = self.outcome if isinstance(item, Progress) else item
                    yield None
        except LessonError as error:
            if self.doer is OURS and isinstance(error, CodeEnded) and error.reason == NOT_STARTED:
                self.doer = HERE
                yield from self
            elif not self.controls.stopped:
                words = self.own_words if isinstance(error, CodeEnded) else ""
                self.trouble = words or ended_words(error, self.text, of_pack=self.doer is not OURS)

    def result(self) -> Any:
        """Run to the end, and return the outcome; None if there was trouble."""
        for _ in self:
            pass
        return self.outcome

    def keep(self, outcomes: Outcomes) -> None:
        """Pack what came of it, a few hundred kilobytes, unless the same is kept."""
        if all(essence(job) != essence(self.job) for job, _ in outcomes):
            outcomes.append((self.job, zlib.compress(pickle.dumps(self.outcome), 1)))

    def recall(self, outcomes: Outcomes) -> None:
        """Take over what came of the same job, of which the same pictures would come."""
        same = (packed for job, packed in outcomes if essence(job) == essence(self.job))
        self.outcome = next((pickle.loads(zlib.decompress(packed)) for packed in same), None)

    def end(self) -> None:
        """End it with the seeds that are there; at once, if these are too few to count."""
        if self.controls.kept:
            self.controls.set(enough=True)
        else:
            self.stop()

    def stop(self) -> None:
        """End it at once, from any thread."""
        self.controls.set(stopped=True)
        self.doer.stop(self.job)


def essence(job: Job) -> tuple[object, ...]:
    """Return all that a run's pictures depend on: two experiments are equal whatever was bet on them."""
    return (job.function, *job.arguments, getattr(job.arguments[0], "bets", ()))


def ended_words(error: LessonError, text: Text, of_pack: bool = True) -> str:
    """Say why a job of a pack, or of the course, gave no answer."""
    if not isinstance(error, CodeEnded):
        return author_words(str(error), text)
    return text(f"pack.{error.reason}" if of_pack else "run.ended")
