"""Where a learner stands and what comes back, in words: the same ones in every view."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from lessons.course import Course, Heading, LessonMode
from lessons.lesson import Mode
from tutor.words.text import Text

if TYPE_CHECKING:  # the course map imports neither before its first paint
    from lessons.state import State
    from progress.schedule import Card


def counted(text: Text, key: str, count: int, **values: str) -> str:
    """`1 learner`, `2 learners`."""
    return text(f"{key}_one" if count == 1 else key, count=count, **values)


def when_words(text: Text, due: datetime, today: date) -> str:
    """`today`, `tomorrow`, `in 5 days`: by the learner's own calendar."""
    days = (due.astimezone().date() - today).days
    if days <= 1:
        return text("when.today" if days <= 0 else "when.tomorrow")
    return text("when.days", days=days)


def next_review_words(text: Text, cards: "Sequence[Card]", course: Course, today: date) -> str:
    """What comes back next, and when; or what has to be done for anything to come back."""
    if not cards:
        return text("review.none_yet")
    concept = course.concepts[cards[0].concept][text.language]
    return text("review.none_due", idea=concept, when=when_words(text, cards[0].due, today))


def where_words(place: LessonMode, state: "State", text: Text) -> str:
    """`done`, `step 3 of 7: Run`, or `about 20 min`."""
    from lessons.recipes import steps_of

    if state.finished:
        return text("map.done")
    if not state.opened:
        return text("map.minutes", minutes=place.lesson.minutes)
    steps = steps_of(place).all
    kind = steps[state.here].kind
    return text("map.at", number=state.here + 1, count=len(steps), step=text(f"stage.{kind}"))


def title_of(place: LessonMode, course: Course, text: Text) -> str:
    """The title of a lesson in a mode."""
    return title_at(course.headings[place.lesson.id], place.mode, course, text)


def title_at(heading: Heading, mode: Mode, course: Course, text: Text) -> str:
    """A lesson's title; of a blind break only its number, which does not tell what was edited."""
    if mode == "open":
        return heading.titles[text.language]
    breaks = [each.id for each, its_mode in course.openings() if its_mode == mode]
    return text("map.blind_name", number=breaks.index(heading.id) + 1)
