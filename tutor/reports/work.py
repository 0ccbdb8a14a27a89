"""All that one learner's events say: where they stand, which predictions count, and on which days they worked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from lessons.schema import Course
from progress.calibration import Judged, judged
from progress.event import Event
from progress.history import renamed
from tutor.reports.standing import Standing, standings


@dataclass(frozen=True, slots=True)
class Work:
    """One learner's work. A day counts on which something was recorded in a lesson, or a review was done."""

    standings: tuple[Standing, ...]
    judged: tuple[Judged, ...]
    days: frozenset[date]

    @property
    def reviews(self) -> int:
        """How many reviews a run has judged."""
        return sum(each.mode is None for each in self.judged)


def work(events: Sequence[Event], course: Course) -> Work:
    """Read one learner's events. What was judged before a reset stays judged: it was not known then."""
    events = renamed(events, course.renamed)
    counted = judged(events)
    days = frozenset(event.time.date() for event in events if event.lesson is not None)
    return Work(standings(events, course, counted), counted, days)
