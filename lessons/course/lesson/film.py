"""A run as somebody watches it: how far it is, its pictures at some moments, and the walk back through them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lessons.course.lesson.lesson import Prose
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import Curves, Picture
from lessons.course.lesson.state import Ran, Swept
from lessons.course.lesson.summaries import Record


@dataclass(frozen=True)
class Pace:
    """The share that a run may reach before it waits for the next of these; and the language in which it goes on."""

    share: float = 1.0
    words: tuple[Prose, Strings] | None = None
    stopped: bool = False
    enough: bool = False  # it ends with the seeds that are there


@dataclass(frozen=True)
class Frame:
    """A run as it stands: everything a screen needs to show it, and no part that it could change."""

    done: int
    total: int
    pictures: tuple[Picture, ...] = ()
    now: Record = field(default_factory=dict)  # what its metrics are at this step
    phase: str = "watched"  # or paused; swept, and then the seeds coming in
    says: str = ""  # what it is at, where the phase alone would not tell
    kept: int = 0  # seeds that would count if it were stopped now
    is_long: bool = False  # so that something else may be read meanwhile
    left: str = ""  # about how long it still takes, in words, once that can be told


@dataclass(frozen=True)
class Moment:
    """The models of a watched run at one step: every picture but the curves."""

    step: int
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class FirstDifference:
    """The first step in which two arms differ, and what differs there, in words."""

    step: int
    words: str


@dataclass(frozen=True)
class Film:
    """The pictures as they were at the end, and what each but the curves was at some moments before."""

    pictures: tuple[Picture, ...] = ()
    moments: tuple[Moment, ...] = ()
    parting: FirstDifference | None = None

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    def step(self, place: int) -> int:
        """Return the training step of a moment, counted from 1 as people count."""
        return self.moments[place].step + 1

    def words(self, place: int) -> str:
        """Say where the arms part, at the last moment that is not after it; `""` at any other."""
        if self.parting is None:
            return ""
        before = [number for number in range(len(self.moments)) if self.step(number) <= max(1, self.parting.step)]
        return self.parting.words if place == before[-1] else ""

    def at(self, place: int) -> tuple[Picture, ...]:
        """Return the pictures of one moment: the curves are marked there, the others are as they were."""
        moment = self.moments[place]
        others = iter(moment.pictures)
        return tuple(
            replace(picture, at=moment.step) if isinstance(picture, Curves) else next(others, picture)
            for picture in self.pictures
        )


@dataclass(frozen=True)
class Outcome:
    """The end of a run: the act, its pictures, and the film to walk back through."""

    act: Ran | Swept
    pictures: tuple[Picture, ...] = ()
    film: Film = Film()


def incoming(pictures: tuple[Picture, ...], frames: int) -> Iterator[tuple[int, tuple[Picture, ...]]]:
    """Yield the seeds of a sweep coming in one after the other: how many are there, and their lines alone."""
    curves = [picture for picture in pictures if isinstance(picture, Curves)]
    count = max((len(curve.faint) for picture in curves for curve in picture.curves), default=0)
    for seeds in dict.fromkeys(-(-count * frame // frames) for frame in range(1, frames + 1) if count):
        yield seeds, tuple(first_seeds(each, seeds) if isinstance(each, Curves) else each for each in pictures)


def first_seeds(picture: Curves, seeds: int) -> Curves:
    curves = (replace(curve, y=(), low=(), high=(), faint=curve.faint[:seeds]) for curve in picture.curves)
    return replace(picture, curves=tuple(curves))
