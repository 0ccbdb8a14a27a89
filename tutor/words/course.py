"""Say where a learner stands and what comes back: in the same words in every view."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from lessons.course.course import Course, Heading, LessonMode
from lessons.course.values import Mode
from tutor.words.text import Text

if TYPE_CHECKING:  # the course map imports neither before its first paint
    from lessons.course.state import State
    from progress.schedule import Card


def counted(text: Text, key: str, count: int, **values: str) -> str:
    """Write `1 learner`, `2 learners`."""
    return text(f"{key}_one" if count == 1 else key, count=count, **values)


def when_words(text: Text, due: datetime, today: date) -> str:
    """Write `today`, `tomorrow`, `in 5 days`: by the learner's own calendar."""
    days = (due.astimezone().date() - today).days
    if days <= 1:
        return text("when.today" if days <= 0 else "when.tomorrow")
    return text("when.days", days=days)


def next_review_words(text: Text, cards: "Sequence[Card]", course: Course, today: date) -> str:
    if not cards:
        return text("review.none_yet")
    concept = course.concepts[cards[0].concept][text.language]
    return text("review.none_due", idea=concept, when=when_words(text, cards[0].due, today))


def title_of(place: LessonMode, course: Course, text: Text, state: "State") -> str:
    return title_at(course.headings[place.lesson.id], place.mode, text, is_solved(state))


def title_at(heading: Heading, mode: Mode, text: Text, solved: bool = False) -> str:
    """Write a lesson's title; a blind break has none until it is solved, for the title tells what was edited."""
    title = heading.title(text.language, solved)
    if mode == "open":
        return title
    return f"{title} · {text('mode.blind')}" if solved else text("map.mystery")


def is_solved(state: "State | None") -> bool:
    """Return True if there is nothing left to find out."""
    return state is not None and (state.finished or bool(state.passed))


def known_title(heading: Heading, course: Course, text: Text, knows: bool, done: bool = False) -> str:
    """Write a lesson's title for lists; of a break its blind one, if any, until the learner `knows` the edit."""
    blind_title = "" if knows else heading.blind_titles.get(text.language)
    if not blind_title or course.pack_of(heading.id):
        return blind_title or heading.title(text.language, done)
    number = [each.id for each in course.headings.values() if each.is_break].index(heading.id)
    return text("map.break_name", number=f"{number:02}", title=blind_title)
