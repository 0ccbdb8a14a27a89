"""The same tutor in plain lines: what a page holds is printed, what it wants is asked for, one answer a line.

No cursor, no colour, no key: for screen readers, poor terminals, slow lines and pipes. No decision about a lesson is
taken here.
"""

import time
from dataclasses import replace

from lessons.acts import Accused, Finished, Predicted, Wrote
from lessons.course import LessonMode, Pack
from lessons.format import LessonError
from lessons.glossary import Term
from lessons.knobs import task_called
from lessons.measurements import experiment_words, question_name
from lessons.page import Aside, Ask, Block, Change, Choose, Find, Onward, Page, Train, Words, Write
from lessons.questions import complaint
from tutor.consent import agree, consent_words, pack_to_ask, packs_to_ask, says_yes
from tutor.ending import what_follows
from tutor.learner import Learner
from tutor.linear_code import change, find, show_source
from tutor.linear_course import (
    about,
    chosen,
    course_lines,
    found_lines,
    next_review,
    number_to_continue,
    own_lines,
    welcome,
)
from tutor.linear_placing import lesson_to_begin_with
from tutor.lines import Again, Back, Command, Leave, Lines, Listen, Say, ToMap, numbered, picked, typed_number
from tutor.pack_runs import trouble_of
from tutor.playing_words import no_task_words
from tutor.review_session import ReviewSession
from tutor.session import Session
from tutor.training import Watching
from tutor.unsaved import trouble_words, unsaved_words
from tutor.words.course import title_of
from tutor.words.sentences import in_words
from tutor.words.spoken import plain
from tutor.words.text import Text

PLAY = "play"  # a command
EVERY = 3.0  # seconds between two lines about how far a run has come


