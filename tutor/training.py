"""Runs that a view drives: iterate over one for its steps, walk back through it, and ask it for its act at the end."""

from collections.abc import Callable, Iterator
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lessons.course.lesson.film import FirstDifference, Frame, Moment
from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Strings, Train
from lessons.course.lesson.pictures import Boundary, Curve, Picture
from lessons.course.lesson.state import Ran, Swept
from lessons.course.lesson.summaries import Record
from lessons.course.play.knobs import Tried, Values

if TYPE_CHECKING:
    from lessons.runs.experiment import WatchedRun, Ways


def drawing() -> ModuleType:
    """Return the module that draws runs, imported by the thread that trains first: it needs NumPy."""
    from lessons.runs import pictures

    return pictures


class LiveRun:
    """One seed of the arms that are shown, in lockstep."""

    def __init__(self, want: Train, page: Prose, text: Strings, names_difference: bool = False) -> None:
        assert want.seed is not None
        self.names_difference = names_difference
        self.experiment, self.seed, self.words = want.experiment, want.seed, (page, text)
        self.moments: list[Moment] = []
        self.spoke = False  # another language, from some moment on

    @cached_property
    def run(self) -> "WatchedRun":
        """Return the run, made by whoever iterates first: that thread imports NumPy and tries the ways to train."""
        from lessons.runs.experiment import WatchedRun

        return WatchedRun(self.experiment, self.seed, arms=self.experiment.shown)

    def __iter__(self) -> Iterator[Frame]:
        for step in self.run:
            yield Frame(step.step + 1, self.run.length, tuple(step.losses.items()))

    def speak(self, page: Prose, text: Strings) -> None:
        self.words, self.spoke = (page, text), True

    def again(self) -> "LiveRun":
        """Return the same run from its first step, which goes the same way to the last bit."""
        return LiveRun(Train(self.experiment, self.seed), *self.words, self.names_difference)

    def before(self) -> tuple[Picture, ...]:
        return self.drawn(drawing().picture_before)

    def live(self) -> tuple[Picture, ...]:
        return self.drawn(drawing().live_pictures)

    def now(self) -> Record:
        """Return the run's metrics at this step; `{}` if some arms are not watched."""
        whole = len(self.run.arms) == len(self.experiment.arms)
        return {self.experiment.id: self.run.measured().as_record()} if whole else {}

    def pictures(self) -> tuple[Picture, ...]:
        return self.drawn(drawing().picture_of)

    def drawn(self, draw: Callable[..., tuple[Picture, ...]]) -> tuple[Picture, ...]:
        return draw(self.experiment, self.run.trained, *self.words)

    def keep_moment(self, step: int) -> None:
        self.moments.append(Moment(step, self.drawn(drawing().moment_pictures)))

    def parting(self) -> FirstDifference | None:
        """Return the first difference of the arms, if it may be named: they are trained again up to it. Else None."""
        from lessons.runs.layer_calls import parting

        arms = [arm for arm in self.experiment.arms if arm.name in self.run.arms]
        if not self.names_difference or len(arms) < 2:
            return None
        found = parting(arms[0], arms[-1], self.seed, self.words[1])
        return FirstDifference(*found) if found else None

    def act(self) -> Ran:
        return Ran(self.experiment.id, self.seed, self.run.measured().of_one_seed())


class FullSweep:
    """Every seed of every arm."""

    def __init__(self, want: Train, seeds: tuple[int, ...], page: Prose, text: Strings) -> None:
        self.experiment, self.seeds, self.words = want.experiment, seeds, (page, text)
        self.measured: Any = None
        self.ways: Ways = {}

    def __iter__(self) -> Iterator[Frame]:
        from lessons.runs.experiment import Sweeping, sweep

        for item in sweep(self.experiment, self.seeds, ways=self.ways):
            if isinstance(item, Sweeping):
                yield Frame(item.done, item.total)
            else:
                self.measured, self.ways = item, {}  # the models of all seeds have been measured: nothing draws them

    def speak(self, page: Prose, text: Strings) -> None:
        self.words = page, text

    def live(self) -> tuple[Picture, ...]:
        return drawing().live_picture_of_sweep(self.experiment, self.ways, *self.words)

    def pictures(self) -> tuple[Picture, ...]:
        """Return the medians over all seeds, with their bands."""
        return drawing().picture_of_sweep(self.measured, *self.words) if self.measured else ()

    def act(self) -> Swept:
        return Swept(self.experiment.id, self.measured.as_record(), len(self.seeds))


Training = LiveRun | FullSweep


Before = tuple[Curve | Boundary, ...]  # of what was tried before


class PlayRun(LiveRun):
    """One seed of a model with knobs, which may be no model at all. What was tried before stands faintly behind it."""

    def __init__(self, want: Train, page: Prose, text: Strings, values: Values, before: Before) -> None:
        super().__init__(want, page, text)
        self.values, self.compared = values, before
        self.trouble, self.steps = "", 0

    def __iter__(self) -> Iterator[Frame]:
        """Train until its end, or until its loss is NaN, which it would stay."""
        try:
            for frame in super().__iter__():
                self.steps = frame.done
                yield frame
                if any(loss != loss for _, loss in frame.losses):
                    break
            self.trouble = next((run.trouble for run in self.run.trained.values()), "")
        except Exception as error:  # knobs may say what cannot be built: a finding, and no end of the app
            self.trouble = f"{type(error).__name__}: {error}".splitlines()[0][:200]

    def speak(self, page: Prose, text: Strings) -> None:
        self.words = page, text  # nothing of before is kept that has words

    def keep_moment(self, step: int) -> None:
        """Keep no moment: a try is not walked back through."""

    def now(self) -> Record:
        """Return the figures of the table; `{}` if they cannot be measured."""
        try:
            return super().now()
        except Exception:
            return {}

    def parting(self) -> None:
        """Return None: play trains one model, so no arms can differ."""

    def drawn(self, draw: Callable[..., tuple[Picture, ...]]) -> tuple[Picture, ...]:
        """Return these pictures, with earlier tries behind them; `()` if the model cannot be built or drawn."""
        try:
            return drawing().curves.with_before(super().drawn(draw), self.compared, self.words[1])
        except Exception:
            return ()

    def kept(self) -> Before:
        return () if self.trouble else drawing().curves.kept(super().drawn(drawing().picture_of))

    def act(self) -> Tried:  # type: ignore[override]
        if self.trouble:
            return Tried(self.values, {}, self.steps, trouble=self.trouble)
        (run,) = self.run.trained.values()
        (figures,) = self.run.measured().of_one_seed().values()
        return Tried(self.values, figures, self.steps, run.losses[0] if run.losses else None)
