"""The same tutor in plain lines: what a page holds is printed, what it wants is asked for, one answer a line.

No cursor, no colour, no key: for screen readers, poor terminals, slow lines and pipes. No decision about a lesson is
taken here. This file is the course list and what is opened from it; `lesson.py` goes through a lesson.
"""

from lessons.course.course import LessonMode, Pack
from lessons.course.glossary import Term
from lessons.course.values import LessonError
from tutor.emergency import trouble_words, unsaved_words
from tutor.learner import HANDFUL, Learner
from tutor.linear import course
from tutor.linear.lesson import LessonLines
from tutor.linear.lines import Again, Back, Command, Leave, Lines, Listen, Say, ToMap
from tutor.linear.play import open_play
from tutor.pack_code import agrees, pack_to_ask, packs_to_ask
from tutor.placement import questions_now
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.words.course import next_review_words, title_of
from tutor.words.text import Text, in_words


class Linear(Lines):
    """A learner at a line of text."""

    def __init__(self, learner: Learner, text: Text, say: Say = print, listen: Listen = input) -> None:
        super().__init__(learner, text, say, listen)
        self.open: LessonLines | None = None  # the lesson or review that is open

    def run(self, place: LessonMode | None = None, review: bool = False, task: str = "") -> int:
        """Open a lesson, what is due, or the course list, until the learner leaves or their lines end."""
        self.say_all(in_words(notice, self.text) for notice in self.learner.journal.notices)
        if self.learner.is_new() and place is None and not review and not task:
            self.told_trouble = trouble_words(self.learner, self.text)
            self.say_all(course.welcome(self.text, self.told_trouble))
        self.tell_trouble()
        try:
            while True:
                try:
                    if review:
                        self.reviews()
                    if task:
                        open_play(self, task)
                    self.lesson(place or self.course())
                    place = self.begin_with() if questions_now(self.learner) else None
                except (ToMap, Back, Again, Command):
                    place = None
                except LessonError as error:  # a lesson of a pack that does not load says why
                    self.say(str(error))
                    place = None
                review, task = False, ""
        except (Leave, EOFError, KeyboardInterrupt):
            return self.leave()

    def leave(self) -> int:
        saved = self.learner.journal.retry()
        self.say(self.text("linear.bye") if saved else unsaved_words(self.learner, self.text))
        return 0 if saved else 1

    def asked(self, prompt: str, free: bool = False) -> str:
        """Ask for one line, and see then what other windows have done meanwhile."""
        words = super().asked(prompt, free)
        self.learner.journal.refresh()
        if self.open:
            self.open.look_elsewhere()
        return words

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        session = self.open.session if self.open else None
        return (session.terms, session.terms_here) if session else super().terms()

    def course(self) -> LessonMode:
        self.open = None
        self.learner.journal.refresh()
        if not self.learner.is_new():  # who is new has heard enough; `/` lists the lessons
            self.say_all(course.course_lines(self.learner, self.text))
        prompt = self.text("linear.which", number=course.number_to_continue(self.learner))
        while True:
            try:
                if place := self.chosen(self.asked(prompt)):
                    return place
            except Command as command:
                if command.name != "play":  # of the commands only this one means something here
                    raise
                open_play(self, command.rest)

    def chosen(self, words: str) -> LessonMode | None:
        """Return the lesson that these words choose; or none, once they are answered."""
        if words == "r":
            self.reviews()
        elif words == "p":
            self.say_all(course.own_lines(self.learner, self.text))
        elif words == "w":
            return self.begin_with()
        elif words.startswith("/"):
            self.say_all(course.found_lines(words, self.learner, self.text))
        elif told := course.about(words, self.learner, self.text):
            self.say_blocks(told)
        elif place := course.chosen(words, self):
            return place
        else:
            self.say(self.text("linear.no_such", count=len(self.learner.course.openings())))
        return None

    def begin_with(self) -> LessonMode | None:
        """Ask about them, and return the lesson that is proposed, where they take it."""
        self.open = None
        name = course.lesson_to_begin_with(self)
        return course.entered(name, "open", self) if name else None

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
