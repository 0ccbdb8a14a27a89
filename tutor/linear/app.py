"""The same tutor in plain lines: what a page holds is printed, what it wants is asked for, one answer a line.

No cursor, no colour, no key: for screen readers, poor terminals, slow lines and pipes. No decision about a lesson is
taken here. This file is the course list and what is opened from it; `lesson.py` goes through a lesson.
"""

from collections.abc import Collection, Iterable, Iterator

from lessons.course.course import LessonMode, Mode, Pack
from lessons.course.lesson.glossary import Term
from lessons.course.lesson.page import Words
from lessons.course.lesson.values import LessonError
from lessons.course.play.rows import OwnRows
from lessons.format.placement import PlacementAnswers, PlacementQuestion, load_placement
from tutor import course_rows, course_search, emergency, lesson_status
from tutor.learner import HANDFUL, WISH, Learner
from tutor.library import Library
from tutor.linear.code import show_source
from tutor.linear.lesson import LessonLines
from tutor.linear.lines import Again, Back, Command, Leave, Lines, Listen, Say, ToMap, numbered, picked, spoken
from tutor.linear.play import open_play
from tutor.pack_code import agrees, pack_to_ask, packs_to_ask
from tutor.reports import learner_pages, learner_report
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, counted, in_words, next_review_words, title_of, welcome_lines


class LinearTutor(Lines):
    """A learner at a line of text."""

    def __init__(self, learner: Learner, text: Text, say: Say = print, listen: Listen = input) -> None:
        super().__init__(learner, text, say, listen)
        self.open: LessonLines | None = None  # the lesson or review that is open

    def run(self, place: LessonMode | None = None, review: bool = False, task: str | OwnRows = "") -> int:
        """Open a lesson, what is due, or the course list, until the learner leaves or their lines end."""
        self.say_all(in_words(notice, self.text) for notice in self.learner.journal.notices)
        if self.learner.is_new() and place is None and not review and not task:
            self.told_trouble = emergency.trouble_words(self.learner, self.text)
            self.say_all(welcome(self.text, self.told_trouble))
        self.tell_trouble()
        try:
            while True:
                try:
                    if review:
                        self.reviews()
                    if task:
                        self.play(task)
                    self.lesson(place or self.course())
                    place = self.begin_with() if course_rows.is_beginner(self.learner) else None
                except (ToMap, Back, Again, Command):
                    place = None
                except LessonError as error:  # a lesson of a pack that does not load says why
                    self.say(author_words(str(error), self.text))
                    place = None
                review, task = False, ""
        except (Leave, EOFError, KeyboardInterrupt):
            return self.leave()

    def leave(self) -> int:
        saved = self.learner.journal.retry()
        self.say(self.text("linear.bye") if saved else emergency.unsaved_words(self.learner, self.text))
        return 0 if saved else 1

    def asked(self, prompt: str, free: bool = False) -> str:
        """Ask for one line, and see then what other windows have done meanwhile."""
        words = super().asked(prompt, free)
        self.learner.journal.refresh()
        if self.open:
            self.open.look_elsewhere()
        return words

    def play(self, task: str | OwnRows = "", lesson: str = "") -> None:
        open_play(self, task, lesson)

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        session = self.open.session if self.open else None
        return (session.terms, session.terms_here) if session else super().terms()

    def course(self) -> LessonMode:
        self.open = None
        self.learner.journal.refresh()
        if not self.learner.is_new():  # who is new has heard enough; `/` lists the lessons
            self.say_all(course_lines(self.learner, self.text))
        prompt = self.text("linear.which", number=number_to_continue(self.learner))
        while True:
            try:
                if place := self.chosen(self.asked(prompt)):
                    return place
            except Command as command:
                if command.name == "play":
                    self.play(command.rest)
                elif command.name == "source":
                    show_source(self, Library(self.learner, self.text), command.rest)
                else:  # it means something in a lesson alone
                    raise

    def chosen(self, words: str) -> LessonMode | None:
        """Return the lesson that these words choose; None if they were only answered."""
        if words == "r":
            self.reviews()
        elif words == "p":
            self.say_all(own_lines(self.learner, self.text))
        elif words == "w":
            return self.begin_with()
        elif words.startswith("/"):
            self.say_all(found_lines(words, self.learner, self.text))
        elif told := about(words, self.learner, self.text):
            self.say_blocks(told)
        elif place := chosen(words, self):
            return place
        else:
            self.say(self.text("linear.no_such", count=len(self.learner.course.openings())))
        return None

    def begin_with(self) -> LessonMode | None:
        """Ask about them, and return the lesson that is proposed, where they take it."""
        self.open = None
        name = lesson_to_begin_with(self)
        return entered(name, "open", self) if name else None

    def lesson(self, place: LessonMode) -> None:
        pack = pack_to_ask(self.learner, place.lesson.id)
        if pack and not self.agreed(pack):
            return
        session = Session(self.learner, place, self.text)
        self.say(f"\n{title_of(place, self.learner.course, self.text, session.state)}")
        self.say_all(session.opening_words())
        self.open = LessonLines(self, session)
        try:
            while not self.open.step():
                pass
        finally:
            session.close()

    def reviews(self) -> None:
        learner, due = self.learner, self.learner.due()[:HANDFUL]
        if not due:
            self.say(next_review_words(self.text, learner.cards(), learner.course, learner.today()))
        for pack in packs_to_ask(learner, (card.lesson for card in due)):
            self.agreed(pack)
        for card in due:
            if pack_to_ask(learner, card.lesson):
                continue
            session = ReviewSession(learner, card, self.text, card is due[-1])
            self.open = LessonLines(self, session)
            while session.counts and not self.open.step():
                pass
            if not session.counts:
                self.say(self.text("review.elsewhere"))

    def agreed(self, pack: Pack) -> bool:
        agreed = agrees(self.learner, pack, self.text, self.say, self.asked)
        if not agreed:
            self.say(self.text("pack.declined", pack=pack.id))
        return agreed


