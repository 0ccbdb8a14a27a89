"""On which days the learner was here, and for how many in a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from progress.event import Event

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Activity:
    """The days, oldest first; the streak that today continues or may still continue; and the longest there was."""

    days: tuple[date, ...]
    streak: int
    longest: int


def activity(events: Iterable[Event], today: date) -> Activity:
    """The learner's days, as their own clock told them. A streak lasts until a whole day has passed without one."""
    days = sorted({event.time.date() for event in events})
    longest, runs = 0, dict[date, int]()
    for day in days:
        runs[day] = runs.get(day - ONE_DAY, 0) + 1
        longest = max(longest, runs[day])
    return Activity(tuple(days), runs.get(today) or runs.get(today - ONE_DAY, 0), longest)