class Linear(Lines):
    """A learner at a line of text."""

    def __init__(self, learner: Learner, text: Text, say: Say = print, listen: Listen = input) -> None:
        super().__init__(learner, text, say, listen)
        self.said: list[Block] = []  # of the step that was shown last
        self.aside: list[Aside] = []  # that were said in the lesson that is open
        self.title = self.listed = self.told_trouble = ""
        self.session: Session | None = None  # of the lesson that is open
        self.at = ""  # the step that was shown last

    def run(self, place: LessonMode | None = None, review: bool = False, task: str = "") -> int:
        """Open a lesson, what is due, or the course list, until the learner leaves or their lines end."""
        self.say_all(in_words(notice, self.text) for notice in self.learner.journal.notices)
        if self.learner.is_new() and place is None and not review and not task:
            self.told_trouble = trouble_words(self.learner, self.text)
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
                except (ToMap, Back, Again, Command):
                    pass
                except LessonError as error:  # a lesson of a pack that does not load says why
                    self.say(str(error))
                place, review, task = None, False, ""
        except (Leave, EOFError, KeyboardInterrupt):
            return self.leave()

    def leave(self) -> int:
        """Say whether everything is saved, which is the exit code too."""
        saved = self.learner.journal.retry()
        self.say(self.text("linear.bye") if saved else unsaved_words(self.learner, self.text))
        return 0 if saved else 1

    def tell_trouble(self) -> None:
        """Say once that something could not be saved, and why."""
        trouble = trouble_words(self.learner, self.text)
        if trouble and trouble != self.told_trouble:
            self.say(self.text("lesson.unsaved", trouble=trouble))
        self.told_trouble = trouble

    def course(self) -> LessonMode:
        """List the lessons, and ask for one."""
        self.session = None
        self.learner.journal.glance()
        self.say_all(course_lines(self.learner, self.text))
        number = number_to_continue(self.learner)
        while True:
            try:
                if place := self.chosen(self.asked(self.text("linear.which", number=number))):
                    return place
            except Command as command:
                self.obey_on_map(command)

    def chosen(self, words: str) -> LessonMode | None:
        """The lesson that these words choose; or none, once they are answered."""
        if words == "r":
            self.reviews()
        elif words == "p":
            self.say_all(own_lines(self.learner, self.text))
        elif words == "w":
            name = lesson_to_begin_with(self)
            return self.learner.fold.place((name, "open")) if name else None
        elif words.startswith("/"):
            self.say_all(found_lines(words, self.learner, self.text))
        elif told := about(words, self.learner, self.text):
            self.say_blocks(told)
        elif place := chosen(words, self.learner):
            return place
        else:
            self.say(self.text("linear.no_such", count=len(self.learner.course.openings())))
        return None

    def obey_on_map(self, command: Command) -> None:
        """Of the commands only `play` means something there."""
        if command.name != PLAY:
            raise command
        self.play(command.rest)

    def play(self, task: str = "", lesson: str = "") -> None:
        """A model with knobs, for a task or a lesson's own; `b` and `m` lead back to where it was opened."""
        from tutor.linear_play import play
        from tutor.play_session import PlaySession

        if task and not task_called(task):
            self.say(no_task_words(task, self.text))
        else:
            play(self, PlaySession(self.learner, self.text, task_called(task), "" if task else lesson))

    # A lesson, and a review, which is one of three steps.

    def lesson(self, place: LessonMode) -> None:
        """Go through a lesson, from where it was left, until the learner wants the course list."""
        if self.may_run(place.lesson.id):
            session = Session(self.learner, place, self.text)
            self.say(f"\n{title_of(place, self.learner.course, self.text, session.state)}")
            self.say_all(filter(None, [session.take_over_words()]))
            try:
                self.go_through(session)
            finally:
                session.close()

    def go_through(self, session: Session) -> None:
        self.aside = []
        while not self.step(session):
            pass

    def reviews(self) -> None:
        """Ask everything that is due."""
        if not self.learner.due():
            self.say(next_review(self.learner, self.text))
        due = self.learner.due()
        for pack in packs_to_ask(self.learner, (card.lesson for card in due)):
            self.agreed(pack)
        for card in due:
            if not pack_to_ask(self.learner, card.lesson):
                self.review(ReviewSession(self.learner, card, self.text))

    def review(self, session: ReviewSession) -> None:
        while session.counts and not self.step(session):
            pass
        if not session.counts:
            self.say(self.text("review.elsewhere"))

    def may_run(self, lesson: str) -> bool:
        """Whether the code of a lesson may run: that of a pack is asked about first."""
        pack = pack_to_ask(self.learner, lesson)
        return pack is None or self.agreed(pack)

    def agreed(self, pack: Pack) -> bool:
        """Ask whether a pack's code may run, and keep a yes."""
        self.say(consent_words(pack, self.text))
        if not says_yes(self.asked(self.text("pack.question"))):
            self.say(self.text("pack.declined", pack=pack.id))
            return False
        agree(self.learner, pack)
        return True

    def step(self, session: Session) -> bool:
        """Show the page there is, and satisfy what it wants. True at the end."""
        self.session, session.text = session, self.text
        page = session.page
        self.at = page.step
        self.tell_trouble()
        self.show(page)
        try:
            return self.satisfy(session, page)
        except Back:
            session.back()
        except Again:
            self.title = ""
        except Command as command:
            self.obey(session, command.name, command.rest)
        return False

    def asked(self, prompt: str, free: bool = False) -> str:
        """One line from the learner, unless another window has changed meanwhile what was asked."""
        words = super().asked(prompt, free)
        self.look_elsewhere()
        return words

    def look_elsewhere(self) -> None:
        """Take in what others did. Raises ToMap where another window goes on, Again where it moved."""
        self.learner.journal.glance()
        if words := self.session.gone_elsewhere() if self.session else "":
            self.say(words)
            raise ToMap
        if self.session and self.session.begins_anew():
            self.say(self.text("lesson.reset_elsewhere"))
        if self.session and self.session.step.id != self.at:
            raise Again

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        return (self.session.terms, self.session.terms_here) if self.session else super().terms()

    def obey(self, session: Session, name: str, rest: str) -> None:
        """Go to a step by its number, watch a seed of the run that is open, print a file of the source, or play."""
        here, want = session.state.here, session.page.want
        if name == "source":
            show_source(session, rest, self.text, self.say)
        elif name == PLAY and session.step.kind == "why":
            self.play(rest, session.place.lesson.id)
        elif name == PLAY:
            self.say(self.text("play.at_the_end"))
        elif name == "step" and (number := typed_number(rest)) is not None:
            session.go(number - 1)
            if session.state.here == here:
                self.say(
                    session.why_not_yet(number - 1) or self.text("linear.unknown", words=f"{name} {rest}")
                )
        elif name == "watch" and isinstance(want, Train) and (seed := typed_number(rest)) is not None:
            self.drive(session, replace(want, seed=seed))
        else:
            self.say(self.text("linear.unknown", words=f"{name} {rest}".strip()))

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
            case Choose():
                self.choose(session, page.want)
            case Change():
                change(session, page.want, self.text, self.say, self.asked)
                self.said = [block for block in self.said if isinstance(block, Words) and not block.tone]
            case Write():
                return self.write(session)
        return False

    def show(self, page: Page) -> None:
        """Print what was not printed yet of this step."""
        if page.title != self.title:
            self.title, self.said = page.title, []
            self.say(f"\n== {page.title}")
        if isinstance(page.want, Ask):  # what is asked comes last
            self.say_asides(page)
        self.say_blocks(block for block in page.all_blocks if block not in self.said)
        self.said = list(page.all_blocks)
        if isinstance(page.want, (Onward, Train, Write)):
            self.say_asides(page)

    def say_asides(self, page: Page) -> None:
        """Print what helps to know, once a lesson, under its title; not what the page has too."""
        for aside in page.asides:
            blocks = [block for block in aside.blocks if block not in page.all_blocks]
            if blocks and aside not in self.aside:
                self.aside.append(aside)
                self.say(f"\n-- {aside.title}")
                self.say_blocks(blocks)

    def go_on(self, session: Session, page: Page, want: Onward) -> bool:
        """Onward with Enter; or a number: a thing to see, or an answer to change."""
        lesson = session.place.lesson
        questions = {each.id: each for each in lesson.questions}
        changes = [
            self.text("linear.change", name=question_name(questions[name], lesson, session.prose, self.text))
            for name in want.change
        ]
        names = [look.title for look in page.looks] or changes
        if self.listed != page.step:  # once a page, and not after each thing that was looked at
            self.listed = page.step
            self.say_all(numbered(names))
        more = f" {self.text('linear.or_number', count=len(names))}" if names else ""
        words = self.asked(want.words + more)
        if (number := picked(words, len(names))) and page.looks:
            for blocks in session.see(page.looks[number - 1]):
                self.say_blocks(blocks or ())
        elif number:
            session.look_again(want.change[number - 1])
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
        self.say_all(numbered(want.options.values()))
        key = "linear.answer_percent" if want.question.percent else "linear.answer"
        answer = self.asked(self.text(key, number=want.number, count=want.count))
        if number := picked(answer, len(names)):
            answer = names[number - 1]
        if trouble := complaint(want.question, answer, self.text):
            self.say(trouble)
            return
        session.do(Predicted(want.question.id, answer, self.confidence(want.chance)))

    def choose(self, session: Session, want: Choose) -> None:
        """Ask for one of several, by its number."""
        self.say_all(numbered(plain(words) for words in want.options.values()))
        answer = self.asked(self.text("linear.choose"))
        if number := picked(answer, len(want.options)):
            session.do(Accused(list(want.options)[number - 1]))
        else:
            self.say(self.text("linear.unknown", words=answer))

    def train(self, session: Session, want: Train) -> None:
        """Train, with a line now and then; then say what there is to see."""
        if not session.steps.review:  # whose questions are of one run
            self.say(self.run_title(session, want))
        self.asked(want.words)
        self.drive(session, want)

    def run_title(self, session: Session, want: Train) -> str:
        task = experiment_words(want.experiment.id, session.prose)
        if want.seed is None:
            return f"{self.text('run.sweep_title', task=task, seeds=want.experiment.seeds)}."
        return f"{self.text('run.title', task=task, seed=want.seed)}."

    def drive(self, session: Session, want: Train) -> None:
        training = session.train(want)
        last = time.monotonic()
        for frame in training:
            if time.monotonic() - last > EVERY:
                last = time.monotonic()
                self.say(self.text("linear.progress", done=frame.done, total=frame.total))
        self.say_blocks(training.pictures())
        if isinstance(training, Watching) and (parting := training.parting()):
            self.say(parting.words)
        if trouble := trouble_of(training, self.text):
            self.say(trouble)
            raise ToMap
        session.do(training.act())

    def write(self, session: Session) -> bool:
        """A line for one's later self, or none; then the lesson is done."""
        self.say(self.text("play.from_here"))
        words = self.asked(self.text("linear.write"), free=True)
        if words:
            session.do(Wrote(words))
        if not session.state.finished:
            page = session.do(Finished())
            self.say_blocks(block for block in page.blocks if block not in self.said)
            self.say_blocks(what_follows(self.learner, session.place, self.text))
        return True
