"""What moves: a watched run, to walk through again step by step; and the seeds of many runs, as they come in."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lessons.pictures import Curves, Picture
from tutor.training import Moment, Parting


@dataclass(frozen=True)
class Film:
    """The pictures as they were at the end, and what each but the curves was at some moments before."""

    pictures: tuple[Picture, ...] = ()
    moments: tuple[Moment, ...] = ()
    parting: Parting | None = None

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    def step(self, place: int) -> int:
        """The training step of a moment, counted from 1 as people count."""
        return self.moments[place].step + 1

    def words(self, place: int) -> str:
        """What is to be said of a moment: where the arms part, at the last moment that does not come after it."""
        if self.parting is None:
            return ""
        before = [
            number for number in range(len(self.moments)) if self.step(number) <= max(1, self.parting.step)
        ]
        return self.parting.words if place == before[-1] else ""

    def at(self, place: int) -> tuple[Picture, ...]:
        """The pictures of one moment: the curves are marked there, the others are as they were."""
        moment = self.moments[place]
        others = iter(moment.pictures)
        return tuple(
            replace(picture, at=moment.step) if isinstance(picture, Curves) else next(others, picture)
            for picture in self.pictures
        )


def incoming(pictures: tuple[Picture, ...], frames: int) -> Iterator[tuple[int, tuple[Picture, ...]]]:
    """The seeds of a sweep coming in one after the other: how many are there, and their lines alone."""
    curves = [picture for picture in pictures if isinstance(picture, Curves)]
    count = max((len(curve.faint) for picture in curves for curve in picture.curves), default=0)
    for seeds in dict.fromkeys(-(-count * frame // frames) for frame in range(1, frames + 1) if count):
        yield seeds, tuple(alone(each, seeds) if isinstance(each, Curves) else each for each in pictures)


def alone(picture: Curves, seeds: int) -> Curves:
    """The lines of the first seeds, without what they have in common."""
    curves = (replace(curve, y=(), low=(), high=(), faint=curve.faint[:seeds]) for curve in picture.curves)
    return replace(picture, curves=tuple(curves))
