"""The same tutor in plain lines: what a page holds is printed, what it wants is asked for, one answer a line.

No cursor, no colour, no key: for screen readers, poor terminals, slow lines and pipes. No decision about a lesson is
taken here.
"""

import time
from collections.abc import Callable

from lessons.acts import Finished, Predicted, Wrote
from lessons.lesson import Edit, LessonMode
from lessons.page import Ask, Block, Change, Find, Onward, Page, Train, Write
from lessons.questions import is_usable, why_unusable
from lessons.questions.typed import as_number
from lessons.source import source, source_files
from tutor import plain_editor
from tutor.learner import Learner
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.words.course import counted, lesson_line, next_review_words
from tutor.words.spoken import spoken
from tutor.words.text import Text

Say = Callable[[str], None]
Listen = Callable[[str], str]
EVERY = 3.0  # seconds between two lines about how far a run has come


class Leave(Exception):
    """The learner leaves the tutor; everything is saved already."""


class Back(Exception):
    """The learner goes one step back."""


class ToMap(Exception):
    """The learner goes back to the course list."""


class Linear:
    """A learner at a line of text."""

    def __init__(self, learner: Learner, text: Text, say: Say = print, listen: Listen = input) -> None:
        self.learner, self.text, self.say, self.listen = learner, text, say, listen
        self.said: list[Block] = []  # of the step that was shown last
        self.title = self.listed = ""

    def run(self, place: LessonMode | None = None, review: bool = False) -> int:
        """Open a lesson, what is due, or the course list, until the learner leaves or their lines end."""
        try:
            if review:
                self.reviews()
            while True:
                self.lesson(place or self.course())
                place = None
        except (Leave, EOFError, KeyboardInterrupt):
            self.say(self.text("linear.bye"))
            return 0 if self.learner.journal.retry() else 1

    def asked(self, prompt: str, free: bool = False) -> str:
        """One line from the learner. Commands mean the same everywhere; among free words they begin with a colon."""
        words = self.listen(f"{prompt} ").strip()
        match words.removeprefix(":") if words.startswith(":") or not free else "":
            case "q":
                raise Leave
            case "m":
                raise ToMap
            case "b":
                raise Back
            case "?":
                self.say(self.text("linear.help"))
            case "l":
                self.change_language()
            case _:
                return words
        return self.asked(prompt, free)

    def change_language(self) -> None:
        self.text = Text("es" if self.text.language == "en" else "en")
        self.learner.prefer("language", self.text.language)
        self.say(self.text("linear.language"))

    # The course.

    def course(self) -> LessonMode:
        """List the lessons, and ask for one."""
        self.say(f"\n{self.text('linear.course')}")
        places = self.learner.course.places()
        for number, place in enumerate(places, 1):
            self.say(
                f"{number}. {lesson_line(place, self.learner.state(place), self.learner.course, self.text)}"
            )
        due = self.learner.due()
        if due:
            self.say(counted(self.text, "linear.due", len(due)))
        here = self.learner.where_to_continue()
        number = places.index(here) + 1 if here in places else 1
        while True:
            words = self.asked(self.text("linear.which", number=number))
            if words == "r":
                self.reviews()
                return self.course()
            if words == "p":
                self.progress()
                continue
            if (words or str(number)).isdigit() and 0 < int(words or number) <= len(places):
                return places[int(words or number) - 1]
            self.say(self.text("linear.no_such", count=len(places)))

    def next_review(self) -> str:
        learner = self.learner
        return next_review_words(self.text, learner.cards(), learner.course, learner.today())

    def progress(self) -> None:
        """The learner's own pages, one after the other."""
        from tutor.reports.learner_report import build_report
        from tutor.reports.own_pages import own_pages

        for page in own_pages(build_report(self.learner), self.learner, self.text):
            self.say(f"\n== {self.text(f'mine.{page.name}')}")
            for block in page.blocks:
                self.say_block(block)

    # A lesson, and a review, which is one of three steps.

    def lesson(self, place: LessonMode) -> None:
        """Go through a lesson, from where it was left, until the learner wants the course list."""
        session = Session(self.learner, place, self.text)
        try:
            while not self.step(session):
                pass
        except ToMap:
            return

    def reviews(self) -> None:
        """Ask everything that is due."""
        if not self.learner.due():
            self.say(self.next_review())
        try:
            for card in self.learner.due():
                session = ReviewSession(self.learner, card, self.text)
                while not self.step(session):
                    pass
                if not session.counts:
                    self.say(self.text("review.elsewhere"))
        except ToMap:
            return

    def step(self, session: Session) -> bool:
        """Show the page there is, and satisfy what it wants. True at the end."""
        session.text = self.text
        page = session.page
        self.show(page)
        try:
            return self.satisfy(session, page)
        except Back:
            session.back()
            return False

    def satisfy(self, session: Session, page: Page) -> bool:
        match page.want:
            case Onward():
                return self.go_on(session, page, page.want)
            case Ask():
                self.answer(session, page.want)
            case Train():
                self.train(session, page.want)
            case Find():
                self.find(session, page.want)
            case Change():
                self.change(session, page.want)
            case Write():
                return self.write(session)
        return False

    def show(self, page: Page) -> None:
        """Print what was not printed yet of this step."""
        if page.title != self.title:
            self.title, self.said = page.title, []
            self.say(f"\n== {page.title}")
        for block in page.blocks:
            if block not in self.said:
                self.say_block(block)
        self.said = list(page.blocks)

    def say_block(self, block: Block) -> None:
        for line in spoken(block, self.text):
            self.say(line)

    def go_on(self, session: Session, page: Page, want: Onward) -> bool:
        """Onward with Enter; or a number: a thing to see, or an answer to change."""
        names = [look.title for look in page.looks] or [
            self.text("linear.change", number=n + 1) for n in range(len(want.change))
        ]
        if self.listed != page.step:  # once a page, and not after each thing that was looked at
            self.listed = page.step
            for number, name in enumerate(names, 1):
                self.say(f"  {number} {name}")
        words = self.asked(
            want.words if not names else f"{want.words} {self.text('linear.or_number', count=len(names))}"
        )
        if words.isdigit() and 0 < int(words) <= len(names):
            if page.looks:
                for blocks in session.see(page.looks[int(words) - 1]):
                    for block in blocks or ():
                        self.say_block(block)
            else:
                session.look_again(want.change[int(words) - 1])
        elif words:
            self.say(self.text("linear.unknown", words=words))
        else:
            here = session.state.here
            session.onward()
            return session.state.here == here
        return False

    def answer(self, session: Session, want: Ask) -> None:
        """Ask for an answer and a confidence; what cannot be used is asked again, with the reason."""
        names = list(want.options)
        for number, words in enumerate(want.options.values(), 1):
            self.say(f"  {number} {words}")
        answer = self.asked(self.text("linear.answer", number=want.number, count=want.count))
        if names and answer.isdigit() and 0 < int(answer) <= len(names):
            answer = names[int(answer) - 1]
        if not is_usable(want.question, answer):
            self.say(why_unusable(want.question, self.text))
            return
        session.do(Predicted(want.question.id, answer, self.confidence(want.chance)))

    def confidence(self, chance: float) -> float:
        """How sure, in per cent; Enter alone says that it is a guess."""
        while True:
            words = self.asked(self.text("linear.confidence", chance=round(100 * chance)))
            value = as_number(words.removesuffix("%")) if words else 100 * chance
            if value is not None and round(100 * chance) <= round(value) <= 99:
                return round(value) / 100
            self.say(self.text("linear.confidence_range", chance=round(100 * chance)))

    def train(self, session: Session, want: Train) -> None:
        """Train, with a line now and then; then say what there is to see."""
        self.asked(want.words)
        training = session.train(want)
        last = time.monotonic()
        for frame in training:
            if time.monotonic() - last > EVERY:
                last = time.monotonic()
                self.say(self.text("linear.progress", done=frame.done, total=frame.total))
        for picture in training.pictures():
            self.say(picture.says)
        session.do(training.act())

    def find(self, session: Session, want: Find) -> None:
        """Enter takes a hint; `FILE` prints a file, `/text` searches, `FILE:LINE` points."""
        words = self.asked(
            self.text("linear.find" if want.hints_left else "linear.find_only", left=want.hints_left)
        )
        edits = session.place.lesson.edits
        if not words and want.hints_left:
            session.take_hint(self.asked(self.text("linear.guess", what=want.next_hint), free=True))
        elif words == "files" or not words:
            self.say("\n".join(source_files()))
        elif words.startswith("/"):
            self.search(words[1:], edits)
        else:
            self.point(session, *words.rpartition(":"))

    def point(self, session: Session, file: str, colon: str, line: str) -> None:
        """Point at a line; a file alone is printed, with its numbers."""
        named = [
            each for each in source_files() if each == (file or line) or each.endswith(f"/{file or line}")
        ]
        if not named:
            self.say(self.text("linear.no_file", file=file or line))
        elif colon and line.isdigit() and int(line):
            session.point(named[0], int(line))
        else:
            code = source(session.place.lesson.edits, named[0])
            self.say("\n".join(plain_editor.numbered(code, 1, len(code))))

    def search(self, words: str, edits: tuple[Edit, ...]) -> None:
        """Every line of the source that holds these words."""
        for file in source_files():
            for number, line in enumerate(source(edits, file).splitlines(), 1):
                if words and words in line:
                    self.say(f"{file}:{number} {line.strip()}")

    def change(self, session: Session, want: Change) -> None:
        """Edit in the learner's editor, or line by line, and have it judged."""
        code = want.text
        self.say("\n".join(plain_editor.numbered(code, want.line - 8, want.line + 8)))
        while True:
            words = self.asked(
                self.text("linear.edit" if plain_editor.own_editor() else "linear.edit_lines"), free=True
            )
            if words == "judge":
                self.say(self.text("repair.judging"))
                session.do(session.judged(code))
                return
            if words == "show":
                self.say("\n".join(plain_editor.numbered(code, 1, len(code))))
                continue
            if not words and plain_editor.own_editor():
                try:
                    code = plain_editor.edited_elsewhere(code, want.file)
                    session.keep(code)
                except OSError as error:
                    self.say(self.text("linear.no_editor", reason=error.strerror or str(error)))
                continue
            new = plain_editor.changed(code, words)
            if new is None:
                self.say(self.text("linear.no_line"))
                continue
            code = new
            session.keep(code)

    def write(self, session: Session) -> bool:
        """A line for one's later self, or none; then the lesson is done."""
        words = self.asked(self.text("linear.write"), free=True)
        if words:
            session.do(Wrote(words))
        session.do(Finished())
        self.say(self.text("why.finished"))
        return True
