"""A run that was watched, to walk through again step by step: all its pictures together."""

from dataclasses import dataclass, replace

from lessons.pictures import Curves, Picture
from tutor.training import Moment


@dataclass(frozen=True)
class Film:
    """The pictures as they were at the end, and what each but the curves was at some moments before."""

    pictures: tuple[Picture, ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    def step(self, place: int) -> int:
        """The training step of a moment, counted from 1 as people count."""
        return self.moments[place].step + 1

    def at(self, place: int) -> tuple[Picture, ...]:
        """The pictures of one moment: the curves are marked there, the others are as they were."""
        moment = self.moments[place]
        others = iter(moment.pictures)
        return tuple(
            replace(picture, at=moment.step) if isinstance(picture, Curves) else next(others, picture)
            for picture in self.pictures
        )
