"""Runs as a learner sees them: generators of frames, and of an outcome at the end.

Each yields None after a step, and is sent a pace: how far it may come, and in which language it goes on.
"""

import math
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from functools import cached_property

from lessons.course.lesson.film import Film, FirstDifference, Frame, Moment, Outcome, Pace
from lessons.course.lesson.lesson import Experiment, Prose
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import Axis, Curves, Picture
from lessons.course.lesson.state import Ran, Swept
from lessons.course.lesson.summaries import ENOUGH_SEEDS, Record
from lessons.course.lesson.values import error_words
from lessons.course.play.knobs import Before, Tried, Try, Values
from lessons.runs import pictures
from lessons.runs.beat import Beat
from lessons.runs.experiment import Measured, Sweeping, WatchedRun, Ways, sweep
from lessons.runs.layer_calls import parting
from lessons.runs.pictures.labels import Labels

MOMENTS = 60  # of a watched run, to be looked at again
TOLD_FROM_S = 1.0  # how long a sweep has taken before it is told how long it still takes
UNDRAWN_SWEEP_S = 1.5  # that a sweep may take before it is drawn while it trains
LONG_SWEEP_S = 3.0  # from which one may read something else meanwhile

Pictures = tuple[Picture, ...]
Steps = Generator[Frame | None, Pace, None]


def watch(
    experiment: Experiment, seed: int, page: Prose, text: Strings, is_seen: bool = True, names_difference: bool = False
) -> Generator[Frame | Outcome | None, Pace, None]:
    """Train one seed of the arms that are shown, in lockstep; without `is_seen` nothing is drawn before its end."""
    run = LiveRun(experiment, seed, page, text, is_seen)
    yield from run.frames()
    act = Ran(experiment.id, seed, run.run.measured().of_one_seed())
    shown = run.drawn(pictures.picture_of)
    yield Outcome(act, shown, (yield from run.film(names_difference)))


def try_out(
    experiment: Experiment, seed: int, page: Prose, text: Strings, is_seen: bool, values: Values, before: Before
) -> Generator[Frame | Try | None, Pace, None]:
    """Train one seed of a model with knobs, to its end or until its loss is NaN."""
    run = PlayRun(experiment, seed, page, text, is_seen, before)
    yield from run.frames()
    yield Try(run.tried(values), run.drawn(pictures.picture_of), run.kept())


def before(experiment: Experiment, seed: int, page: Prose, text: Strings) -> Pictures:
    """Draw what there is to see before the first step."""
    return LiveRun(experiment, seed, page, text).drawn(pictures.picture_before)


def before_try(experiment: Experiment, seed: int, page: Prose, text: Strings, earlier: Before) -> Pictures:
    return PlayRun(experiment, seed, page, text, True, earlier).drawn(pictures.picture_before)


def sweep_seen(
    experiment: Experiment, seeds: tuple[int, ...], page: Prose, text: Strings, is_seen: bool = True
) -> Generator[Frame | Outcome | None, Pace, None]:
    """Train every seed of every arm. A long sweep is drawn while it trains, with all its seeds."""
    ways: Ways = {}
    labels = Labels(experiment, page, text)
    beat, begun_s, pace = Beat(), time.monotonic(), Pace()
    bet: tuple[int, Pictures] = (-1, ())  # of how many seeds, and the bars
    first = ENOUGH_SEEDS if len(seeds) > ENOUGH_SEEDS else 0
    for item in sweep(experiment, seeds, ways=ways, first=first, enough=lambda: pace.enough):
        if isinstance(item, Measured):
            act = Swept(experiment.id, item.as_record(), len(item.seeds))
            yield Outcome(act, pictures.picture_of_sweep(labels, item))
        elif (pace := (yield None)).words:
            labels = Labels(experiment, *pace.words)
        if isinstance(item, Sweeping) and beat.is_due():
            taken_s = time.monotonic() - begun_s
            is_drawn = is_seen and taken_s > UNDRAWN_SWEEP_S
            if is_drawn and bet[0] != item.seeds:
                bet = item.seeds, pictures.bet_bars_so_far(labels, ways, item.seeds)
            shown = pictures.curves.losses_so_far(labels, ways) + bet[1] if is_drawn else ()
            left = left_words(labels.text, item, taken_s)
            says = waiting_words(labels, item, len(seeds), left)
            is_long = taken_s > TOLD_FROM_S and taken_s * item.total > LONG_SWEEP_S * item.done
            yield Frame(item.done, item.total, shown, {}, "swept", says, item.seeds, is_long, left)
            beat.rest()


def left_words(text: Strings, item: Sweeping, taken_s: float) -> str:
    """Say about how long the whole still takes; `""` as long as that cannot be told."""
    left_s = taken_s * (item.total - item.done) / item.done
    return text("run.left", seconds=math.ceil(left_s)) if taken_s > TOLD_FROM_S else ""


def waiting_words(labels: Labels, item: Sweeping, seeds: int, left: str) -> str:
    """Say how many seeds are in, how long the whole still takes, and which arm is in hand."""
    text = labels.text
    count = text("run.some_seeds", seeds=item.seeds, all=seeds) if item.seeds else text("observe.seeds", seeds=seeds)
    return str(text("run.swept", count=count, left=left, arm=labels.name(item.arm)))


