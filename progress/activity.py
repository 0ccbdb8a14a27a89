"""The days on which the learner was here, and how many in a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from progress.event import Event


@dataclass(frozen=True, slots=True)
class Activity:
    """The days, oldest first; the streak that today continues or may still continue; the longest streak."""

    days: tuple[date, ...]
    streak: int
    longest: int


def activity(events: Iterable[Event], today: date) -> Activity:
    """Count the days that the learner's own clock told. A streak lasts until a whole day has passed without one."""
    days = sorted({event.time.date() for event in events})
    longest, runs = 0, dict[int, int]()  # by the number of the day: the first of all has none before it
    for number in map(date.toordinal, days):
        runs[number] = runs.get(number - 1, 0) + 1
        longest = max(longest, runs[number])
    now = today.toordinal()
    return Activity(tuple(days), runs.get(now) or runs.get(now - 1, 0), longest)
