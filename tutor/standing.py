"""Where a learner stands in each lesson of the course, in a line: the same in the shell and in plain lines."""

from lessons.course import Heading
from lessons.lesson import LessonError, Mode
from tutor.learner import Learner
from tutor.words.course import is_solved, title_at, where_words
from tutor.words.text import Text


def standing_line(heading: Heading, mode: Mode, learner: Learner, text: Text) -> str:
    """A lesson in a line: its title, and how far the learner is, or why it cannot be opened."""
    state = None
    try:
        place = learner.fold.place((heading.id, mode))
        state = learner.state(place)
        where = where_words(place, state, text)
    except LessonError as error:
        where = str(error)
    parts = (title_at(heading, mode, text, is_solved(state)), where, needs_words(heading, learner, text))
    return "; ".join(part for part in parts if part)


def needs_words(heading: Heading, learner: Learner, text: Text) -> str:
    """The lessons that come before one and are not done, by their titles; nothing where it has begun itself."""
    course, fold = learner.course, learner.fold
    done = {lesson for lesson, _ in fold.finished}
    names = [name for name in heading.needs if name in course.headings and name not in done]
    if not names or any(lesson == heading.id for lesson, _ in fold.events):
        return ""
    return text("map.needs", lessons=", ".join(course.headings[name].titles[text.language] for name in names))
