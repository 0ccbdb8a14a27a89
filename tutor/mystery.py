"""A mystery: a break met by its symptoms alone, drawn from those that the learner has not seen."""

from collections.abc import Collection
from datetime import date, datetime
from random import Random
from typing import NamedTuple

from lessons.course.course import Course
from lessons.course.lesson.values import MODES
from tutor.fold import Fold

BLIND = "blind"


class Mystery(NamedTuple):
    """A lesson to be met blind, and why this one: `fresh`, `going` (begun, and not done) or `again` (seen open)."""

    lesson: str
    why: str


def draw(fold: Fold, due: Collection[str], chance: Random) -> Mystery | None:
    """Return the mystery under way; else a break not seen yet; else one seen open, due or longest ago; or None."""
    breaks = [heading for heading, mode in fold.course.openings() if mode == BLIND]
    left = [each for each in breaks if (each.id, BLIND) not in fold.finished]
    if going := [each for each in left if (each.id, BLIND) in fold.events]:
        return Mystery(max(going, key=lambda each: last_seen(fold, each.id)).id, "going")
    if fresh := [each for each in left if each.id not in fold.seen]:
        ready = [each for each in fresh if fold.done.issuperset(each.needs)]
        return Mystery(chance.choice(ready or fresh).id, "fresh")
    if left:
        return Mystery(min(left, key=lambda each: (each.id not in due, last_seen(fold, each.id))).id, "again")
    return None


def of_the_day(course: Course, day: date) -> str:
    """Return the break of a day, the same for all who have this course; each has its turn before one comes again."""
    breaks = sorted(name for name, heading in course.headings.items() if heading.is_break and "/" not in name)
    turn, place = divmod(day.toordinal(), len(breaks))
    return Random(str(turn)).sample(breaks, len(breaks))[place]


def last_seen(fold: Fold, lesson: str) -> datetime:
    return max(event.time for mode in MODES for event in fold.events.get((lesson, mode), ()))
