"""A mystery: a break met by its symptoms alone, drawn from those that the learner has not seen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from lessons.course import Course, Heading
from lessons.format import MODES
from tutor.fold import Fold, Opening
from tutor.learner import Learner
from tutor.words.text import Text

BLIND = "blind"


@dataclass(frozen=True)
class Mystery:
    """A lesson to be met blind, and why this one: `fresh`, `going` (begun, and not done) or `again` (seen open)."""

    lesson: str
    why: str


def mystery_for(learner: Learner) -> Mystery | None:
    """Draw a mystery for a learner, by their record and chance; None where every break is solved blind."""
    due = {card.lesson for card in learner.due()}
    return draw(learner.fold, due, Random())


def draw(fold: Fold, due: Collection[str], chance: Random) -> Mystery | None:
    """The mystery that is under way; else a break not seen yet; else one seen open, which is due or longest ago."""
    breaks = [heading for heading, mode in fold.course.openings() if mode == BLIND]
    left = [each for each in breaks if (each.id, BLIND) not in fold.finished]
    if going := [each for each in left if (each.id, BLIND) in fold.events]:
        return Mystery(max(going, key=lambda each: last_seen(fold, each.id)).id, "going")
    if fresh := [each for each in left if not is_seen(fold, each.id)]:
        return Mystery(chance.choice(ready(fold, fresh) or fresh).id, "fresh")
    if left:
        return Mystery(min(left, key=lambda each: (each.id not in due, last_seen(fold, each.id))).id, "again")
    return None


def of_the_day(course: Course, day: date) -> str:
    """The break of a day, the same for everybody who has this course; each has its turn before one comes again."""
    breaks = sorted(name for name, heading in course.headings.items() if heading.is_break and "/" not in name)
    turn, place = divmod(day.toordinal(), len(breaks))
    return Random(str(turn)).sample(breaks, len(breaks))[place]


def day_words(learner: Learner, text: Text) -> str:
    """What a friend may be told of today's break, once it is found: how, and not which it is."""
    from lessons.recipes import steps_of  # the course map asks for no more than a break of the day
    from lessons.verdicts import verdicts

    today = learner.today()
    place = learner.fold.place((of_the_day(learner.course, today), BLIND))
    state = learner.state(place)
    found = verdicts(place.lesson, state, tuple(steps_of(place).questions.values()))
    decided = [each for each in found if each.truth is not None]
    return text(
        "mystery.shared",
        day=today.isoformat(),
        right=sum(each.right for each in decided),
        count=len(decided),
        hints=sum(state.hints.values()),
        tries=max(1, sum(state.tries.values())),
    )


def is_seen(fold: Fold, lesson: str) -> bool:
    return any((lesson, mode) in fold.events for mode in MODES)


def last_seen(fold: Fold, lesson: str) -> datetime:
    """When the learner was last in a lesson, in any mode."""
    openings: list[Opening] = [(lesson, mode) for mode in MODES]
    return max(event.time for opening in openings for event in fold.events.get(opening, ()))


def ready(fold: Fold, breaks: Sequence[Heading]) -> list[Heading]:
    """Those of the breaks whose lessons before them are done."""
    done = {lesson for lesson, _ in fold.finished}
    return [each for each in breaks if done.issuperset(each.needs)]
