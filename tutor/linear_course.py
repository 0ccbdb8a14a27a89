"""Plain lines about the course: the lessons to choose from, what is due, and the learner's own pages."""

from collections.abc import Callable, Iterator

from lessons.lesson import LessonMode
from tutor.learner import Learner
from tutor.reports.learner_report import build_report
from tutor.reports.own_pages import own_pages
from tutor.words.course import counted, lesson_line, next_review_words
from tutor.words.spoken import spoken
from tutor.words.text import Text

Asked = Callable[[str], str]


def course_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Every lesson with its number and where the learner stands in it, and how much is due."""
    yield f"\n{text('linear.course')}"
    for number, place in enumerate(learner.course.places(), 1):
        yield f"{number}. {lesson_line(place, learner.state(place), learner.course, text)}"
    if due := learner.due():
        yield counted(text, "linear.due", len(due))


def chosen(words: str, learner: Learner) -> LessonMode | None:
    """The lesson of this number; where to go on for no words at all; None for what is no lesson."""
    places = learner.course.places()
    if not words:
        return learner.where_to_continue() or places[0]
    return places[int(words) - 1] if words.isdecimal() and 0 < int(words) <= len(places) else None


def number_of(place: LessonMode | None, learner: Learner) -> int:
    """The number that a lesson has in the list; the first where there is none to go on with."""
    places = learner.course.places()
    return places.index(place) + 1 if place in places else 1


def next_review(learner: Learner, text: Text) -> str:
    return next_review_words(text, learner.cards(), learner.course, learner.today())


def own_lines(learner: Learner, text: Text) -> Iterator[str]:
    """The learner's own pages, one after the other."""
    for page in own_pages(build_report(learner), learner, text):
        yield f"\n== {text(f'mine.{page.name}')}"
        for block in page.blocks:
            yield from spoken(block, text)
