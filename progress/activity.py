"""On which days the learner was here, and for how many in a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from progress.event import Event


@dataclass(frozen=True, slots=True)
class Activity:
    """The days, oldest first; the streak that today continues or may still continue; and the longest there was."""

    days: tuple[date, ...]
    streak: int
    longest: int


def activity(events: Iterable[Event], today: date) -> Activity:
    """The learner's days, as their own clock told them. A streak lasts until a whole day has passed without one."""
    days = sorted({event.time.date() for event in events})
    longest, runs = 0, dict[int, int]()  # by the number of the day: the first of all has none before it
    for number in map(date.toordinal, days):
        runs[number] = runs.get(number - 1, 0) + 1
        longest = max(longest, runs[number])
    now = today.toordinal()
    return Activity(tuple(days), runs.get(now) or runs.get(now - 1, 0), longest)