class LiveRun:
    """One seed under way."""

    is_try = False  # which keeps no moments, and ends where its loss is NaN, which it would stay

    def __init__(self, experiment: Experiment, seed: int, page: Prose, text: Strings, is_seen: bool = True) -> None:
        self.experiment, self.seed, self.words, self.is_seen = experiment, seed, (page, text), is_seen
        self.moments: list[Moment] = []
        self.reached: dict[str, Axis] = {}  # by title: how far the axis of a picture has grown
        self.done = 0
        self.spoke = False  # another language, from some moment on

    @cached_property
    def run(self) -> WatchedRun:
        return WatchedRun(self.experiment, self.seed, arms=self.experiment.shown)

    def frames(self) -> Steps:
        beat, total = Beat(), self.run.length
        for step in self.run:
            self.done = step.step + 1
            self.keep_moment()
            pace = yield None
            self.hear(pace)
            while self.done < total and (self.done >= pace.share * total or beat.is_due()):
                pace = yield self.frame()
                self.hear(pace)
                beat.rest()
            if self.is_try and any(loss != loss for loss in step.losses.values()):
                break
        if self.done:
            yield self.frame()

    def hear(self, pace: Pace) -> None:
        """Go on in the language that is wanted."""
        if pace.words and pace.words[1].language != self.words[1].language:
            self.words, self.spoke = pace.words, True

    def frame(self) -> Frame:
        shown, now = (self.drawn(pictures.live_pictures), self.now()) if self.is_seen else ((), {})
        return Frame(self.done, self.run.length, shown, now)

    def now(self) -> Record:
        """Return the run's metrics at this step; `{}` if some arms are not watched."""
        whole = len(self.run.arms) == len(self.experiment.arms)
        return {self.experiment.id: self.run.measured().as_record()} if whole else {}

    def drawn(self, draw: Callable[..., Pictures]) -> Pictures:
        return tuple(map(self.grown, draw(Labels(self.experiment, *self.words), self.run.trained)))

    def grown(self, picture: Picture) -> Picture:
        """Return a picture with its axis as far as it has ever reached in this run: it grows, and never jumps back."""
        if not isinstance(picture, Curves):
            return picture
        axis, before = picture.y, self.reached.get(picture.title, picture.y)
        axis = replace(axis, low=min(axis.low, before.low), high=max(axis.high, before.high))
        self.reached[picture.title] = axis
        return replace(picture, y=axis)

    def keep_moment(self) -> None:
        is_moment = (self.done - 1) % max(1, self.run.length // MOMENTS) == 0 or self.done == self.run.length
        if is_moment and self.is_seen and not self.is_try:
            self.moments.append(Moment(self.done - 1, self.drawn(pictures.moment_pictures)))

    def film(self, names_difference: bool) -> Generator[None, Pace, Film]:
        """Return the moments to walk through; trained once more if some of them are in another language."""
        if self.spoke:
            self.moments = []
            self.run = WatchedRun(self.experiment, self.seed, arms=self.experiment.shown)
            for step in self.run:
                self.done = step.step + 1
                self.keep_moment()
                yield None
        last = self.drawn(pictures.live_pictures) if self.moments else ()
        return Film(last, tuple(self.moments), self.parting() if names_difference else None)

    def parting(self) -> FirstDifference | None:
        """Return the first difference of the arms, for which they are trained again up to it, or None."""
        arms = [arm for arm in self.experiment.arms if arm.name in self.run.arms]
        return parting(arms[0], arms[-1], self.seed, self.words[1]) if len(arms) > 1 else None


class PlayRun(LiveRun):
    """One seed of a model with knobs, which may be no model at all. What was tried before stands faintly behind it."""

    is_try = True

    def __init__(
        self, experiment: Experiment, seed: int, page: Prose, text: Strings, is_seen: bool, before: Before
    ) -> None:
        super().__init__(experiment, seed, page, text, is_seen)
        self.before, self.trouble = before, ""

    def frames(self) -> Steps:
        try:
            yield from super().frames()
            self.trouble = next((run.trouble for run in self.run.trained.values()), "")
        except Exception as error:  # knobs may say what cannot be built: a finding, and no end of the app
            self.trouble = error_words(error)

    def drawn(self, draw: Callable[..., Pictures]) -> Pictures:
        """Return these pictures, with earlier tries behind them; `()` if the model cannot be built or drawn."""
        try:
            return tuple(map(self.grown, pictures.curves.with_before(super().drawn(draw), self.before, self.words[1])))
        except Exception:
            return ()

    def kept(self) -> Before:
        return () if self.trouble else pictures.curves.kept(super().drawn(pictures.picture_of))

    def tried(self, values: Values) -> Tried:
        if self.trouble:
            return Tried(values, {}, self.done, trouble=self.trouble)
        (run,) = self.run.trained.values()
        (figures,) = self.run.measured().of_one_seed().values()
        return Tried(values, figures, self.done, run.losses[0] if run.losses else None)
