"""A run that a view drives: iterate over it for its steps, and ask it for its act once it has come to its end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lessons.acts import Ran, Swept
from lessons.lesson import Experiment, Prose
from lessons.page import Train
from lessons.pictures import Picture
from lessons.text import Text

if TYPE_CHECKING:
    from lessons.runs.experiment import WatchedRun, Ways

Seeds = Callable[[Experiment], tuple[int, ...]]


@dataclass(frozen=True)
class Frame:
    """How far a run has come, and, of a watched one, the loss of each arm at this step."""

    done: int
    total: int
    losses: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Moment:
    """What the models of a watched run were at one step: every picture but the curves."""

    step: int
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Parting:
    """The first step in which two arms differ, and what differs there, in words."""

    step: int
    words: str


class Watching:
    """One seed of the arms that are shown, in lockstep."""

    def __init__(self, want: Train, page: Prose, text: Text, names_difference: bool = False) -> None:
        assert want.seed is not None
        self.names_difference = names_difference
        self.experiment, self.seed, self.words = want.experiment, want.seed, (page, text)
        self.moments: list[Moment] = []
        self.spoke = False  # another language, from some moment on

    @cached_property
    def run(self) -> "WatchedRun":
        """The run, made by whoever iterates first: that thread imports NumPy and tries the ways to train."""
        from lessons.runs.experiment import WatchedRun

        return WatchedRun(self.experiment, self.seed, arms=self.experiment.shown)

    def __iter__(self) -> Iterator[Frame]:
        for step in self.run:
            yield Frame(step.step + 1, self.run.length, tuple(step.losses.items()))

    def speak(self, page: Prose, text: Text) -> None:
        """Go on in another language."""
        self.words, self.spoke = (page, text), True

    def again(self) -> "Watching":
        """The same run from its first step, which goes the same way to the last bit."""
        return Watching(Train(self.experiment, self.seed), *self.words, self.names_difference)

    def before(self) -> tuple[Picture, ...]:
        """What there is to see before the first step."""
        from lessons.runs.pictures import picture_before

        return picture_before(self.experiment, self.run.trained, *self.words)

    def live(self) -> tuple[Picture, ...]:
        """What there is to see while it trains."""
        from lessons.runs.pictures import live_pictures

        return live_pictures(self.experiment, self.run.trained, *self.words)

    def pictures(self) -> tuple[Picture, ...]:
        """What there is to see at its end."""
        from lessons.runs.pictures import picture_of

        return picture_of(self.experiment, self.run.trained, *self.words)

    def keep_moment(self, step: int) -> None:
        """Keep what the models are now, to be looked at again."""
        from lessons.runs.pictures import moment_pictures

        pictures = moment_pictures(self.experiment, self.run.trained, *self.words)
        self.moments.append(Moment(step, pictures))

    def parting(self) -> Parting | None:
        """Where the arms first differ, if that may be named: they are trained once more, until they do."""
        from lessons.runs.first_difference import difference_words, first_difference
        from lessons.runs.training import begin

        arms = [arm for arm in self.experiment.arms if arm.name in self.run.arms]
        if not self.names_difference or len(arms) < 2:
            return None
        found = first_difference(begin(arms[0], self.seed), begin(arms[-1], self.seed))
        return Parting(found.step, difference_words(found, self.words[1])) if found else None

    def act(self) -> Ran:
        return Ran(self.experiment.id, self.seed, self.run.measured().of_one_seed())


class SweepingAll:
    """Every seed of every arm."""

    def __init__(self, want: Train, seeds: tuple[int, ...], page: Prose, text: Text) -> None:
        self.experiment, self.seeds, self.words = want.experiment, seeds, (page, text)
        self.measured: Any = None
        self.ways: Ways = {}

    def __iter__(self) -> Iterator[Frame]:
        from lessons.runs.experiment import Sweeping, sweep

        for item in sweep(self.experiment, self.seeds, ways=self.ways):
            if isinstance(item, Sweeping):
                yield Frame(item.done, item.total)
            else:
                self.measured = item

    def speak(self, page: Prose, text: Text) -> None:
        """Go on in another language."""
        self.words = page, text

    def live(self) -> tuple[Picture, ...]:
        """Every seed as far as it has come."""
        from lessons.runs.pictures import live_picture_of_sweep

        return live_picture_of_sweep(self.experiment, self.ways, *self.words)

    def pictures(self) -> tuple[Picture, ...]:
        """The medians over all seeds, with their bands."""
        from lessons.runs.pictures import picture_of_sweep

        return picture_of_sweep(self.measured, *self.words) if self.measured else ()

    def act(self) -> Swept:
        return Swept(self.experiment.id, self.measured.as_record(), len(self.seeds))


Training = Watching | SweepingAll