def lesson_to_begin_with(lines: Lines) -> str:
    """Ask at most three questions; return the id of the lesson that they lead to, or `""`."""
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
    lines.learner.prefer(WISH, placing.wish)
    return here


def welcome(text: Text, trouble: str) -> Iterator[str]:
    yield text("welcome.title")
    for name, words in welcome_lines(text, trouble):
        yield f"{name} {words}" if name.endswith("?") else f"{name}: {words}"


def course_lines(learner: Learner, text: Text) -> Iterator[str]:
    """Yield the lesson to go on with, and the tracks: the open one with its lessons, of others their numbers."""
    yield f"\n{text('linear.course')}"
    opened = course_rows.opened_first(learner)
    for track in learner.course.tracks:
        numbers = numbers_of(learner, track.lessons)
        done, count = course_rows.tally(learner, track)
        about = "; ".join(filter(None, (text("map.tally", done=done, count=count), track.about.get(text.language))))
        words = f"{track.title[text.language]}: {about}"
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
        yield f"{number}. {lesson_status.standing_line(*openings[number - 1], learner, text)}"


def found_lines(words: str, learner: Learner, text: Text) -> Iterator[str]:
    for row in course_search.rows_found(learner, words.removeprefix("/"), text):
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
    """Describe the lesson whose number is followed by a question mark; `()` for other words."""
    openings = learner.course.openings()
    number = picked(words.removesuffix("?").strip(), len(openings)) if words.endswith("?") else 0
    return tuple(lesson_status.card_blocks(openings[number - 1][0], learner, text)) if number else ()


def number_to_continue(learner: Learner) -> int:
    """Return the number in the list of where to go on; the first where everything is done."""
    openings = [(heading.id, mode) for heading, mode in learner.course.openings()]
    wanted = learner.opening_to_continue()
    return openings.index(wanted) + 1 if wanted in openings else 1


def own_lines(learner: Learner, text: Text) -> Iterator[str]:
    for name, blocks in learner_pages.own_pages(learner_report.build_report(learner), learner, text).items():
        yield f"\n== {text(f'mine.{name}')}"
        for block in blocks:
            yield from spoken(block, text)
