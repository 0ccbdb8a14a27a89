"""Plain lines about the course: the lessons to choose from, what is due, and the learner's own pages."""

from collections.abc import Callable, Iterable, Iterator

from lessons.course import LessonMode, Track
from lessons.page import Words
from tutor.card import card_blocks
from tutor.course_rows import opened_first, rows_matching, tally
from tutor.learner import Learner
from tutor.lines import picked
from tutor.reports.learner_report import build_report
from tutor.reports.own_pages import own_pages
from tutor.standing import standing_line
from tutor.words.course import counted, next_review_words
from tutor.words.spoken import spoken
from tutor.words.text import Text
from tutor.words.welcome import welcome_lines

Asked = Callable[[str], str]


def welcome(text: Text, trouble: str) -> Iterator[str]:
    """Say what is told before the first lesson."""
    yield text("welcome.title")
    for name, words in welcome_lines(text, trouble):
        yield f"{name} {words}" if name.endswith("?") else f"{name}: {words}"


def course_lines(learner: Learner, text: Text) -> Iterator[str]:
    """What to go on with, and the tracks: the open one with its lessons, of others their numbers. How much is due."""
    yield f"\n{text('linear.course')}"
    opened = opened_first(learner)
    for track in learner.course.tracks:
        numbers = numbers_of(learner, track)
        done, count = tally(learner, track)
        words = f"{track.title[text.language]}: {text('map.tally', done=done, count=count)}"
        if track.id in opened:
            yield words
            yield from lesson_lines(learner, numbers, text)
        else:
            yield f"{words}; {text('linear.numbers', first=numbers[0], last=numbers[-1])}"
    if learner.has_finished_all():
        yield f"{text('map.all_done')}. {text('linear.now')}"
    if due := learner.due():
        yield counted(text, "linear.due", len(due))


def numbers_of(learner: Learner, track: Track) -> list[int]:
    """The numbers of a track's lessons, each in each of its modes, in the whole course."""
    openings = enumerate(learner.course.openings(), 1)
    return [number for number, (heading, _) in openings if heading.id in track.lessons]


def lesson_lines(learner: Learner, numbers: Iterable[int], text: Text) -> Iterator[str]:
    """A line for each of these lessons: its number, and where the learner stands in it."""
    openings = learner.course.openings()
    for number in numbers:
        yield f"{number}. {standing_line(*openings[number - 1], learner, text)}"


def found_lines(words: str, learner: Learner, text: Text) -> Iterator[str]:
    """The lessons that have these letters, after a slash; every one of them where there are none."""
    names = {row.name for row in rows_matching(learner, words.removeprefix("/").strip(), text)}
    openings = enumerate(learner.course.openings(), 1)
    numbers = [number for number, (heading, _) in openings if heading.id in names]
    yield from lesson_lines(learner, numbers, text) if numbers else [text("linear.none_found")]


def chosen(words: str, learner: Learner) -> LessonMode | None:
    """The lesson of this number; where to go on for no words at all; None for what is no lesson. Raises LessonError."""
    openings = [(heading.id, mode) for heading, mode in learner.course.openings()]
    if not words:
        return learner.where_to_continue() or learner.fold.place(openings[0])
    number = picked(words, len(openings))
    return learner.fold.place(openings[number - 1]) if number else None


def about(words: str, learner: Learner, text: Text) -> tuple[Words, ...]:
    """What there is to say of a lesson whose number is followed by a question mark; nothing for other words."""
    openings = learner.course.openings()
    number = picked(words.removesuffix("?").strip(), len(openings)) if words.endswith("?") else 0
    return tuple(card_blocks(openings[number - 1][0], learner, text)) if number else ()


def number_to_continue(learner: Learner) -> int:
    """The number in the list of where to go on; the first where everything is done."""
    openings = [(heading.id, mode) for heading, mode in learner.course.openings()]
    wanted = learner.opening_to_continue()
    return openings.index(wanted) + 1 if wanted in openings else 1


def next_review(learner: Learner, text: Text) -> str:
    return next_review_words(text, learner.cards(), learner.course, learner.today())


def own_lines(learner: Learner, text: Text) -> Iterator[str]:
    """The learner's own pages, one after the other."""
    for page in own_pages(build_report(learner), learner, text):
        yield f"\n== {text(f'mine.{page.name}')}"
        for block in page.blocks:
            yield from spoken(block, text)
