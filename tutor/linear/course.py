"""Plain lines about the course: where to begin, the lessons to choose from, and the learner's own pages."""

from collections.abc import Collection, Iterable, Iterator

from lessons.course.course import LessonMode, Mode
from lessons.course.page import Words
from lessons.format.placement import PlacementQuestion, load_placement
from tutor.course_rows import opened_first, tally
from tutor.course_search import rows_found
from tutor.learner import Learner
from tutor.lesson_status import card_blocks, standing_line
from tutor.linear.lines import Lines, numbered, picked, spoken
from tutor.placement import PlacementAnswers
from tutor.reports.learner_pages import own_pages
from tutor.reports.learner_report import build_report
from tutor.words.course import counted
from tutor.words.text import Text, welcome_lines


def lesson_to_begin_with(lines: Lines) -> str:
    """Ask at most three questions; return the id of the lesson that they lead to, or nothing."""
    questions, language = load_placement(), lines.text.language
    placing = PlacementAnswers(questions)
    if not questions:
        return ""
    while isinstance(here := placing.here, PlacementQuestion):
        lines.say(here.ask[language])
        lines.say_all(f"{number}. {option.words[language]}" for number, option in enumerate(here.options, 1))
        words = lines.asked(lines.text("placement.which", count=len(here.options)))
        if not words:
            return ""
        if number := picked(words, len(here.options)):
            placing = placing.answered(number - 1)
    return here


def welcome(text: Text, trouble: str) -> Iterator[str]:
    yield text("welcome.title")
    for name, words in welcome_lines(text, trouble):
        yield f"{name} {words}" if name.endswith("?") else f"{name}: {words}"


def course_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Say what to go on with, and the tracks: the open one with its lessons, of others their numbers."""
    yield f"\n{text('linear.course')}"
    opened = opened_first(learner)
    for track in learner.course.tracks:
        numbers = numbers_of(learner, track.lessons)
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


def numbers_of(learner: Learner, lessons: Collection[str]) -> list[int]:
    """Return the numbers that lessons have in the whole course, in each of their modes."""
    openings = enumerate(learner.course.openings(), 1)
    return [number for number, (heading, _) in openings if heading.id in lessons]


def lesson_lines(learner: Learner, numbers: Iterable[int], text: Text) -> Iterator[str]:
    openings = learner.course.openings()
    for number in numbers:
        yield f"{number}. {standing_line(*openings[number - 1], learner, text)}"


def found_lines(words: str, learner: Learner, text: Text) -> Iterator[str]:
    for row in rows_found(learner, words.removeprefix("/"), text):
        if row.kind == "lesson":
            yield from lesson_lines(learner, numbers_of(learner, [row.name]), text)
        else:
            key = {"term": "linear.term", "glossary": "glossary.how"}.get(row.kind, f"map.{row.kind}")
            yield text(key, term=row.name)


def chosen(words: str, lines: Lines) -> LessonMode | None:
    """Return the lesson of this number; without words, where to go on; or None. Raises LessonError."""
    openings = lines.learner.course.openings()
    number = picked(words, len(openings)) if words else number_to_continue(lines.learner)
    if not number:
        return None
    heading, mode = openings[number - 1]
    return entered(heading.id, mode, lines)


def entered(name: str, mode: Mode, lines: Lines) -> LessonMode:
    """Return a lesson in this mode; of a break that was never met, and would show its edit, as they choose."""
    learner, text = lines.learner, lines.text
    if mode == "open" and learner.course.headings[name].is_break and name not in learner.fold.seen:
        ways: tuple[Mode, Mode] = ("blind", "open")
        lines.say(text("choice.way"))
        lines.say_all(numbered(text(f"choice.{way}") for way in ways))
        while not (number := picked(lines.asked(text("linear.choose")), len(ways))):
            lines.say(text("choice.help"))
        mode = ways[number - 1]
    return learner.fold.place((name, mode))


def about(words: str, learner: Learner, text: Text) -> tuple[Words, ...]:
    """Say what there is to say of a lesson whose number is followed by a question mark; nothing for other words."""
    openings = learner.course.openings()
    number = picked(words.removesuffix("?").strip(), len(openings)) if words.endswith("?") else 0
    return tuple(card_blocks(openings[number - 1][0], learner, text)) if number else ()


def number_to_continue(learner: Learner) -> int:
    """Return the number in the list of where to go on; the first where everything is done."""
    openings = [(heading.id, mode) for heading, mode in learner.course.openings()]
    wanted = learner.opening_to_continue()
    return openings.index(wanted) + 1 if wanted in openings else 1


def own_lines(learner: Learner, text: Text) -> Iterator[str]:
    for name, blocks in own_pages(build_report(learner), learner, text).items():
        yield f"\n== {text(f'mine.{name}')}"
        for block in blocks:
            yield from spoken(block, text)
