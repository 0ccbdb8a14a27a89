"""Where a learner stands in each lesson of the course, in a line: the same in the shell and in plain lines."""

from typing import TYPE_CHECKING

from lessons.course import Heading
from lessons.format import LessonError, Mode
from tutor.learner import Learner
from tutor.words.course import is_solved, known_title, title_at, where_words
from tutor.words.text import Text

if TYPE_CHECKING:  # the course map imports it after its first paint
    from lessons.state import State


def standing_line(heading: Heading, mode: Mode, learner: Learner, text: Text) -> str:
    """A lesson in a line: its title, and how far the learner is, or why it cannot be opened."""
    state = None
    try:
        place = learner.fold.place((heading.id, mode))
        state = learner.state(place)
        where = where_words(place, state, text)
    except LessonError as error:
        where = str(error)
    parts = (listed_title(heading, mode, learner, text, state), where, needs_words(heading, learner, text))
    return "; ".join(part for part in parts if part)


def listed_title(
    heading: Heading, mode: Mode, learner: Learner, text: Text, state: "State | None" = None
) -> str:
    """A lesson's title in a list, as far as the learner may know it."""
    if mode == "open":
        return known_title(heading, learner.course, text, learner.knows_edit(heading.id))
    return title_at(heading, mode, text, is_solved(state))


def needs_words(heading: Heading, learner: Learner, text: Text) -> str:
    """The lessons that come before one and are not done, by their titles; nothing where it has begun itself."""
    course, fold = learner.course, learner.fold
    done = {lesson for lesson, _ in fold.finished}
    names = [name for name in heading.needs if name in course.headings and name not in done]
    if not names or any(lesson == heading.id for lesson, _ in fold.events):
        return ""
    titles = [listed_title(course.headings[name], "open", learner, text) for name in names]
    return text("map.needs", lessons=", ".join(titles))


def ways_words(heading: Heading, learner: Learner, text: Text) -> str:
    """How else a break can be opened, as long as its edit is a secret."""
    if not heading.is_break or learner.knows_edit(heading.id):
        return ""
    return text("map.way_open" if learner.way_into(heading) == "blind" else "map.ways")
