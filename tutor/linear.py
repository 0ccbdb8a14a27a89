"""The same tutor in plain lines: what a page holds is printed, what it wants is asked for, one answer a line.

No cursor, no colour, no key: for screen readers, poor terminals, slow lines and pipes. No decision about a lesson is
taken here.
"""

import time
from collections.abc import Callable, Iterable

from lessons.acts import Finished, Predicted, Wrote
from lessons.lesson import LessonMode
from lessons.page import Ask, Block, Change, Find, Onward, Page, Train, Write
from lessons.questions import is_usable, why_unusable
from lessons.questions.typed import as_number
from tutor.learner import Learner
from tutor.linear_code import change, find
from tutor.linear_course import chosen, course_lines, next_review, number_of, own_lines
from tutor.review_session import ReviewSession
from tutor.session import Session
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

    def course(self) -> LessonMode:
        """List the lessons, and ask for one."""
        self.say_all(course_lines(self.learner, self.text))
        number = number_of(self.learner.where_to_continue(), self.learner)
        while True:
            words = self.asked(self.text("linear.which", number=number))
            if words == "r":
                self.reviews()
            elif words == "p":
                self.say_all(own_lines(self.learner, self.text))
            elif place := chosen(words, self.learner):
                return place
            else:
                self.say(self.text("linear.no_such", count=len(self.learner.course.places())))

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
            self.say(next_review(self.learner, self.text))
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
                find(session, page.want, self.text, self.say, self.asked)
            case Change():
                change(session, page.want, self.text, self.say, self.asked)
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
        self.say_all(spoken(block, self.text))

    def say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
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

    def write(self, session: Session) -> bool:
        """A line for one's later self, or none; then the lesson is done."""
        words = self.asked(self.text("linear.write"), free=True)
        if words:
            session.do(Wrote(words))
        session.do(Finished())
        self.say(self.text("why.finished"))
        return True
